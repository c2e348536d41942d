public import ExperimentDesign
import Inference
public import Rendering
public import Studies

/// What each trial counted and found: one row per trial, scenario and arm (`Data/README.md`).
///
/// Rows are made trial by trial, because a run's trials may be many more than its answer.
public struct TrialTable {
  private let arms: [(arm: ArmOfScenario, metrics: Set<Metric>)]

  /// The table of a run.
  public init(_ outline: RunOutline) {
    arms = ArmOfScenario.all(of: outline).map { ($0, Set(outline.arms[$0.position].metrics[$0.scenario])) }
  }

  /// The names of the columns.
  public var header: [String] {
    arms.first.map { arm in
      let nothing = Tally(days: 0)
      return fields(arm.arm, arm.metrics, trial: 0, nothing, baseline: nothing).map(\.key)
    } ?? []
  }

  /// The rows of one trial.
  public func rows(_ result: TrialResult) -> [[JSONValue]] {
    arms.map { arm, metrics in
      let tallies = result.wholes[arm.scenario]
      return fields(
        arm, metrics, trial: result.trial, tallies[arm.position], baseline: tallies[arm.outline.baseline]
      ).map(\.value)
    }
  }

  /// What happened, as counted: no sums of squares and no scores, which only estimators need.
  private static let counters = Counter.allCases.map { (counter: $0, name: $0.name) }.filter {
    !$0.name.contains("_squared") && !$0.name.contains("_score")
  }

  private func fields(
    _ arm: ArmOfScenario, _ metrics: Set<Metric>, trial: Int, _ tally: Tally, baseline: Tally
  ) -> Fields {
    let goal = arm.outline.objective
    // The objective's value in this trial alone.
    let objective = TrialSeries(of: goal, in: [tally])
    let isBaseline = arm.position == arm.outline.baseline
    let difference =
      isBaseline ? nil : objective.difference(from: TrialSeries(of: goal, in: [baseline]))
    return arm.scenarioFields + [("trial", .count(trial))] + arm.fields + [
      ("is_baseline", .flag(isBaseline))
    ] + Self.counters.map { (key: $0.name, value: .integer(tally[$0.counter])) } + [
      ("value", tally[.value].isFinite ? .number(tally[.value]) : .null),
      ("gained_over_baseline", .integer(tally.gainedOverBaseline)),
      ("lost_to_baseline", .integer(tally.lostToBaseline)),
      ("objective", .optional(objective.values[0])),
      ("objective_noise", .optional(objective.varianceOfOnlyTrial)),
      ("difference_noise", .optional(difference?.varianceOfOnlyTrial)),
    ]
      // Empty where the arm does not model it.
      + Metric.allCases.map { metric in
        (metric.rawValue, metrics.contains(metric) ? .optional(metric.score(in: tally)) : .null)
      }
  }
}

extension TrialSeries {
  /// The square of the draw of noise that the halves of the only trial give, whose mean over the trials is the sampling
  /// variance; `nil` where the trial does not show it.
  fileprivate var varianceOfOnlyTrial: Double? { noise[0].map { $0 * $0 } }
}
