public import PromptFlow

/// The moment of asking in a few words: `launch`, `onboarding`, `after article 3`, `session 2`.
///
/// - Parameter eventKinds: names of the event kinds by their numbers.
public func askWords(_ trigger: AskTrigger, eventKinds: [String]) -> String {
  switch trigger {
  case .launch: return "launch"
  case .onboarding: return "onboarding"
  case .event(let kind, let count):
    let name = eventKinds.indices.contains(kind.rawValue) ? eventKinds[kind.rawValue] : "event"
    return "after \(name) \(count)"
  case .session(let number): return "session \(number)"
  }
}
