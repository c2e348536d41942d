import ExperimentDesign
import Inference
public import Rendering
public import Studies

/// What a run rests on, and how much its answer leans on it: one row per scenario and parameter
/// (`Data/README.md`).
public enum ParameterTable {
  /// The names of the columns.
  public static let header = [
    "run", "experiment", "scenario", "parameter", "is_drawn", "distribution", "value", "grade", "source",
    "date",
    "denominator",
    "rank_correlation", "variance_share", "variance_share_mcse", "shared_with", "worth_knowing",
    "worth_knowing_mcse", "turns_at", "turns_at_low", "turns_at_high",
  ]

  /// The table of a run.
  public static func document(_ summary: RunSummary) -> CSVDocument {
    let outline = summary.outline
    var rows: [[CSVDocument.Cell]] = []
    for scenario in summary.scenarios {
      for parameter in outline.parameters {
        let evidence = parameter.evidence
        rows.append(
          [
            .text(outline.run), .text(outline.experiment), .text(scenario.name), .text(parameter.path),
            .flag(parameter.isDrawn), parameter.isDrawn ? .text(parameter.distribution) : .empty,
            parameter.isDrawn ? .empty : .optional(Double(parameter.distribution)),
            .text(evidence.grade.rawValue),
            .optional(evidence.source), .optional(evidence.date), .optional(evidence.denominator),
          ] + sensitivity(parameter.path, scenario))
      }
    }
    return CSVDocument(header: header, rows: rows)
  }

  private static func sensitivity(_ path: String, _ scenario: ScenarioSummary) -> [CSVDocument.Cell] {
    let ranked = scenario.assumptions.first { $0.parameter == path }
    let row = scenario.sensitivity?.rows.first { $0.parameters.contains(path) }
    let others = row?.parameters.filter { $0 != path } ?? []
    return [
      .optional(ranked?.correlation), .optional(row?.share.value), .optional(row?.share.mcse),
      others.isEmpty ? .empty : .text(others.joined(separator: " ")),
      .optional(row?.value?.value), .optional(row?.value?.mcse), .optional(row?.flip?.value),
      .optional(row?.flip?.lower), .optional(row?.flip?.upper),
    ]
  }
}
