public import PromptFlow

/// When an arm first wants to ask, with the event by its name.
///
/// A trigger knows its event by number, which means nothing outside its experiment.
///
/// A new case begins in `PromptFlow`: the trigger, the moment at which it comes true (`AppFlow`), its form in documents
/// (`PromptStrategyCoding`) and how an app sets it (`FlowSetup+Asking`). Then come its part of a run's identity
/// (`PromptStrategy+Canonical`), its words in files (`TriggerReading`, the tables in `ExperimentFiles/Keys`) and on the
/// page of `explore`, and how a reviewer comes to it (`ReviewerSession`). `BatchArm` can leave it to the reference
/// engine. The compiler names all other places, which put it in words.
public enum AskMoment: Codable, Hashable, Sendable {
  /// From the first session on.
  case launch
  /// The moment onboarding completes.
  case onboarding
  /// The `count`th event of a kind ends; `count` ≥ 1.
  case event(name: String, count: Int)
  /// From the start of the given session on; the first is 1.
  case session(Int)

  private enum SessionCodingKeys: String, CodingKey { case _0 = "number" }

  /// The moment of a trigger.
  ///
  /// - Parameter eventKinds: Names of the event kinds by their numbers; one without a name is an `event`.
  public init(_ trigger: AskTrigger, eventKinds: [String]) {
    switch trigger {
    case .launch: self = .launch
    case .onboarding: self = .onboarding
    case .event(let kind, let count):
      let isNamed = eventKinds.indices.contains(kind.rawValue)
      self = .event(name: isNamed ? eventKinds[kind.rawValue] : "event", count: count)
    case .session(let number): self = .session(number)
    }
  }

  /// In a few words: `launch`, `onboarding`, `after article 3`, `session 2`.
  public var words: String {
    switch self {
    case .launch: "launch"
    case .onboarding: "onboarding"
    case .event(let name, let count): "after \(name) \(count)"
    case .session(let number): "session \(number)"
    }
  }
}
