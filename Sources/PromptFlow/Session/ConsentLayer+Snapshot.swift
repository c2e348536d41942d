extension ConsentLayer {
  /// Everything a consent layer has to remember across processes, apart from how it is set up.
  public struct Snapshot: Hashable, Sendable, Codable {
    /// How the ad purposes stood.
    public var purposes: Purposes
    /// Whether it waited for an active, uncovered app.
    public var isDue: Bool
    /// Whether it was on screen.
    public var isUp: Bool
    /// Whether what was on screen asked for tracking.
    public var isAsking: Bool
    /// Whether the person has answered.
    public var personHasAnswered: Bool
    /// Whether it has come a second time, after the permission was given later (R42).
    public var wasShownAgain: Bool
    /// Whether the person refused before being asked to be tracked (R109).
    public var refusedFirst: Bool
    /// Whether it came after a request without a decision (R107).
    public var openedEarly: Bool

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
  public var snapshot: Snapshot {
    Snapshot(
      purposes: standing, isDue: due, isUp: up, isAsking: asking, personHasAnswered: answered,
      wasShownAgain: shownAgain, refusedFirst: refusedBeforeAsking, openedEarly: openedEarly)
  }

  /// The layer as it was kept.
  ///
  /// It may be set up otherwise now: answers stand, and a new order counts for what is still open.
  public init(
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
