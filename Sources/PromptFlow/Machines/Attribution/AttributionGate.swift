/// When an attribution SDK lets its one install event go.
///
/// The page *StateMachines* has every edge.
@frozen
@usableFromInline
package struct AttributionGate: Hashable, Sendable {
  /// How this SDK holds its install event back.
  @usableFromInline package let kind: GateKind
  /// Seconds that a wait which starts now would take; only `foreground` uses them up over sessions (R123, R126).
  @usableFromInline package var secondsLeft: Double
  @usableFromInline let wait: Double
  /// Where the install event stands; ``handle(_:)`` alone changes it.
  @usableFromInline var state = State.idle

  /// - Parameter waitSeconds: the wait that the app configured; seconds, ≥ 0.
  @inlinable
  @inline(__always)
  package init(kind: GateKind, waitSeconds: Double) {
    self.kind = kind
    wait = kind == .foreground ? min(waitSeconds, 360) : waitSeconds  // R123
    secondsLeft = wait
  }

  /// Where the install event stands.
  @frozen
  @usableFromInline
  package enum State: String, Hashable, Sendable, Codable {
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
    case (_, .started(let isDetermined)):
      switch kind {
      case .none: return Step(.sent, .send)
      case .documented, .foreground:
        if isDetermined || secondsLeft == 0 { return Step(.sent, .send) }  // R118, R126, R128
        return Step(.waiting, .wait(secondsLeft))
      case .timer: return Step(.waiting, .wait(secondsLeft))  // R119: whatever the status
      }
    case (.waiting, .determined), (.waiting, .believedDenied):
      // R54, R118, R121, R125: to the SDK a believed denial is a decision. R119: not to a timer.
      return kind == .timer ? Step(.waiting) : Step(.sent, .send)
    case (.waiting, .deadline): return Step(.sent, .send)  // R118, R119, R126
    case (.waiting, .sessionEnded(let elapsed)):
      if kind == .foreground { secondsLeft = max(0, secondsLeft - elapsed) }  // R124; not R127
      return Step(.idle)  // R122: the wait starts anew
    case (.idle, .determined), (.idle, .believedDenied), (.idle, .deadline), (.idle, .sessionEnded):
      return Step(.idle)
    }
  }
}

extension AttributionGate {
  /// Everything a gate has to remember across processes, apart from how it is set up.
  package struct Kept: Hashable, Sendable, Codable {
    /// Where the install event stood.
    package var state: State
    /// Seconds of the wait that are used up; only a `foreground` gate uses any (R123, R126).
    package var secondsUsed: Double
  }

  /// What to keep of this gate.
  package var kept: Kept { Kept(state: state, secondsUsed: wait - secondsLeft) }

  /// The gate as it was kept; the kind and the wait may be others now.
  package init(kind: GateKind, waitSeconds: Double, resuming kept: Kept) {
    self.init(kind: kind, waitSeconds: waitSeconds)
    state = kept.state
    secondsLeft = max(0, wait - kept.secondsUsed)
  }
}
