public import PromptFlow

/// When an arm first wants to ask, with the event by its name.
///
/// A trigger knows its event by number, which means nothing outside its experiment. A run keeps the moment as
/// ``key``; words are found where it is shown.
///
/// A new case begins in `PromptFlow`: the trigger, the moment at which it comes true (`AppFlow`), its form in documents
/// (`PromptStrategyCoding`) and how an app sets it (`FlowSetup+Asking`). Then come its part of a run's identity
/// (`PromptStrategy+Canonical`), its words in files (`TriggerReading`, the tables in `ExperimentFiles/Keys`) and on the
/// page of `explore`, and how a reviewer comes to it (`ReviewerSession`). `BatchArm` can leave it to the reference
/// engine. The compiler names all other places, which put it in words.
public enum AskMoment: Hashable, Sendable {
  /// From the first session on.
  case launch
  /// The moment onboarding completes.
  case onboarding
  /// The `count`th event of a kind ends; `count` ≥ 1.
  case event(name: String, count: Int)
  /// From the start of the given session on; the first is 1.
  case session(Int)

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

  /// What is stored: `launch`, `onboarding`, `event:article:3`, `session:2`.
  public var key: String {
    switch self {
    case .launch: "launch"
    case .onboarding: "onboarding"
    case .event(let name, let count): "event:\(name):\(count)"
    case .session(let number): "session:\(number)"
    }
  }

  /// In a few words: `launch`, `onboarding`, `after article 3`, `session 2`.
  public var words: String {
    switch self {
    case .launch, .onboarding: key
    case .event(let name, let count): "after \(name) \(count)"
    case .session(let number): "session \(number)"
    }
  }

  /// The moment of a stored key; `nil` where it is none.
  public init?(key: String) {
    let parts = key.split(separator: ":", omittingEmptySubsequences: false)
    let count = parts.count > 1 ? Int(parts[parts.count - 1]).flatMap { $0 >= 1 ? $0 : nil } : nil
    switch (parts[0], count) {
    case ("launch", nil) where parts.count == 1: self = .launch
    case ("onboarding", nil) where parts.count == 1: self = .onboarding
    case ("session", let number?) where parts.count == 2: self = .session(number)
    case ("event", let count?) where parts.count > 2:
      // The name of an event may have a colon.
      self = .event(name: parts[1..<parts.count - 1].joined(separator: ":"), count: count)
    case _: return nil
    }
  }
}
