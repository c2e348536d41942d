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

/// The moment at which an app first wants to ask.
///
/// Once it has come true it stays true.
@frozen
public enum AskTrigger: Hashable, Sendable, Codable {
  /// From the first session on.
  case launch
  /// The moment onboarding completes.
  case onboarding
  /// The `count`th event of a kind in the whole life of the install ends; `count` ≥ 1.
  case event(EventKind, count: Int)
  /// From the start of the given session on; the install's first session is 1.
  case session(Int)

  /// Whether it comes true at the start of a session, where the ask waits for a hook (R64, R144).
  package var isMetAtSessionStart: Bool {
    switch self {
    case .launch, .session: true
    case .onboarding, .event: false
    }
  }

  /// The rule of the pattern of asking that the platform's guides name; `nil` where they name none.
  package var pattern: String? {
    switch self {
    case .launch: "R140"
    case .onboarding: "R141"
    case .event: "R143"
    case .session: nil
    }
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
