import ExperimentDesign
import Inference
import Rendering
import Studies

/// The columns that say how sure the choice of each arm is, and what it may lose; none where no
/// parameter is uncertain.
struct DecisionColumns {
  var outline: RunOutline
  var decision: Decision?

  var columns: [TextTable.Column] {
    guard let decision, decision.valueOfPerfectInformation != nil else { return [] }
    let arms = outline.arms.indices.map { decision[$0] }
    let share = EstimateText(unit: .share)
    let words = EstimateText(unit: outline.objective.unit)
    return [
      .init(
        heading: ["chance", "best"],
        cells: arms.map { arm in (arm?.best).map { share.cell($0) + "%" } ?? "–" }),
      .init(
        heading: ["expected", outline.objective.isShare ? "loss, pp" : "loss"],
        cells: arms.map { arm in (arm?.regret).map { words.loss($0) } ?? "–" }),
    ]
  }
}
