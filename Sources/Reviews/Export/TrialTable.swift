public import ExperimentDesign
import Inference
public import Rendering
public import Studies
import TextFormats

/// What each trial counted and found: one row per trial, scenario and arm (`Data/README.md`).
///
/// Rows are made trial by trial, because a run's trials may be many more than its answer.
public struct TrialTable {
  /// A class, since each of some hundred columns gets it.
  private final class Row {
    let arm: ArmOfScenario
    let trial: Int
    let tally: Tally
    let baseline: Tally
    /// The objective's value in this trial alone.
    let objective: TrialSeries

    init(arm: ArmOfScenario, trial: Int, tallies: [Tally]) {
      self.arm = arm
      self.trial = trial
      tally = tallies[arm.position]
      baseline = tallies[arm.outline.baseline]
      objective = TrialSeries(of: arm.outline.objective, in: [tally])
    }

    /// The sampling variance of the objective's difference to the baseline; `nil` for the baseline itself, and where
    /// the trial does not show it.
    var differenceNoise: Double? {
      guard !arm.isBaseline else { return nil }
      return objective.difference(
        from: TrialSeries(of: arm.outline.objective, in: [baseline])
      ).varianceOfOnlyTrial
    }
  }

  private let arms: [ArmOfScenario]
  private let fields: [RecordField<Row>]

  /// The table of a run.
  public init(_ outline: RunOutline) {
    arms = ArmOfScenario.all(of: outline)
    fields = Self.identity + Self.counts + Self.objective + Self.metrics
  }

  /// The names of the columns.
  public var header: [String] { RecordTable(fields: fields, rows: []).csv.header }

  /// The rows of one trial.
  public func rows(_ result: TrialResult) -> [[CSVDocument.Cell]] {
    let rows = arms.map { arm in
      Row(arm: arm, trial: result.trial, tallies: result.wholes[ScenarioIndex(arm.scenario)])
    }
    return RecordTable(fields: fields, rows: rows).csv.rows
  }

  private static var identity: [RecordField<Row>] {
    RecordField.run.of { $0.arm.outline } + [RecordField.scenario].of { $0.arm }
      + [.init("trial") { .count($0.trial) }] + [RecordField.arm, .allowedByApple].of { $0.arm }
      + [.init("is_baseline") { .flag($0.arm.isBaseline) }]
  }

  /// What happened, as counted: no sums of squares and no scores, which only estimators need.
  private static var counts: [RecordField<Row>] {
    Counter.allCases.filter { !$0.name.contains("_squared") && !$0.name.contains("_score") }
      .map { counter in .init(counter.name) { .integer($0.tally[counter]) } } + [
        .init("value") { $0.tally[.value].isFinite ? .number($0.tally[.value]) : .null },
        .init("gained_over_baseline") { .integer($0.tally.gainedOverBaseline) },
        .init("lost_to_baseline") { .integer($0.tally.lostToBaseline) },
      ]
  }

  private static var objective: [RecordField<Row>] {
    [
      .init("objective") { .optional($0.objective.values[0]) },
      .init("objective_noise") { .optional($0.objective.varianceOfOnlyTrial) },
      .init("difference_noise") { .optional($0.differenceNoise) },
    ]
  }

  /// Every metric; empty where the arm does not model it.
  private static var metrics: [RecordField<Row>] {
    Metric.allCases.enumerated().map { position, metric in
      .init(metric.rawValue) { row in
        row.arm.models[position] ? .optional(metric.score(in: row.tally)) : .null
      }
    }
  }
}

extension TrialSeries {
  /// The sampling variance of the only trial of a series: by its own sums, else the square of the draw of noise
  /// that its halves give, whose mean over the trials is the variance.
  fileprivate var varianceOfOnlyTrial: Double? { samplingVariances[0] ?? noise[0].map { $0 * $0 } }
}
