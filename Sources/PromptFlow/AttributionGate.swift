/// When an attribution SDK lets its one install event go.
///
///     idle ── started ──► waiting ── decision, deadline ──► sent
///       ▲                    │
///       └── session ended ───┘   (the wait begins anew, except `foreground`)
///
/// The SDKs' documents and their sources disagree; both are kinds (R118, R119).
@frozen
@usableFromInline
package struct AttributionGate: Hashable, Sendable {
  /// How this SDK holds its install event back.
  @usableFromInline package let kind: GateKind
  /// Seconds left of the wait; only `foreground` uses it up over sessions (R123, R126).
  @usableFromInline var remaining: Double
  @usableFromInline var wait: Double
  @usableFromInline var started = false
  @usableFromInline var waiting = false
  @usableFromInline var sent = false

  /// The longest wait of a foreground gate, seconds (R123).
  @inlinable package static var longestForegroundWait: Double { 360 }

  /// - Parameter waitSeconds: the wait that the app configured; seconds, ≥ 0.
  @inlinable
  @inline(__always)
  package init(kind: GateKind, waitSeconds: Double) {
    self.kind = kind
    wait = Self.granted(waitSeconds, kind)
    remaining = wait
  }

  /// The wait an SDK of this kind grants of the one configured.
  @inlinable
  static func granted(_ seconds: Double, _ kind: GateKind) -> Double {
    kind == .foreground ? min(seconds, longestForegroundWait) : seconds  // R123
  }

  /// Something that happened to the SDK.
  @frozen
  @usableFromInline
  package enum Event: Hashable, Sendable {
    /// The app set the wait in this process, in seconds (R117).
    case waitSet(seconds: Double)
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

  /// What the SDK does about it.
  @frozen
  @usableFromInline
  package enum Action: Hashable, Sendable {
    case none
    /// Wake the gate after so many seconds of wall clock.
    case wait(Double)
    /// The install event goes out now.
    case send
  }

  /// Whether the install event is out.
  @inlinable @inline(__always) package var isSent: Bool { sent }

  /// Seconds that a wait which starts now would take; unlike a session, a `foreground` wait goes on.
  @inlinable @inline(__always) package var secondsLeft: Double { remaining }

  /// Whether the SDK waits in this session.
  @inlinable @inline(__always) package var isWaiting: Bool { waiting }

  /// Whether an app event that ends now is dropped: a timer gate keeps none (R120, R124).
  @inlinable @inline(__always) package var dropsEvents: Bool { kind == .timer && !sent }

  /// Records an event and returns what the SDK does about it.
  @inlinable
  @inline(__always)
  package mutating func handle(_ event: Event) -> Action {
    guard !sent else { return .none }  // R126, R128: once sent, no session waits again
    switch event {
    case .waitSet(let seconds):
      guard !started else { return .none }  // R117: too late
      let used = wait - remaining
      wait = Self.granted(seconds, kind)
      remaining = max(0, wait - used)
      return .none
    case .started(let isDetermined):
      started = true
      switch kind {
      case .none: return send()
      case .documented, .foreground:
        if isDetermined || remaining == 0 { return send() }  // R118, R126, R128
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
      guard waiting, kind != .timer else { return .none }  // R119
      return send()  // R54, R118, R125: to the SDK a believed denial is a decision
    case .deadline:
      return waiting ? send() : .none  // R118, R119, R126
    case .sessionEnded(let elapsed):
      if waiting, kind == .foreground { remaining = max(0, remaining - elapsed) }  // R124; not R127
      waiting = false  // R122: the wait starts anew
      started = false
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
