import ExperimentDesign
import Inference
public import Rendering
public import Studies

/// How each arm differs from the baseline: one row per scenario, arm and metric (`Data/README.md`).
public enum DifferenceTable {
  /// The names of the columns.
  public static let header =
    ["run", "experiment", "scenario", "arm", "baseline", "allowed_by_apple", "metric", "is_objective"]
    + EstimateCells.header + ["margin", "verdict"]

  /// The table of a run; without rows where there is one arm.
  public static func document(_ summary: RunSummary) -> CSVDocument {
    let outline = summary.outline
    let baseline = outline.baseline
    var rows: [[CSVDocument.Cell]] = []
    for scenario in summary.scenarios {
      for (position, (arm, found)) in zip(outline.arms, scenario.arms).enumerated()
      where position != baseline {
        let leading: [CSVDocument.Cell] = [
          .text(outline.run), .text(outline.experiment), .text(scenario.name), .text(arm.name),
          .text(outline.arms[baseline].name), .flag(arm.isAllowedByApple),
        ]
        for exported in ExportedQuantity.all(of: found, outline) {
          let quantity = exported.quantity
          let level = quantity.level(scenario.arms[baseline])?.overTrials.mean
          let margin = quantity.margin(nil, level: level)
          let verdict = quantity.verdict(found, outline: outline, margin: margin)
          rows.append(
            leading + [.text(exported.name), .flag(exported.isObjective)]
              + EstimateCells.of(exported.difference)
              + [.number(margin), .optional(verdict?.rawValue)])
        }
      }
    }
    return CSVDocument(header: header, rows: rows)
  }
}
