import ExperimentDesign
import Inference
import Rendering
import Studies

extension LostRequestCause {
  /// What became of the request.
  var words: String {
    switch self {
    case .notActive: "lost: app not active (R19)"
    case .behindAlert: "lost: another alert was up (R21)"
    case .queued: "waited behind another alert (R52)"
    case .unanswered: "alert left unanswered (R31)"
    }
  }
}

extension EstimateText {
  /// The number alone, with the digits that its error supports.
  func value(_ mean: MonteCarloMean, signed: Bool = false) -> String {
    let error = mean.mcse.flatMap { $0 == 0 ? nil : $0 }
    return SupportedDigits.text(
      mean.mean * unit.scale, decimals: decimals(of: mean.mean, error: error), signed: signed)
  }
}
