package import PromptFlow

/// A kind of life to look for among traces.
package enum TracePattern: String, CaseIterable, Encodable, Hashable, Sendable {
  case allowed
  case denied
  case lostRequest = "lost_request"
  case neverPrompted = "never_prompted"
  case prePromptLeft = "pre_prompt_left"
  case unidentified

  /// What such a life has, in a few words.
  package var summary: String {
    switch self {
    case .allowed: "the alert is answered with Allow"
    case .denied: "the alert is answered with Ask App Not to Track"
    case .lostRequest: "a request ends without an alert and undecided"
    case .neverPrompted: "the moment comes, and no alert is ever shown"
    case .prePromptLeft: "a pre-prompt is not continued"
    case .unidentified: "the install is reported without the identifier"
    }
  }

  /// Whether an install is an example of it, under any of its arms.
  package func fits(_ trace: InstallTrace) -> Bool { trace.arms.contains(where: fits) }

  private func fits(_ life: ArmTrace) -> Bool {
    switch self {
    case .allowed: life.answer == .allow
    case .denied: life.answer == .deny
    case .lostRequest: life.rulings.contains { $0.loss != nil }
    case .neverPrompted: life.isReached && !life.isPrompted
    case .prePromptLeft:
      life.events.contains { if case .prePromptEnded(let end) = $0 { end != .continued } else { false } }
    case .unidentified: life.isInstallIdentified == false
    }
  }
}

extension ArmTrace {
  /// The answer to the alert; `nil` where none was given.
  package var answer: AlertAnswer? {
    for case .answered(let answer) in events { return answer }
    return nil
  }

  /// Whether the moment of asking came.
  package var isReached: Bool {
    events.contains { if case .triggerReached = $0 { true } else { false } }
  }

  /// Whether the alert was ever shown.
  package var isPrompted: Bool {
    events.contains { if case .alertShown = $0 { true } else { false } }
  }

  /// Whether the install event carried the identifier; `nil` where none went out.
  package var isInstallIdentified: Bool? {
    for case .installSent(_, let isIdentified, _) in events { return isIdentified }
    return nil
  }

  /// What decided each request.
  package var rulings: [RequestRuling] {
    events.compactMap { if case .requested(let ruling, _) = $0 { ruling } else { nil } }
  }
}
