import Inference
import Rendering
import Studies

/// The stages of a funnel in words.
struct FunnelWords {
  var funnel: Funnel.Arm

  private var share: EstimateText { EstimateText(unit: .share) }

  var stages: [FunnelFigure.Stage] {
    var before: MonteCarloMean?
    return funnel.stages.map { stage, mean in
      defer { before = mean }
      return FunnelFigure.Stage(
        name: stage.words, share: mean.mean,
        number: (mean.mean == 1 && (mean.mcse ?? 0) == 0 ? "100" : share.value(mean)) + "%",
        loss: before.map { loss(stage, mean, since: $0) } ?? "")
    }
  }

  /// Where the arm loses most installs, as a sentence.
  func finding(_ name: String) -> String {
    let means = funnel.stages
    let losses = zip(means, means.dropFirst()).map { before, after in
      (stage: after.0, loss: before.1.mean - after.1.mean)
    }
    guard let most = losses.max(by: { $0.loss < $1.loss }), most.loss > 0 else {
      return "\(name), step by step."
    }
    let points = SupportedDigits.text(most.loss * 100, decimals: 0)
    return "\(name) loses most installs at the step “\(most.stage.words)”: \(points) of 100."
  }

  private func loss(_ stage: FunnelStage, _ mean: MonteCarloMean, since before: MonteCarloMean) -> String {
    let gone = before.mean - mean.mean
    let error = [mean.mcse, before.mcse].compactMap { $0 }.max()
    let decimals = min(2, SupportedDigits.decimals(error: error.map { $0 * 100 }, plain: 1))
    let number = SupportedDigits.text(-gone * 100, decimals: decimals, signed: true)
      .replacing("-", with: "−")
    guard number.contains(where: { ("1"..."9").contains($0) }) else { return "" }
    switch stage {
    case .installs: return ""
    case .askable: return "\(number): \(devices)"
    case .triggerReached: return "\(number): gone before the moment"
    case .prePromptContinued:
      return gone < 0 ? "\(number): some continue twice" : "\(number): declined or closed"
    case .alertShown: return "\(number): asked, no alert shown"
    case .answered: return "\(number): left unanswered"
    case .allowed: return "\(number): denied"
    case .authorized: return "\(number): changed in Settings"
    }
  }

  private var devices: String {
    let parts: [(MonteCarloMean?, String)] = [
      (funnel.switchedOff, "off"), (funnel.restricted, "restricted"),
      (funnel.olderSystem, "older iOS"),
    ]
    return parts.compactMap { mean, words in
      guard let mean, mean.mean > 0 else { return nil }
      return "\(share.value(mean)) \(words)"
    }.joined(separator: ", ")
  }
}

extension FunnelStage {
  /// What the installs at the stage have done.
  var words: String {
    switch self {
    case .installs: "install"
    case .askable: "can be asked"
    case .triggerReached: "reach the moment"
    case .prePromptContinued: "continue the pre-prompt"
    case .alertShown: "see the alert"
    case .answered: "answer"
    case .allowed: "allow"
    case .authorized: "authorized at the end"
    }
  }
}

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
