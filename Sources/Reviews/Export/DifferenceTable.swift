import ExperimentDesign
import Inference
public import Rendering
public import Studies
import TextFormats

/// How each arm differs from the baseline: one row per scenario, arm and metric (`Data/README.md`).
public enum DifferenceTable {
  private struct Row {
    let arm: ArmOfScenario
    let found: ArmSummary
    let exported: ExportedQuantity
    let margin: Double

    var verdict: Inference.Verdict? {
      exported.quantity.verdict(found, outline: arm.outline, margin: margin)
    }
  }

  /// The table of a run; without rows where there is one arm.
  public static func document(_ summary: RunSummary) -> CSVDocument {
    RecordTable(
      fields: RecordField.run.of { $0.arm.outline }
        + [RecordField.scenario, .arm, .baseline, .allowedByApple].of { $0.arm }
        + ExportedQuantity.fields.of { $0.exported }
        + RecordField.wholeEstimate { $0.exported.difference } + [
          .init("margin") { .number($0.margin) }, .init("verdict") { .optional($0.verdict?.rawValue) },
        ],
      rows: rows(summary)
    ).csv
  }

  private static func rows(_ summary: RunSummary) -> [Row] {
    ArmOfScenario.all(of: summary.outline).filter { !$0.isBaseline }.flatMap { arm in
      let found = arm.found(in: summary)
      let baseline = summary.scenarios[arm.scenario].arms[arm.outline.baseline]
      return ExportedQuantity.all(of: found, arm.outline).map { exported in
        let level = exported.quantity.level(baseline)?.overTrials.mean
        return Row(
          arm: arm, found: found, exported: exported, margin: exported.quantity.margin(nil, level: level))
      }
    }
  }
}
