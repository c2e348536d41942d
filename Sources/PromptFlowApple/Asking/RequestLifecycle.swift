package import PromptFlow

/// The lifecycle of one wish to ask, from the app's call to the status that can be read afterwards.
///
///             asked, active           turn came            completed, read determined
///     idle ─────────────────► turn ─────────────► in flight ──────────────► idle
///      │ asked, inactive       ▲  │ inactive        │
///      └────────► waiting ─────┘◄─┘                 │
///                                                   ▼
///                             called back early ── activated, undetermined ──► idle
///
/// It never believes a completion that the status contradicts (R55): what ends
/// a lifecycle is the status as read. After any order of events at most one
/// request is under way, no request is made by an inactive app, none where the
/// status is determined except the one more that a region allows after a year
/// (R78), and one activation leads to at most one request (R92).
package struct RequestLifecycle: Hashable, Sendable {
  /// Where the lifecycle stands.
  package enum Stage: Hashable, Sendable {
    case idle
    /// Wanted, and the app is not active: a request now would be lost (R19).
    case waitingForActivation
    /// Wanted, and another permission is being asked for: a request now would be lost (R21).
    case waitingForTurn
    /// The system has been asked; activations seen since.
    case inFlight(activations: Int)
    /// The callback contradicts the status: the alert is still up (R54).
    case calledBackEarly
  }

  /// What an app can see when something happens.
  package struct Reading: Hashable, Sendable {
    /// The status as read now; `nil` where the system has none.
    package var status: AuthorizationStatus?
    /// Whether the application is active now.
    package var isActive: Bool

    /// A reading.
    package init(status: AuthorizationStatus?, isActive: Bool) {
      self.status = status
      self.isActive = isActive
    }
  }

  /// Something that happened.
  package enum Event: Hashable, Sendable {
    /// The app wants to ask.
    case asked(Reading)
    /// The app wants to ask once more, a year after the answer (R78).
    case askedAgain(Reading)
    /// No other permission is being asked for.
    case turnCame(Reading)
    /// The handler of a request was called, with the number of that request.
    case completed(Int, AuthorizationStatus, Reading)
    /// The application became active, or says so.
    case activated(Reading)
    /// The caller has cancelled its request.
    case withdrawn
  }

  /// What to do about it.
  package enum Action: Hashable, Sendable {
    case none
    /// Queue for a turn among the app's permission requests.
    case takeTurn
    /// Call the system; the number comes back with the completion.
    case request(Int)
    /// Give the turn back: nothing is asked with it.
    case releaseTurn
    /// Tell the waiting caller that no decision was made, and give the turn back.
    case endUndetermined
    /// Tell the waiting caller, and give back the turn if there is one.
    case end(AuthorizationStatus?)
  }

  /// Where it stands.
  package private(set) var stage = Stage.idle
  /// Requests made of the system so far; the latest one's number.
  package private(set) var requests = 0
  /// Whether what is wanted is the one more request after an answer (R78).
  private var isAgain = false

  /// A lifecycle in which nobody has asked.
  package init() {}

  /// Whether the system has been asked and has not said so that it can be read.
  package var isUnderWay: Bool {
    switch stage {
    case .inFlight, .calledBackEarly: true
    case .idle, .waitingForActivation, .waitingForTurn: false
    }
  }

  /// Records an event and returns what to do about it.
  package mutating func handle(_ event: Event) -> Action {
    switch event {
    case .asked(let read):
      guard isOpen(read) else { return end(read) }  // R16, R17: one answer, and no call for it
      guard stage == .idle else { return .none }  // R33: joins the one under way
      return approach(read)
    case .askedAgain(let read):
      guard stage == .idle else { return .none }
      isAgain = true
      guard isOpen(read) else { return end(read) }
      return approach(read)
    case .turnCame(let read):
      guard stage == .waitingForTurn else { return .releaseTurn }
      guard isOpen(read) else { return end(read) }
      guard read.isActive else {
        stage = .waitingForActivation  // R22, R65: the other alert has only just closed
        return .releaseTurn
      }
      return request()
    case .completed(let number, let status, let read):
      guard number == requests, case .inFlight = stage else { return .none }  // late or repeated
      guard isOpen(read) else { return end(read) }
      guard status == .notDetermined else {
        if read.status != .notDetermined { return end(read) }  // R78: it was determined all along
        stage = .calledBackEarly  // R54, R55
        return .none
      }
      return endUndetermined()  // R26, R76, R107
    case .activated(let read):
      return activate(read)
    case .withdrawn:
      if !isUnderWay {  // an alert cannot be taken back
        stage = .idle
        isAgain = false
      }
      return .none
    }
  }

  private mutating func activate(_ read: Reading) -> Action {
    guard isOpen(read) else { return stage == .idle ? .none : end(read) }  // R42, R55
    guard read.isActive else { return .none }
    switch stage {
    case .idle, .waitingForTurn: return .none
    case .waitingForActivation: return approach(read)
    case .inFlight(let activations):
      // The activation after an answer may come before its completion (R32). A second one without any
      // means that none comes; a request too many would not show a second alert (R33).
      guard activations > 0 else {
        stage = .inFlight(activations: 1)
        return .none
      }
      return isAgain ? end(read) : endUndetermined()
    case .calledBackEarly:
      return endUndetermined()  // R55: active again and still undetermined: the alert went without a decision
    }
  }

  private mutating func approach(_ read: Reading) -> Action {
    guard read.isActive else {
      stage = .waitingForActivation  // R19
      return .none
    }
    stage = .waitingForTurn
    return .takeTurn
  }

  private mutating func request() -> Action {
    requests += 1
    stage = .inFlight(activations: 0)
    return .request(requests)
  }

  /// Whether a request can still lead to an alert.
  private func isOpen(_ read: Reading) -> Bool {
    switch read.status {
    case .notDetermined: true
    case .authorized, .denied: isAgain  // R78
    case .restricted, .unknown, nil: false
    }
  }

  /// R145: whether it is made again is the strategy's decision.
  private mutating func endUndetermined() -> Action {
    isAgain = false
    stage = .idle
    return .endUndetermined
  }

  private mutating func end(_ read: Reading) -> Action {
    isAgain = false
    stage = .idle
    return .end(read.status)
  }
}
