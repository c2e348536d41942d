import ExperimentDesign
import Inference
import Rendering
import Studies

/// What becomes of the best option under other readings of the facts.
extension ScenarioWords {
  /// A row for each alternative model; `nil` where none applies.
  var models: TextTable? {
    let models = found.alternatives ?? []
    guard let best = found.verdict?.best, !models.isEmpty else { return nil }
    let words = EstimateText(unit: objective.unit)
    return TextTable(
      first: .init(
        heading: ["if"], cells: models.map(\.model.condition), isNumeric: false, isProse: true),
      columns: [
        .init(heading: ["best option"], cells: models.map { label($0.best) }, isNumeric: false),
        .init(
          heading: ["its lead\(objective.isShare ? ", pp" : "")"],
          cells: models.map { model in
            model.lead.map { words.cell(abs($0.mean), error: $0.mcse, signed: false) } ?? "–"
          }),
        .init(
          heading: [], label: "outcome",
          cells: models.map { model in
            switch model.outcome {
            case .open: "too close to call"
            case .falls: "another option"
            case .stands: model.best == best ? "the same" : "within the margin"
            }
          }, isNumeric: false),
      ], indent: "  ")
  }

  /// Whether one or two inputs at an end of their range change the advice; `nil` where that was not looked for.
  var turningInputs: Phrase? {
    guard let search = found.inputSearch, !search.settings.isEmpty else { return nil }
    guard let change = search.change else {
      return
        "No single input, and no two together, were found to change the best option at their 5% or 95% quantiles."
    }
    let inputs = change.inputs.map { input -> Phrase in
      "\(Name(input.path)) at its \(input.probability < 0.5 ? "5%" : "95%") quantile (\(SupportedDigits.number(input.value, error: abs(input.value) / 20)))"
    }
    return "With \(inputs.joined(separator: " and ")), \(Name(outline.arms[change.best].name)) is best."
  }
}
