/// When an attribution SDK lets its one install event go.
///
///     idle ── started ──► waiting ── decision, deadline ──► sent
///       ▲                    │
///       └── session ended ───┘   (the wait begins anew, except `foreground`)
///
/// The page *StateMachines* has every edge.
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
  /// Where the install event stands; ``handle(_:)`` alone changes it.
  @usableFromInline var state = State.idle

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

  /// Where the install event stands.
  @frozen
  @usableFromInline
  package enum State: UInt8, Hashable, Sendable {
    /// The SDK has not started in this session.
    case idle
    /// It has started, and waits with the event.
    case waiting
    case sent
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
    /// An app that trusts the callback reported denied to the SDK, before the answer (R54).
    case believedDenied
    /// The wait is over.
    case deadline
    /// The session ended this many seconds after the SDK started in it.
    case sessionEnded(secondsSinceStart: Double)
  }

  /// What the SDK does about it.
  @frozen
  @usableFromInline
  package enum Action: Hashable, Sendable, MachineAction {
    case none
    /// Wake the gate after this number of seconds of wall clock.
    case wait(Double)
    /// Send the install event now.
    case send
  }

  /// Whether the install event is out.
  @inlinable @inline(__always) package var isSent: Bool { state == .sent }

  /// Seconds that a wait which starts now would take; unlike a session, a `foreground` wait goes on.
  @inlinable @inline(__always) package var secondsLeft: Double { remaining }

  /// Whether the SDK waits in this session.
  @inlinable @inline(__always) package var isWaiting: Bool { state == .waiting }

  /// Whether an app event that ends now is dropped: a timer gate keeps none (R120, R124).
  @inlinable @inline(__always) package var dropsEvents: Bool { kind == .timer && !isSent }

  /// Records an event and returns what the SDK does about it.
  @inlinable
  @inline(__always)
  package mutating func handle(_ event: Event) -> Action {
    let step = step(on: event)
    state = step.state
    return step.action
  }

  @usableFromInline typealias Step = MachineStep<State, Action>

  /// The one transition, from the state and the event to the next state.
  @inlinable
  @inline(__always)
  mutating func step(on event: Event) -> Step {
    switch (state, event) {
    case (.sent, _): return Step(.sent)  // R126, R128: once sent, no session waits again
    case (.waiting, .waitSet): return Step(.waiting)  // R117: too late
    case (.idle, .waitSet(let seconds)):
      let used = wait - remaining
      wait = Self.granted(seconds, kind)
      remaining = max(0, wait - used)
      return Step(.idle)
    case (_, .started(let isDetermined)):
      switch kind {
      case .none: return Step(.sent, .send)
      case .documented, .foreground:
        if isDetermined || remaining == 0 { return Step(.sent, .send) }  // R118, R126, R128
        return Step(.waiting, .wait(remaining))
      case .timer: return Step(.waiting, .wait(remaining))  // R119: whatever the status
      }
    case (.waiting, .determined):
      return kind == .timer ? Step(.waiting) : Step(.sent, .send)  // R118, R119, R121, R125
    case (.waiting, .believedDenied):
      // R54, R118, R125: to the SDK a believed denial is a decision. R119: not to a timer.
      return kind == .timer ? Step(.waiting) : Step(.sent, .send)
    case (.waiting, .deadline): return Step(.sent, .send)  // R118, R119, R126
    case (.waiting, .sessionEnded(let elapsed)):
      if kind == .foreground { remaining = max(0, remaining - elapsed) }  // R124; not R127
      return Step(.idle)  // R122: the wait starts anew
    case (.idle, .determined), (.idle, .believedDenied), (.idle, .deadline), (.idle, .sessionEnded):
      return Step(.idle)
    }
  }
}
