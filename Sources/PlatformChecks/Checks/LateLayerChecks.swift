import ExperimentDesign
import PromptFlow

extension Inspection {
  /// A consent layer that waits for an alert which many never get to (L44).
  ///
  /// Reported once per arm.
  mutating func checkLateLayer(_ arm: Arm, _ subject: ExperimentSubject) {
    guard let moment = lateMoment(arm, subject) else { return }
    let layers = arm.surroundings.joined().compactMap(\.consent)
    guard let waits = layers.first(where: { $0.order == .afterATT }) else { return }
    note(
      "L44",
      "The consent layer opens after the alert, and the alert comes \(moment): people who leave before that are never shown the layer.",
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

  /// Where the order of the two is said.
  private func consentPath(_ consent: ConsentModel, _ arm: Arm) -> String {
    guard let dot = consent.accept.path.lastIndex(of: ".") else { return "arms.\(arm.name).ask" }
    return consent.accept.path[..<dot] + ".order"
  }
}
