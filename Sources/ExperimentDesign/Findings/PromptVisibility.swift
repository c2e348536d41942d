/// Whether a reviewer who opens the app for the first time gets to see the alert, under an arm or by the app's sources.
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

  /// The experiment's file, or the place of a request in an app's sources.
  public var file = ""
  /// The arm; `nil` of sources.
  public var arm: String?
  /// The scenario it holds under; `nil` where it is the same under all.
  public var scenario: String?
  /// The segment of that scenario it holds for; `nil` where it is the same for all.
  public var segment: String?
  /// What the reviewer gets to see.
  public var visibility: Outcome
  /// Seconds from the start to the alert; `nil` where it does not appear.
  public var afterSeconds: Double?
  /// The tag of what keeps the alert from appearing: L11 where the request is made before the app is active, and not again
  /// in time, L12 where another alert is up, and R93 where nobody gets to it in one sitting; `nil` where it appears.
  public var rule: String?
  /// The sentence to put into the notes for App Review; `nil` where none is needed.
  public var reviewNote: String?
  /// In words: `visible after 2 s`.
  public var words: String

  /// What is seen of an arm that is still to be named, under all scenarios and for all segments.
  public init(_ visibility: Outcome, rule: String? = nil, words: String) {
    (self.visibility, self.rule) = (visibility, rule)
    self.words = words
  }
}
