import ExperimentDesign
import PromptFlow

extension Inspection {
  /// A consent layer that waits for an alert which many never get to (L44).
  ///
  /// Reported once per arm, with the share that ends undetermined where it was simulated: those are the installs
  /// that a layer behind the alert leaves out, for all that the file assumes.
  mutating func checkLateLayer(_ arm: Arm, _ subject: ExperimentSubject) {
    guard let moment = lateMoment(arm, subject) else { return }
    var shares: [Double] = []
    var waits: ConsentModel?
    for (scenario, people) in arm.surroundings.enumerated() {
      for (segment, surroundings) in people.enumerated() {
        guard let consent = surroundings.consent, consent.order == .afterATT else { continue }
        waits = waits ?? consent
        if let share = subject.undetermined(arm.name, scenario, segment) { shares.append(share) }
      }
    }
    guard let waits else { return }
    note(
      "L44",
      "The consent layer opens after the alert, and the alert comes \(moment): \(missed(shares, waits.onUndetermined)).",
      at: subject.location(consentPath(waits, arm)), arm: arm.name)
  }

  /// The moment of asking in words, where not everybody reaches it.
  private func lateMoment(_ arm: Arm, _ subject: ExperimentSubject) -> String? {
    switch arm.strategy.trigger {
    case .launch, .session(1): return nil
    case .session(let first): return "in session \(first)"
    case .onboarding: return "when onboarding is completed"
    case .event(let kind, let count):
      let kinds = subject.experiment.eventKinds
      let name = kinds.indices.contains(kind.rawValue) ? kinds[kind.rawValue] : "event"
      return "after \(CountedWord(count: count, word: name).words)"
    }
  }

  private func missed(_ shares: [Double], _ onUndetermined: ConsentOnUndetermined) -> String {
    guard let low = shares.min(), let high = shares.max() else {
      return "people who leave before that are never shown the layer"
    }
    let (least, most) = (Int((low * 100).rounded()), Int((high * 100).rounded()))
    let percent = least == most ? "\(least)%" : "\(least)% to \(most)%"
    // Where the layer also opens after a request without a decision, some of the undetermined have seen it.
    let about =
      switch onUndetermined {
      case .wait: "about"
      case .open: "up to"
      }
    return "\(about) \(percent) of installs end undetermined and are never shown the layer"
  }

  /// Where the order of the two is said.
  private func consentPath(_ consent: ConsentModel, _ arm: Arm) -> String {
    guard let dot = consent.accept.path.lastIndex(of: ".") else { return "arms.\(arm.name).ask" }
    return consent.accept.path[..<dot] + ".order"
  }
}
