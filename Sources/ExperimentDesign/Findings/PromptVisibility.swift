public import TextFormats

/// Whether a reviewer who opens the app for the first time gets to see the alert under an arm.
public struct PromptVisibility: Encodable, Hashable, Sendable {
  /// What the reviewer gets to see.
  public enum Outcome: String, CaseIterable, Encodable, Hashable, Sendable {
    /// The alert appears without anything to be done for it.
    case visible
    /// It appears after something that App Review has to know.
    case needsSteps = "needs_steps"
    /// It does not appear.
    case notVisible = "not_visible"
  }

  /// Why the alert does not appear.
  public enum Cause: String, CaseIterable, Encodable, Hashable, Sendable {
    /// The request is made before the app is active, and not again in time.
    case notActive = "not_active"
    /// The request is made while another alert is up, and not again in time.
    case behindAlert = "behind_alert"
    /// Nobody gets to the request in one sitting, or it ends without an alert.
    case unreached
  }

  /// The arm's position.
  @OptionNames public var arm: Int
  /// Position of the scenario it holds under; `nil` where it is the same under all.
  public var scenario: Int?
  /// Position of the segment of that scenario it holds for; `nil` where it is the same for all.
  public var segment: Int?
  /// What the reviewer gets to see.
  public var outcome: Outcome
  /// Seconds from the start to the alert; `nil` where it does not appear.
  public var afterSeconds: Double?
  /// Why the alert does not appear; `nil` where it does.
  public var cause: Cause?
  /// The sentence to put into the notes for App Review; `nil` where none is needed.
  public var reviewNote: String?
  /// In words: `visible after 2 s`.
  public var words: String

  /// What is seen under the first arm, under all scenarios and for all segments.
  public init(
    _ outcome: Outcome, afterSeconds: Double? = nil, cause: Cause? = nil, reviewNote: String? = nil,
    words: String
  ) {
    arm = 0
    self.outcome = outcome
    self.afterSeconds = afterSeconds
    self.cause = cause
    self.reviewNote = reviewNote
    self.words = words
  }
}
