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
  /// A moment that this version does not know: its key.
  case unknown(String)

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
    case .unknown(let key): key
    }
  }

  /// The moment of a stored key.
  public init(key: String) {
    self =
      Self.event(key) ?? Self.session(key)
      ?? (key == "launch" ? .launch : key == "onboarding" ? .onboarding : .unknown(key))
  }

  private static func event(_ key: String) -> AskMoment? {
    guard key.hasPrefix("event:") else { return nil }
    let rest = key.dropFirst("event:".count)
    guard let end = rest.lastIndex(of: ":"), end > rest.startIndex,
      let count = Int(rest[rest.index(after: end)...]), count >= 1
    else { return nil }
    return .event(name: String(rest[..<end]), count: count)
  }

  private static func session(_ key: String) -> AskMoment? {
    guard key.hasPrefix("session:"), let number = Int(key.dropFirst("session:".count)), number >= 1 else {
      return nil
    }
    return .session(number)
  }
}
