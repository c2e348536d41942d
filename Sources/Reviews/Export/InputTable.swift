import ExperimentDesign
import Inference
public import Rendering
public import Studies
import TextFormats

/// The inputs of a run, and how sensitive its answer is to each: one row per scenario and input
/// (`Data/README.md`).
public enum InputTable {
  private struct Row {
    let outline: RunOutline
    let scenario: ScenarioSummary
    let parameter: RunDescription.Parameter

    var correlation: Double? {
      scenario.assumptions.first { $0.parameter == parameter.path }?.correlation
    }
    /// What the sensitivity analysis found; of inputs that only vary together, for all of them.
    var sensitivity: SensitivityRanking.Row? {
      scenario.sensitivity?.rows.first { $0.parameters.contains(parameter.path) }
    }
    /// Where it would change the recommendation, those drawn with it following.
    var flip: FlipPoint? {
      sensitivity?.flip ?? sensitivity?.members.first { $0.parameter == parameter.path }?.flip
    }
    /// The other inputs that the sensitivity is of.
    var others: [String] { sensitivity?.parameters.filter { $0 != parameter.path } ?? [] }
  }

  /// The table of a run.
  public static func document(_ summary: RunSummary) -> CSVDocument {
    let outline = summary.outline
    return RecordTable(
      fields: RecordField.run.of { $0.outline } + inputs + sensitivity,
      rows: summary.scenarios.flatMap { scenario in
        outline.parameters.map { Row(outline: outline, scenario: scenario, parameter: $0) }
      }
    ).csv
  }

  private static var inputs: [RecordField<Row>] {
    [
      .init("scenario") { .text($0.scenario.name) }, .init("parameter") { .text($0.parameter.path) },
      .init("is_drawn") { .flag($0.parameter.isDrawn) },
      .init("distribution") { $0.parameter.isDrawn ? .text($0.parameter.distribution) : .null },
      .init("value") { $0.parameter.isDrawn ? .null : .optional(Double($0.parameter.distribution)) },
      .init("grade") { .text($0.parameter.evidence.grade.rawValue) },
      .init("source") { .optional($0.parameter.evidence.source) },
      .init("date") { .optional($0.parameter.evidence.date) },
      .init("denominator") { .optional($0.parameter.evidence.denominator) },
    ]
  }

  private static var sensitivity: [RecordField<Row>] {
    [
      .init("rank_correlation") { .optional($0.correlation) },
      .init("variance_share") { .optional($0.sensitivity?.share.value) },
      .init("variance_share_mcse") { .optional($0.sensitivity?.share.mcse) },
      .init("shared_with") { $0.others.isEmpty ? .null : .text($0.others.joined(separator: " ")) },
      .init("value_of_learning") { .optional($0.sensitivity?.value?.value) },
      .init("value_of_learning_mcse") { .optional($0.sensitivity?.value?.mcse) },
      .init("break_even") { .optional($0.flip?.value) },
      .init("break_even_low") { .optional($0.flip?.lower) },
      .init("break_even_high") { .optional($0.flip?.upper) },
    ]
  }
}
