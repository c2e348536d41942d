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

  /// - Returns: `nil` for a record that is none.
  private init?(_ record: Record) {
    guard record.fields.count == 4, let confidence = Confidence(rawValue: record.fields[2]) else {
      return nil
    }
    tag = record.fields[0]
    title = record.fields[1]
    self.confidence = confidence
    sources = Record.parts(record.fields[3], at: ";")
    text = record.lines.joined(separator: " ")
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
  public static let all = Record.all(of: "rules").compactMap(Rule.init)

  /// The rule with a tag.
  public static func tagged(_ tag: String) -> Rule? { all.first { $0.tag == tag } }
}
