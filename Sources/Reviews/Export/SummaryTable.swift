import ExperimentDesign
import Inference
public import Rendering
public import Studies

/// What a run found: one row per scenario, arm and metric (`Data/README.md`).
public enum SummaryTable {
  /// The names of the columns.
  public static let header =
    ["run", "experiment", "scenario", "arm", "allowed_by_apple", "metric", "is_objective"]
    + EstimateCells.header

  /// The table of a run.
  public static func document(_ summary: RunSummary) -> CSVDocument {
    let outline = summary.outline
    var rows: [[CSVDocument.Cell]] = []
    for scenario in summary.scenarios {
      for (arm, found) in zip(outline.arms, scenario.arms) {
        let leading: [CSVDocument.Cell] = [
          .text(outline.run), .text(outline.experiment), .text(scenario.name), .text(arm.name),
          .flag(arm.isAllowedByApple),
        ]
        for quantity in ExportedQuantity.all(of: found, outline) {
          rows.append(
            leading + [.text(quantity.name), .flag(quantity.isObjective)]
              + EstimateCells.of(quantity.level))
        }
      }
    }
    return CSVDocument(header: header, rows: rows)
  }
}

/// One quantity of one arm, as a row of a table: the objective, or a metric.
struct ExportedQuantity {
  var quantity: ComparedQuantity
  var isObjective: Bool
  var level: Estimate?
  var difference: Estimate?

  var name: String { quantity.name }

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
