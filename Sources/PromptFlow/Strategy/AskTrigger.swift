/// A kind of app event (an article read, a level finished), by its number.
///
/// Names stay outside: a machine compares numbers, and an app or an experiment
/// keeps the list that says which number is which name.
@frozen
public struct EventKind: RawRepresentable, Hashable, Sendable, Codable, BitwiseCopyable {
  /// The number, a position in the list that holds the names.
  public var rawValue: Int
  /// The kind with this number.
  @inlinable public init(rawValue: Int) { self.rawValue = rawValue }
}

extension EventKind {
  /// What a list has at this number; `nil` where it ends before.
  package func element<Name>(of names: [Name]) -> Name? {
    names.indices.contains(rawValue) ? names[rawValue] : nil
  }
}

/// What an app waits for before it first asks, by its word in files and documents.
///
/// A new one is a case here, what is said of it below, and what `AppFlow.Memory.count(of:events:)` counts. `BatchArm.Trigger`
/// says whether the batch engine plays it; its key in files is a line of `Data/rules/keys.txt`, its editor in `options.js`.
@frozen
public enum TriggerKind: String, CaseIterable, Hashable, Sendable, Codable, BitwiseCopyable {
  /// The first session.
  case launch
  /// The end of onboarding.
  case onboarding
  /// Ends of one kind of event.
  case event
  /// Sessions, of which a later one than the first is meant.
  case session

  /// Whether a number belongs to it, where its word does not say all; whether it comes true at the start of a session,
  /// where the ask waits for a hook (R64, R144); and the rule of the pattern of asking that the platform's guides name.
  package var row: (isCounted: Bool, isMetAtSessionStart: Bool, pattern: String?) {
    switch self {
    case .launch: (false, true, "R140")
    case .onboarding: (false, false, "R141")
    case .event: (true, false, "R143")
    case .session: (true, true, nil)
    }
  }
}

/// The moment at which an app first wants to ask: something has happened often enough in the whole life of the install.
///
/// Once it has come true it stays true. `Event` is how an event is called: by its name, or its number.
@frozen
public struct AskMoment<Event: Hashable & Sendable & Encodable>: Hashable, Sendable {
  /// What is waited for.
  public let kind: TriggerKind
  /// The event that is counted; `nil` where none is.
  public internal(set) var event: Event?
  /// With which of them it comes true; ≥ 1.
  public let count: Int

  /// A moment; a count below 1 is 1, and the first session the launch.
  package init(_ kind: TriggerKind, of event: Event? = nil, count: Int = 1) {
    self.kind = kind == .session && count <= 1 ? .launch : kind
    self.event = event
    self.count = max(1, count)
  }

  /// From the first session on.
  public static var launch: Self { Self(.launch) }
  /// The moment onboarding completes.
  public static var onboarding: Self { Self(.onboarding) }
  /// The `count`th event of a kind in the whole life of the install ends.
  public static func event(_ event: Event, count: Int) -> Self { Self(.event, of: event, count: count) }
  /// From the start of the given session on; the install's first session is 1.
  public static func session(_ number: Int) -> Self { Self(.session, count: number) }
}

extension AskMoment: Encodable {
  /// Writes it as the compiler does a case with its values: a run's identity follows from it.
  public func encode(to encoder: any Encoder) throws {
    var cases = encoder.container(keyedBy: AnyKey.self)
    var values = cases.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey(stringValue: kind.rawValue))
    if let event { try values.encode(event, forKey: AnyKey(stringValue: "_0")) }
    if kind.row.isCounted {
      try values.encode(count, forKey: AnyKey(stringValue: event == nil ? "_0" : "count"))
    }
  }
}

extension AskMoment: BitwiseCopyable where Event: BitwiseCopyable {}

/// The same in a strategy, which knows events by their numbers.
public typealias AskTrigger = AskMoment<EventKind>

extension AskTrigger {
  /// Whether it can have come true by a day, whatever else has happened to the install.
  package func isPossible(byDay days: Int) -> Bool {
    var memory = AppFlow.Memory(sessions: FlowState.largestCount, days: days)
    memory.isOnboarded = true
    return memory.has(self, events: FlowState.largestCount)
  }
}

/// Where the app's code sits for asks at the start of a session.
@frozen
public enum AskHook: String, CaseIterable, Hashable, Sendable, Codable {
  /// At process start, before the app is active: a request there is lost.
  case didFinishLaunching = "did_finish_launching"
  /// Half-way between process start and activation: as early, as lost.
  case viewAppeared = "view_appeared"
  /// At activation.
  case didBecomeActive = "did_become_active"
}
