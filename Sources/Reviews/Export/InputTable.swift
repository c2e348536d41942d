import ExperimentDesign
import Inference
public import Rendering
public import Studies
import TextFormats

/// The inputs of a run, and how sensitive its answer is to each: one row per scenario and input
/// (`Data/README.md`).
public enum InputTable {
  /// The table of a run.
  public static func document(_ summary: RunSummary) -> CSVDocument {
    let outline = summary.outline
    return CSVDocument(
      summary.scenarios.flatMap { scenario in
        outline.parameters.map { parameter -> Fields in
          [
            ("run", .text(outline.run)), ("experiment", .text(outline.experiment)),
            ("scenario", .text(scenario.name)),
          ] + input(parameter, outline.evidence(of: parameter))
            + sensitivity(of: parameter.path, in: scenario)
        }
      })
  }

  private static func input(_ parameter: RunDescription.Parameter, _ kind: String) -> Fields {
    let evidence = parameter.evidence
    return [
      ("parameter", .text(parameter.path)), ("is_drawn", .flag(parameter.isDrawn)),
      ("distribution", parameter.isDrawn ? .text(parameter.distribution) : .null),
      ("value", parameter.isDrawn ? .null : .optional(Double(parameter.distribution))),
      ("grade", .text(kind == "guess" ? kind : evidence.grade.rawValue)),
      ("source", .optional(evidence.source)),
      ("date", .optional(evidence.date)), ("denominator", .optional(evidence.denominator)),
    ]
  }

  /// What the sensitivity analysis found; of inputs that only vary together, for all of them.
  private static func sensitivity(of path: String, in scenario: ScenarioSummary) -> Fields {
    let row = scenario.sensitivity?.rows.first { $0.parameters.contains(path) }
    let others = row?.parameters.filter { $0 != path } ?? []
    // Where it would change the recommendation, those drawn with it following.
    let flip = row?.flip ?? row?.members.first { $0.parameter == path }?.flip
    return [
      ("variance_share", .optional(row?.share.value)), ("variance_share_mcse", .optional(row?.share.mcse)),
      ("shared_with", others.isEmpty ? .null : .text(others.joined(separator: " "))),
      ("value_of_learning", .optional(row?.value?.value)),
      ("value_of_learning_mcse", .optional(row?.value?.mcse)), ("break_even", .optional(flip?.value)),
      ("break_even_low", .optional(flip?.lower)), ("break_even_high", .optional(flip?.upper)),
    ]
  }
}
