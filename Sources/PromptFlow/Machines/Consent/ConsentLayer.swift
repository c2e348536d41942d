/// What the consent layer (CMP) asks, when it waits, and what it grants.
///
/// It reads the permission as the *app* sees it, which a believed callback can
/// distort (R54), and never raises tracking above it (R99, R115).
///
/// The page *StateMachines* has every edge.
@frozen
@usableFromInline
package struct ConsentLayer: Hashable, Sendable {
  /// Which of the two questions comes first.
  @usableFromInline package let order: ConsentOrder
  /// What it does after a request without a decision (R107).
  @usableFromInline package let onUndetermined: ConsentOnUndetermined
  /// Whether authorized counts as accepted without a screen (R116).
  @usableFromInline package let preGrant: Bool

  /// Where it stands; ``handle(_:)`` alone changes it.
  @usableFromInline package var state = State.waiting

  /// A layer that has not been shown.
  @inlinable
  @inline(__always)
  package init(order: ConsentOrder, onUndetermined: ConsentOnUndetermined, preGrant: Bool) {
    self.order = order
    self.onUndetermined = onUndetermined
    self.preGrant = preGrant
  }

  /// Where the layer stands.
  @frozen
  @usableFromInline
  package enum State: Hashable, Sendable, Codable {
    /// The ad purposes are open, and it is not the layer's turn.
    case waiting
    /// It waits for an active, uncovered app.
    case due(Turn)
    /// It is on screen; it asks for tracking, or is there for the other purposes only (R104, R111).
    case up(Turn, asksToTrack: Bool)
    /// It did not end in its time, and nothing waits for it any more in this process.
    case givenUp(Turn, asksToTrack: Bool)
    /// The app rejected the ad purposes: the identifier could not be read, or no more (R104, R105).
    case rejected
    /// The app granted the ad purposes without a screen (R116).
    case acceptedUnasked
    /// The person answered; whether their first answer was a refusal before the alert (R109).
    case answered(accepts: Bool, refusedFirst: Bool)
  }

  /// Why the layer comes.
  @frozen
  @usableFromInline
  package enum Turn: String, Hashable, Sendable, Codable {
    /// Its place in the order has come (R101, R106, R109).
    case usual
    /// A request ended without a decision (R107).
    case early
    /// The permission was granted after the layer had rejected for lack of it (R42).
    case again
  }

  /// What the app knows of the permission when it tells the layer something.
  @frozen
  @usableFromInline
  package struct View: Hashable, Sendable {
    /// The status as the app sees it; `nil` where the system has none (R106).
    @usableFromInline package var status: AuthorizationStatus?
    /// Whether this app asks on this system version at all.
    @usableFromInline package var appAsks: Bool

    @inlinable
    package init(status: AuthorizationStatus?, appAsks: Bool) {
      self.status = status
      self.appAsks = appAsks
    }

    /// Whether the app's question is settled or will never be put (R10, R101); where the system has
    /// no permission, none will (R106).
    @inlinable
    var isSettled: Bool { status != .notDetermined || !appAsks }
  }

  /// Something the layer is notified of.
  @frozen
  @usableFromInline
  package enum Event: Hashable, Sendable {
    /// A process starts: a layer that the last one's end took away comes again.
    case processStarted
    /// The app became active and re-checked the status (R42).
    case activated(View)
    /// The permission became determined, as the app sees it.
    case determined(View)
    /// A request ended undetermined (R107).
    case requestUndetermined
    /// The layer is on screen; the identifier can be read now or not, and the permission may forbid it for good.
    case shown(identifierIsReadable: Bool, isForbidden: Bool = false)
    /// The person is through; `wouldAccept` is their answer where they were asked.
    case ended(wouldAccept: Bool)
    /// The layer on screen, or the rejection before it, has not ended in its time.
    case givenUp
    /// The app rejected what the person had accepted, because the permission is gone (R104).
    case rejectedByApp
    /// The person opened the layer again and left it so (R115); it may ask where the permission is there.
    case changed(accepts: Bool, mayAsk: Bool)
    /// The same with the alert still to come, which a no ends and a yes brings back (R108, R109, R115).
    case changedBeforeAlert(accepts: Bool)
    /// What the layer became due for is gone before it was shown: the app's question is open once more (R55), or the
    /// permission that it came again with has been taken back (R42).
    case occasionGone
  }

  /// How the ad purposes stand.
  @inlinable
  @inline(__always)
  package var purposes: ConsentPurposes {
    switch state {
    case .waiting, .due(.usual), .due(.early), .up(.usual, _), .up(.early, _), .givenUp(.usual, _),
      .givenUp(.early, _):
      .open
    case .due(.again), .up(.again, _), .givenUp(.again, _), .rejected: .rejectedForLack
    case .acceptedUnasked: .accepted
    case .answered(let accepts, _): accepts ? .accepted : .refused
    }
  }

  /// Whether the layer waits for an active, uncovered app.
  @inlinable @inline(__always) package var isDue: Bool { if case .due = state { true } else { false } }
  @inlinable @inline(__always) var isWaiting: Bool { if case .waiting = state { true } else { false } }
  /// Whether the layer is on screen.
  @inlinable @inline(__always) package var isUp: Bool { if case .up = state { true } else { false } }

  /// Whether nobody waits for the ad purposes any more: the person or the app has settled them, or gave up.
  @inlinable
  @inline(__always)
  package var isResolved: Bool {
    switch state {
    case .waiting, .due(.usual), .due(.early), .up(.usual, _), .up(.early, _): false
    case .due(.again), .up(.again, _), .givenUp, .rejected, .acceptedUnasked, .answered: true
    }
  }

  /// Whether the ad purposes are accepted, by the person or by the app.
  @inlinable @inline(__always) package var isAccepted: Bool { purposes == .accepted }

  /// Whether the person has given an answer of their own, which they may reverse (R115).
  @inlinable @inline(__always) package var personHasAnswered: Bool {
    if case .answered = state { true } else { false }
  }

  /// Whether the layer on screen asks for tracking, or is there for the other purposes only (R104, R111).
  @inlinable
  @inline(__always)
  package var asksToTrack: Bool {
    switch state {
    case .up(_, let asks), .givenUp(_, let asks): asks
    case .waiting, .due, .rejected, .acceptedUnasked, .answered: false
    }
  }

  /// Whether the person refused before being asked to be tracked, so that the app never asks (R109).
  @inlinable
  @inline(__always)
  package var refusedFirst: Bool {
    if case .answered(_, let refusedFirst) = state { refusedFirst } else { false }
  }

  /// Whether every ask has to wait (R101, R109, R112).
  @inlinable
  @inline(__always)
  package var holdsBackAsks: Bool {
    switch state {
    case .due, .up: true  // R112
    case .waiting: order == .beforeATT  // R109
    case .givenUp, .rejected, .acceptedUnasked, .answered: false
    }
  }

  /// Records an event.
  ///
  /// - Returns: whether the layer was due and is not any more, so that the asks that waited for its end wait no longer.
  @inlinable
  @inline(__always)
  @discardableResult
  package mutating func handle(_ event: Event) -> Bool {
    let wasDue = if case .due(.usual) = state { true } else { false }
    state = next(after: event)
    return wasDue && isWaiting
  }

  /// The one transition, from the state and the event to the next state.
  @inlinable
  @inline(__always)
  func next(after event: Event) -> State {
    switch (state, event) {
    case (.up(let turn, _), .processStarted), (.givenUp(let turn, _), .processStarted): .due(turn)
    case (.up(let turn, let asks), .givenUp): .givenUp(turn, asksToTrack: asks)
    case (.due(let turn), .givenUp): .givenUp(turn, asksToTrack: false)
    // R112: an activation under the layer, after an alert on top of it closed.
    case (.up, .activated), (.up, .determined), (.up, .requestUndetermined): state

    case (.waiting, .activated(let view)):
      // R109: from the first activation on.
      order == .beforeATT ? .due(.usual) : settled(view)
    case (.due(.usual), .activated(let view)):
      if order == .beforeATT {
        state
      } else {
        view.isSettled ? settled(view) : .waiting  // R55, R101: shown now, it would come before the alert
      }
    case (.due(.early), .activated(let view)):
      order == .beforeATT ? state : settled(view)
    case (.waiting, .determined(let view)), (.due(.usual), .determined(let view)),
      (.due(.early), .determined(let view)):
      order == .afterATT ? settled(view) : state
    case (.waiting, .requestUndetermined), (.due(.usual), .requestUndetermined):
      order == .afterATT && onUndetermined == .open ? .due(.early) : state  // R107
    case (.due(.usual), .occasionGone): .waiting
    case (.due(.again), .occasionGone): .rejected

    case (.due(let turn), .shown(let identifierIsReadable, let isForbidden)):
      // R103, R104, R111: after the alert only those are asked whose identifier can be read.
      .up(
        turn,
        asksToTrack: identifierIsReadable || (!isForbidden && (order == .beforeATT || turn == .early)))
    case (.answered(_, let refusedFirst), .changed(let accepts, _)):
      .answered(accepts: accepts, refusedFirst: refusedFirst)  // R115
    // Nothing is refused, and the layer's turn has not come.
    case (.waiting, .changedBeforeAlert(accepts: true)), (.up, .changedBeforeAlert): state
    case (_, .changedBeforeAlert(let accepts)): .answered(accepts: accepts, refusedFirst: !accepts)
    case (.up(_, asksToTrack: true), .ended(let accepts)),
      (.givenUp(_, asksToTrack: true), .ended(let accepts)),
      (.givenUp(_, asksToTrack: true), .changed(let accepts, _)),
      (.givenUp, .changed(let accepts, mayAsk: true)), (.due, .changed(let accepts, mayAsk: true)),
      (.rejected, .changed(let accepts, mayAsk: true)),
      (.acceptedUnasked, .changed(let accepts, mayAsk: true)):
      .answered(accepts: accepts, refusedFirst: order == .beforeATT && !accepts)  // R103, R109
    case (.up, .ended), (.givenUp, .ended), (.givenUp, .changed): .rejected  // R104, R105
    // R42, R104: the person's yes went with the permission, and was no refusal.
    case (.answered(accepts: true, _), .rejectedByApp), (.acceptedUnasked, .rejectedByApp): .rejected

    // A status that changed after the layer was through. R108: a person who refused is not asked again.
    case (.rejected, .activated(let view)), (.rejected, .determined(let view)):
      if view.status != .authorized {
        state
      } else {
        preGrant ? .acceptedUnasked : .due(.again)  // R116, R42: asked once more
      }

    case (_, .processStarted), (_, .activated), (_, .determined), (_, .requestUndetermined), (_, .shown),
      (_, .ended), (_, .givenUp), (_, .rejectedByApp), (_, .changed), (_, .occasionGone):
      state
    }
  }

  /// After the alert: opens the layer once the question is settled (R101, R103–R105).
  @inlinable
  @inline(__always)
  func settled(_ view: View) -> State {
    guard view.isSettled else { return state }  // R102
    if preGrant, view.status == .authorized { return .acceptedUnasked }  // R116: consent without a screen
    return isWaiting ? .due(.usual) : state
  }
}
