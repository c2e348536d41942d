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
      purposes: standing, isDue: due, isUp: up, isAsking: asking, personHasAnswered: answered,
      wasShownAgain: shownAgain, refusedFirst: refusedBeforeAsking, openedEarly: openedEarly)
  }

  /// The layer as it was kept.
  ///
  /// It may be set up otherwise now: answers stand, and a new order counts for what is still open.
  package init(
    order: ConsentOrder, onUndetermined: ConsentOnUndetermined, preGrant: Bool, resuming kept: Snapshot
  ) {
    self.init(order: order, onUndetermined: onUndetermined, preGrant: preGrant)
    standing = kept.purposes
    due = kept.isDue
    up = kept.isUp
    asking = kept.isAsking
    answered = kept.personHasAnswered
    shownAgain = kept.wasShownAgain
    refusedBeforeAsking = kept.refusedFirst
    openedEarly = kept.openedEarly
  }
}
