/// Whether a reviewer who opens the app for the first time gets to see the alert under an arm.
public struct PromptVisibility: Hashable, Sendable {
  /// What the reviewer gets to see.
  public enum Outcome: String, CaseIterable, Hashable, Sendable {
    /// The alert appears without anything to be done for it.
    case visible
    /// It appears after something that App Review has to be told.
    case needsSteps = "needs_steps"
    /// It does not appear.
    case notVisible = "not_visible"
  }

  /// The arm's position.
  public var arm: Int
  /// Position of the scenario it holds under; `nil` where it is the same under all.
  public var scenario: Int?
  /// Position of the segment of that scenario it holds for; `nil` where it is the same for all.
  public var segment: Int?
  /// What the reviewer gets to see.
  public var outcome: Outcome
  /// Seconds from the start to the alert; `nil` where it does not appear.
  public var afterSeconds: Double?
  /// The sentence to put into the notes for App Review; `nil` where none is needed.
  public var reviewNote: String?
  /// In words: `visible after 2 s`.
  public var words: String

  /// What is seen under an arm, under all scenarios and for all segments unless some are named.
  public init(
    arm: Int, scenario: Int? = nil, segment: Int? = nil, outcome: Outcome, afterSeconds: Double?,
    reviewNote: String?, words: String
  ) {
    self.arm = arm
    self.scenario = scenario
    self.segment = segment
    self.outcome = outcome
    self.afterSeconds = afterSeconds
    self.reviewNote = reviewNote
    self.words = words
  }
}
