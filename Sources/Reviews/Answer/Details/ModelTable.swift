import ExperimentDesign
import Inference
import Rendering
import Studies

/// What becomes of the best option under other readings of the facts.
extension ScenarioWords {
  /// A row for each alternative model; `nil` where none applies.
  var models: TextTable? {
    let models = (found.alternatives ?? []).filter { $0.tried.model != nil }
    guard let best = found.verdict?.best, !models.isEmpty else { return nil }
    return TextTable(
      first: models.column(["if"], isProse: true, \.tried.model?.condition),
      columns: [
        models.names("best option") { outline.arms[$0.best].name },
        models.column(["its lead\(objective.isShare ? ", pp" : "")"]) { model in
          Quantity(model.lead, objective.unit.difference).magnitude.full(.bare)
        },
        models.column([], label: "outcome", isNumeric: false) { model in
          switch model.outcome {
          case .open: "too close to call"
          case .falls: "another option"
          case .stands: model.best == best ? "the same" : "within the margin"
          }
        },
      ], indent: "  ")
  }
}
