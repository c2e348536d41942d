extension ConsentLayer {
  /// Everything a consent layer has to remember across processes, apart from how it is set up.
  package struct Snapshot: Hashable, Sendable, Codable {
    /// How the ad purposes stood.
    package var purposes: ConsentPurposes
    /// Whether it waited for an active, uncovered app.
    package var isDue: Bool
    /// Whether it was on screen.
    package var isUp: Bool
    /// Whether what was on screen asked for tracking.
    package var isAsking: Bool
    /// Whether the person has answered.
    package var personHasAnswered: Bool
    /// Whether it has come a second time, after the permission was given later (R42).
    package var wasShownAgain: Bool
    /// Whether the person refused before being asked to be tracked (R109).
    package var refusedFirst: Bool
    /// Whether it came after a request without a decision (R107).
    package var openedEarly: Bool

    private enum CodingKeys: String, CodingKey {
      case purposes
      case isDue = "is_due"
      case isUp = "is_up"
      case isAsking = "is_asking"
      case personHasAnswered = "person_has_answered"
      case wasShownAgain = "was_shown_again"
      case refusedFirst = "refused_first"
      case openedEarly = "opened_early"
    }
  }

  /// What to keep of this layer.
  package var snapshot: Snapshot {
    Snapshot(
      purposes: purposes, isDue: isDue, isUp: isUp, isAsking: asksToTrack,
      personHasAnswered: personHasAnswered, wasShownAgain: hasComeAgain, refusedFirst: refusedFirst,
      openedEarly: isEarly)
  }

  private var hasComeAgain: Bool {
    switch state {
    case .due(let turn), .up(let turn, _): turn == .again
    case .rejected(let hasComeAgain): hasComeAgain
    case .waiting, .acceptedUnasked, .answered: false
    }
  }

  /// The layer as it was kept.
  ///
  /// It may be set up otherwise now: answers stand, and a new order counts for what is still open.
  package init(
    order: ConsentOrder, onUndetermined: ConsentOnUndetermined, preGrant: Bool, resuming kept: Snapshot
  ) {
    self.init(order: order, onUndetermined: onUndetermined, preGrant: preGrant)
    state = State(kept)
  }
}

extension ConsentLayer.State {
  fileprivate init(_ kept: ConsentLayer.Snapshot) {
    let turn: ConsentLayer.Turn =
      kept.purposes == .rejectedForLack ? .again : kept.openedEarly ? .early : .usual
    switch kept.purposes {
    case .accepted where !kept.personHasAnswered: self = .acceptedUnasked
    case .accepted: self = .answered(accepts: true, refusedFirst: kept.refusedFirst)
    case .refused: self = .answered(accepts: false, refusedFirst: kept.refusedFirst)
    case .open where kept.isUp, .rejectedForLack where kept.isUp:
      self = .up(turn, asksToTrack: kept.isAsking)
    case .open where kept.isDue, .rejectedForLack where kept.isDue: self = .due(turn)
    case .open: self = .waiting
    case .rejectedForLack: self = .rejected(hasComeAgain: kept.wasShownAgain)
    }
  }
}
