import ExperimentDesign
import Inference
public import Rendering
public import Studies
import TextFormats

/// What a run found: one row per scenario, arm and metric (`Data/README.md`).
public enum MetricTable {
  private struct Row {
    let arm: ArmOfScenario
    /// A metric, or the objective where it is a weighted sum.
    let name: String
    let isObjective: Bool
    let level: Estimate?
    let difference: Estimate?
  }

  /// The table of a run.
  public static func document(_ summary: RunSummary) -> CSVDocument {
    RecordTable(
      fields: RecordField.arms.of { $0.arm } + [
        .init("metric") { .text($0.name) }, .init("is_objective") { .flag($0.isObjective) },
      ] + RecordField.wholeEstimate { $0.level } + RecordField.difference { $0.difference },
      rows: ArmOfScenario.all(of: summary.outline).flatMap { rows($0, in: summary) }
    ).csv
  }

  /// The objective first, where it is a weighted sum, then every metric that is modelled.
  private static func rows(_ arm: ArmOfScenario, in summary: RunSummary) -> [Row] {
    let found = arm.found(in: summary)
    let goal = arm.outline.objective.singleMetric
    let sum = Row(
      arm: arm, name: "objective", isObjective: true, level: found.objective,
      difference: found.objectiveDifference)
    return (goal == nil ? [sum] : [])
      + found.metrics.map {
        Row(
          arm: arm, name: $0.metric.rawValue, isObjective: $0.metric == goal, level: $0.estimate,
          difference: $0.difference)
      }
  }
}
