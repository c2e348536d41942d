public import ExperimentDesign
import Inference
public import Rendering
public import Studies

/// What each trial counted and found: one row per trial, scenario and arm (`Data/README.md`).
///
/// Rows are made trial by trial, because a run's trials may be many more than its answer.
public struct TrialTable: Sendable {
  /// The names of the columns.
  public static let header =
    ["run", "experiment", "scenario", "trial", "arm", "allowed_by_apple", "is_baseline"]
    + counters.map(\.name) + ["value", "gained_over_baseline", "lost_to_baseline"]
    + ["objective", "objective_noise", "difference_noise"]
    + Metric.allCases.map(\.rawValue)

  /// What happened, as counted: no sums of squares and no scores, which only estimators need.
  static let counters = Counter.allCases.filter {
    !$0.name.contains("_squared") && !$0.name.contains("_score")
  }

  private let outline: RunOutline

  /// The table of a run.
  public init(_ outline: RunOutline) { self.outline = outline }

  /// The rows of one trial.
  public func rows(_ result: TrialResult) -> [[CSVDocument.Cell]] {
    var rows: [[CSVDocument.Cell]] = []
    for row in result.wholes.shape.scenarios {
      let (scenario, arms) = (row.rawValue, result.wholes[row])
      for (position, tally) in arms.enumerated() {
        let arm = outline.arms[position]
        var row: [CSVDocument.Cell] = [
          .text(outline.run), .text(outline.experiment), .text(outline.scenarios[scenario].name),
          .integer(result.trial), .text(arm.name), .flag(arm.isAllowedByApple),
          .flag(position == outline.baseline),
        ]
        row += Self.counters.map { .integer(Int(tally[$0])) }
        row.append(tally[.value].isFinite ? .number(tally[.value]) : .empty)
        row += [.integer(Int(tally.gainedOverBaseline)), .integer(Int(tally.lostToBaseline))]
        let objective = TrialSeries(of: outline.objective, in: [tally])
        row += [.optional(objective.values[0]), .optional(noise(in: objective))]
        row.append(
          .optional(differenceNoise(tally, arms[outline.baseline], isBaseline: position == outline.baseline)))
        let modelled = arm.metrics[scenario]
        row += Metric.allCases.map { modelled.contains($0) ? .optional($0.score(in: tally)) : .empty }
        rows.append(row)
      }
    }
    return rows
  }

  /// The sampling variance of the objective's difference to the baseline in one trial; `nil` for the baseline
  /// itself, and where the trial cannot tell.
  private func differenceNoise(_ tally: Tally, _ baseline: Tally, isBaseline: Bool) -> Double? {
    guard !isBaseline else { return nil }
    return noise(
      in: TrialSeries(of: outline.objective, in: [tally])
        .difference(from: TrialSeries(of: outline.objective, in: [baseline]), design: outline.design))
  }

  /// The sampling variance of the only trial of a series: by its own sums, else the square of the draw of noise
  /// that its halves give, whose mean over the trials is the variance.
  private func noise(in series: TrialSeries) -> Double? {
    series.samplingVariances[0] ?? series.noise[0].map { $0 * $0 }
  }
}

/// What each trial assumed: one row per trial and uncertain parameter (`Data/README.md`).
public struct DrawTable: Sendable {
  /// The names of the columns.
  public static let header = ["run", "experiment", "trial", "parameter", "value"]

  private let outline: RunOutline
  private let paths: [String]

  /// The table of a run.
  public init(_ outline: RunOutline) {
    self.outline = outline
    paths = outline.drawn.map(\.path)
  }

  /// The rows of one trial.
  public func rows(_ result: TrialResult) -> [[CSVDocument.Cell]] {
    zip(paths, result.draws).map { path, value in
      [
        .text(outline.run), .text(outline.experiment), .integer(result.trial), .text(path), .number(value),
      ]
    }
  }
}
