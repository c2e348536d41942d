public import TextFormats

/// Whether a reviewer who opens the app for the first time gets to see the alert under an arm: facts alone, as a
/// store keeps them.
public struct PromptVisibility: Codable, Hashable, Sendable {
  /// What the reviewer gets to see.
  public enum Outcome: String, CaseIterable, Codable, Hashable, Sendable {
    /// The alert appears without anything to be done for it.
    case visible
    /// It appears after something that App Review has to know.
    case needsSteps = "needs_steps"
    /// It does not appear.
    case notVisible = "not_visible"
  }

  /// Why the alert does not appear.
  public enum Cause: String, CaseIterable, Codable, Hashable, Sendable {
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

  /// What is seen under an arm, under all scenarios and for all segments unless some are named.
  public init(
    arm: Int, scenario: Int? = nil, segment: Int? = nil, outcome: Outcome, afterSeconds: Double?,
    cause: Cause? = nil
  ) {
    self.arm = arm
    self.scenario = scenario
    self.segment = segment
    self.outcome = outcome
    self.afterSeconds = afterSeconds
    self.cause = cause
  }
}

extension DescribedVisibility: Encodable {
  private enum CodingKeys: String, CodingKey { case reviewNote, words }

  /// The facts, and what is said of them.
  public func encode(to encoder: any Encoder) throws {
    try visibility.encode(to: encoder)
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encodeIfPresent(reviewNote, forKey: .reviewNote)
    try members.encode(words, forKey: .words)
  }
}

/// What a reviewer gets to see, in words.
///
/// The facts can be read and changed here directly: `described.arm` is that of the visibility.
@dynamicMemberLookup
public struct DescribedVisibility: Hashable, Sendable {
  /// The facts.
  public var visibility: PromptVisibility
  /// The sentence to put into the notes for App Review; `nil` where none is needed.
  public var reviewNote: String?
  /// In words: `visible after 2 s`.
  public var words: String

  /// What is seen and what is said of it.
  public init(_ visibility: PromptVisibility, reviewNote: String? = nil, words: String) {
    self.visibility = visibility
    self.reviewNote = reviewNote
    self.words = words
  }

  /// One of the facts.
  public subscript<Value>(dynamicMember fact: WritableKeyPath<PromptVisibility, Value>) -> Value {
    get { visibility[keyPath: fact] }
    set { visibility[keyPath: fact] = newValue }
  }
}
