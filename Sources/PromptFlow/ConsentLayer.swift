/// What the consent layer (CMP) asks, when it waits, and what it grants.
///
/// It reads the permission as the *app* sees it, which a believed callback can
/// distort (R54), and never raises tracking above it (R99, R115).
@frozen
@usableFromInline
package struct ConsentLayer: Hashable, Sendable {
  /// Which of the two questions comes first.
  @usableFromInline package let order: ConsentOrder
  /// What it does after a request without a decision (R107).
  @usableFromInline package let onUndetermined: ConsentOnUndetermined
  /// Whether authorized counts as accepted without a screen (R116).
  @usableFromInline package let preGrant: Bool

  @usableFromInline var standing: ConsentPurposes = .open
  @usableFromInline var due = false
  @usableFromInline var up = false
  @usableFromInline var asking = false
  @usableFromInline var answered = false
  @usableFromInline var shownAgain = false

  /// A layer that has not been shown.
  @inlinable
  @inline(__always)
  package init(order: ConsentOrder, onUndetermined: ConsentOnUndetermined, preGrant: Bool) {
    self.order = order
    self.onUndetermined = onUndetermined
    self.preGrant = preGrant
  }

  /// What the app knows of the permission when it tells the layer something.
  @frozen
  @usableFromInline
  package struct View: Hashable, Sendable {
    /// The status as the app sees it; `nil` where the system has none (R106).
    @usableFromInline package var status: AuthorizationStatus?
    /// Whether this app asks on this system version at all.
    @usableFromInline package var appAsks: Bool

    /// What the app knows.
    @inlinable
    package init(status: AuthorizationStatus?, appAsks: Bool) {
      self.status = status
      self.appAsks = appAsks
    }

    /// Whether the app's question is settled or will never be put (R10, R101).
    @inlinable
    var isSettled: Bool { status != .notDetermined || !appAsks }
  }

  /// Something the layer is told.
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
    /// The layer is on screen; the identifier can be read now or not.
    case shown(identifierIsReadable: Bool)
    /// The person is through; `wouldAccept` is their answer where they were asked.
    case ended(wouldAccept: Bool)
    /// The person opened the layer again and reversed the answer (R115).
    case reversed
  }

  /// How the ad purposes stand.
  @inlinable @inline(__always) package var purposes: ConsentPurposes { standing }

  /// Whether the layer waits for an active, uncovered app.
  @inlinable @inline(__always) package var isDue: Bool { due }
  /// Whether the layer is on screen.
  @inlinable @inline(__always) package var isUp: Bool { up }

  /// Whether the ad purposes are settled, by the person or by the app.
  @inlinable @inline(__always) package var isResolved: Bool { standing != .open }

  /// Whether the ad purposes are accepted, by the person or by the app.
  @inlinable @inline(__always) package var isAccepted: Bool { standing == .accepted }

  /// Whether the person has given an answer of their own, which they may reverse (R115).
  @inlinable @inline(__always) package var personHasAnswered: Bool { answered }

  /// Whether the layer on screen asks for tracking, or is there for the other purposes only (R104, R111).
  @inlinable @inline(__always) package var asksToTrack: Bool { up && asking }

  /// Whether ad purposes stand accepted that nobody was asked about, a legal risk (R116).
  @inlinable @inline(__always) package var isAcceptedUnasked: Bool { standing == .accepted && !answered }

  /// Whether the alert's usage string may refer to a consent already given (R110).
  @inlinable @inline(__always) package var mayBeCited: Bool {
    order == .beforeATT && standing == .accepted  // R110
  }

  /// Whether an activation that sees this would change nothing.
  @inlinable
  @inline(__always)
  package func isAtRest(_ view: View) -> Bool {
    if due || up { return false }
    switch standing {
    case .accepted, .refused: return true
    case .rejectedForLack: return view.status != .authorized || (shownAgain && !preGrant)
    case .open: return view.status != nil && order == .afterATT && !view.isSettled
    }
  }

  /// Whether every ask has to wait (R101, R109, R112).
  @inlinable
  @inline(__always)
  package var holdsBackAsks: Bool { due || up || (order == .beforeATT && standing == .open) }

  /// Whether the person refused before being asked to be tracked, so that the app never asks (R109).
  @inlinable @inline(__always) package var refusedFirst: Bool { refusedBeforeAsking }
  @usableFromInline var refusedBeforeAsking = false

  /// Records an event.
  @inlinable
  @inline(__always)
  package mutating func handle(_ event: Event) {
    switch event {
    case .processStarted:
      if up {
        up = false
        due = true
      }
    case .activated(let view):
      if up { return }  // R112: an activation under the layer, after an alert on top of it closed
      if standing == .open {
        if view.status == nil || order == .beforeATT {
          due = true  // R106, R109: from the first activation on
        } else {
          // R55, R101: what was due for a status that is not so any more would now come before the alert.
          if due, !openedEarly, !view.isSettled { due = false }
          settle(view)
        }
      } else {
        notice(view)
      }
    case .determined(let view):
      if up { return }
      if standing == .open {
        if order == .afterATT { settle(view) }
      } else {
        notice(view)
      }
    case .requestUndetermined:
      guard standing == .open, order == .afterATT, onUndetermined == .open, !up else { return }
      due = true  // R107
      openedEarly = true
    case .shown(let identifierIsReadable):
      guard due else { return }
      due = false
      up = true
      // R103, R104, R111: after the alert only those are asked whose identifier can be read.
      asking = order == .beforeATT || identifierIsReadable || openedEarly
    case .ended(let wouldAccept):
      guard up else { return }
      up = false
      if asking {
        standing = wouldAccept ? .accepted : .refused  // R103
        answered = true
        if order == .beforeATT, standing == .refused { refusedBeforeAsking = true }  // R109
      } else {
        standing = .rejectedForLack  // R104, R105
      }
    case .reversed:
      guard answered else { return }
      standing = standing == .accepted ? .refused : .accepted  // R115
    }
  }

  /// Whether the layer on screen came after a request without a decision (R107).
  @usableFromInline var openedEarly = false

  /// A layer that waits to be shown waits again for the permission.
  @inlinable
  mutating func withdraw() { due = false }

  /// After the alert: opens the layer once the question is settled (R101, R103–R105).
  @inlinable
  @inline(__always)
  mutating func settle(_ view: View) {
    guard view.isSettled else { return }  // R102
    if preGrant, view.status == .authorized {
      standing = .accepted  // R116: consent without a screen
      due = false
    } else {
      due = true
    }
  }

  /// A status that changed after the layer was through (R42).
  @inlinable
  @inline(__always)
  mutating func notice(_ view: View) {
    // R108: a person who refused is not asked again.
    guard standing == .rejectedForLack, view.status == .authorized else { return }
    if preGrant {
      standing = .accepted  // R116
    } else if !shownAgain {
      shownAgain = true
      due = true  // R42: asked once more
    }
  }
}
