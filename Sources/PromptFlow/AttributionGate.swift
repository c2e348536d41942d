/// When an attribution SDK lets its one install event go.
///
///     idle ── started ──► waiting ── decision, deadline ──► sent
///       ▲                    │
///       └── session ended ───┘   (the wait begins anew, except `foreground`)
///
/// The SDKs' documents and their sources disagree; both are kinds (R118, R119).
@frozen
public struct AttributionGate: Hashable, Sendable {
  public let kind: GateKind
  /// Seconds left of the wait; only `foreground` uses it up over sessions (R123, R126).
  @usableFromInline var remaining: Double
  @usableFromInline let wait: Double
  @usableFromInline var waiting = false
  @usableFromInline var sent = false

  /// The longest wait of a foreground gate, seconds (R123).
  @inlinable public static var longestForegroundWait: Double { 360 }

  /// - Parameter waitSeconds: the wait that the app configured; seconds, ≥ 0.
  @inlinable
  public init(kind: GateKind, waitSeconds: Double) {
    self.kind = kind
    wait = kind == .foreground ? min(waitSeconds, Self.longestForegroundWait) : waitSeconds  // R123
    remaining = wait
  }

  @frozen
  public enum Event: Hashable, Sendable {
    /// The SDK starts in this session; `isDetermined` is what the system says then.
    case started(isDetermined: Bool)
    /// The permission became determined.
    case determined
    /// An app that trusts the callback told the SDK denied, before the answer (R54).
    case believedDenied
    /// The wait is over.
    case deadline
    /// The session ended this many seconds after the SDK started in it.
    case sessionEnded(secondsSinceStart: Double)
  }

  @frozen
  public enum Action: Hashable, Sendable {
    case none
    /// Wake the gate after so many seconds of wall clock.
    case wait(Double)
    /// The install event goes out now.
    case send
  }

  @inlinable public var isSent: Bool { sent }

  /// Whether the SDK waits in this session.
  @inlinable public var isWaiting: Bool { waiting }

  /// Whether an app event that ends now is dropped: a timer gate keeps none (R120, R124).
  @inlinable public var dropsEvents: Bool { kind == .timer && !sent }

  @inlinable
  @inline(__always)
  public mutating func handle(_ event: Event) -> Action {
    guard !sent else { return .none }  // R126, R128: once sent, no session waits again
    switch event {
    case .started(let isDetermined):
      switch kind {
      case .none: return send()
      case .documented, .foreground:
        if isDetermined { return send() }  // R118, R128
        waiting = true
        return .wait(remaining)
      case .timer:
        waiting = true
        return .wait(remaining)  // R119: whatever the status
      }
    case .determined:
      guard waiting, kind != .timer else { return .none }  // R119, R121
      return send()  // R118, R125
    case .believedDenied:
      guard waiting, kind == .documented else { return .none }
      return send()  // R54
    case .deadline:
      return waiting ? send() : .none  // R118, R119, R126
    case .sessionEnded(let elapsed):
      if waiting, kind == .foreground { remaining = max(0, remaining - elapsed) }  // R124; not R127
      waiting = false  // R122: the wait starts anew
      return .none
    }
  }

  @inlinable
  @inline(__always)
  mutating func send() -> Action {
    sent = true
    waiting = false
    return .send
  }
}
