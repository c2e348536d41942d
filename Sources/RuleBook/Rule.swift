/// One rule of what the platform, its reviewers or an SDK do, by the tag that code and tests cite.
public struct Rule: Hashable, Sendable {
  /// The tag, such as `R19`.
  public let tag: String
  /// The rule in a few words.
  public let title: String
  /// The rule in a sentence or two.
  public let text: String
  /// How well it is known.
  public let confidence: Confidence
  /// Where it is from: keys of ``RuleSource``, or locations named in full.
  public let sources: [String]

  init(_ tag: String, _ title: String, _ text: String, _ confidence: Confidence, _ sources: [String]) {
    self.tag = tag
    self.title = title
    self.text = text
    self.confidence = confidence
    self.sources = sources
  }

  /// How well a rule is known.
  public enum Confidence: String, CaseIterable, Hashable, Sendable {
    /// An official text, two independent first-hand sources, or source code.
    case high
    /// One good source, or inferred from code.
    case medium
    /// A single report, or inference alone.
    case low
  }

  /// Every rule, in the order of its number.
  public static let all: [Rule] =
    ofStatus + ofRequests + ofAnswers + ofSettings + ofVersions + ofIdentifiers + ofEurope
    + ofPrePrompts + ofReview + ofConsent + ofGates + ofTriggers + ofManifests
    + ofLaterFindings

  /// The rule with a tag.
  public static func tagged(_ tag: String) -> Rule? { all.first { $0.tag == tag } }
}
