import ExperimentDesign
public import PromptFlow

/// The moment of asking in a few words: `launch`, `onboarding`, `after article 3`, `session 2`.
///
/// - Parameter eventKinds: names of the event kinds by their numbers.
public func askWords(_ trigger: AskTrigger, eventKinds: [String]) -> String {
  askWords(AskMoment(trigger, eventKinds: eventKinds))
}

/// The moment in a few words.
func askWords(_ moment: AskMoment) -> String {
  switch moment {
  case .launch, .onboarding: moment.key
  case .event(let name, let count): "after \(name) \(count)"
  case .session(let number): "session \(number)"
  }
}
