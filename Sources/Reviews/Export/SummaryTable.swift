import ExperimentDesign
import Inference
public import Rendering
public import Studies
import TextFormats

/// What a run found: one row per scenario, arm and metric (`Data/README.md`).
public enum SummaryTable {
  /// The table of a run.
  public static func document(_ summary: RunSummary) -> CSVDocument {
    typealias Row = (arm: ArmOfScenario, quantity: ExportedQuantity)
    let rows: [Row] = ArmOfScenario.all(of: summary.outline).flatMap { arm in
      ExportedQuantity.all(of: arm.found(in: summary), arm.outline).map { (arm, $0) }
    }
    return RecordTable(
      fields: RecordField.arms.of { $0.arm } + ExportedQuantity.fields.of { $0.quantity }
        + RecordField.wholeEstimate { $0.quantity.level },
      rows: rows
    ).csv
  }
}

/// One quantity of one arm, as a row of a table: the objective, or a metric.
struct ExportedQuantity {
  var quantity: ComparedQuantity
  var isObjective: Bool
  var level: Estimate?
  var difference: Estimate?

  /// Which quantity it is.
  static var fields: [RecordField<ExportedQuantity>] {
    [.init("metric") { .text($0.quantity.name) }, .init("is_objective") { .flag($0.isObjective) }]
  }

  /// The objective first, where it is a weighted sum, then every metric that is modelled.
  static func all(of arm: ArmSummary, _ outline: RunOutline) -> [ExportedQuantity] {
    let goal = outline.objective
    let sum =
      goal.singleMetric == nil
      ? [
        ExportedQuantity(
          quantity: .objective(goal), isObjective: true, level: arm.objective,
          difference: arm.objectiveDifference)
      ] : []
    return sum
      + arm.metrics.map {
        ExportedQuantity(
          quantity: .metric($0.metric), isObjective: $0.metric == goal.singleMetric, level: $0.estimate,
          difference: $0.difference)
      }
  }
}
