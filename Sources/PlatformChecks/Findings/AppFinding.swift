package import ExperimentDesign
import RuleBook

/// A place in a file of an app.
package struct CodePlace: Hashable, Sendable, Codable {
  package var file: String
  package var line: Int
  package var column: Int

  /// A place, counted from 1; 0 for the whole file or line.
  package init(file: String, line: Int = 0, column: Int = 0) {
    self.file = file
    self.line = line
    self.column = column
  }
}

/// One mistake that was seen in an app's files or sources, or in an experiment.
public struct AppFinding: Hashable, Sendable, Codable {
  /// How sure it is that the mistake is one.
  package enum Confidence: String, CaseIterable, Hashable, Sendable, Codable {
    /// One way leads there, and no condition stands before it.
    case certain
    /// Several ways lead there, a name has two meanings, or a delay comes before it.
    case likely
    /// Worth a look.
    case possible

    init(doubts: Int) { self = doubts == 0 ? .certain : doubts == 1 ? .likely : .possible }
  }

  /// Another place that the sentence is about, and what stands there.
  package struct Related: Hashable, Sendable, Codable {
    package var place: CodePlace
    package var what: String
  }

  /// The tag of the pitfall, such as `L11`.
  package var rule: String
  /// What it costs, with the confidence counted in.
  package var severity: Severity
  package var confidence: Confidence
  package var file: String
  /// 1-based; 0 where the file has no lines.
  public var line: Int
  /// 1-based; 0 where ``line`` is.
  public var column: Int
  /// What was seen, why that is a mistake, and what to do about it.
  package var sentence: String
  package var why: String
  package var fix: String
  /// Where what leads to it stands.
  package var related: [Related]
  /// The options of an experiment that it holds for; of an app none.
  package var arms: [String] = []
  /// Why it does not count: the reason that somebody gave, or that it was there before; `nil` where it counts.
  package var accepted: String?
  /// What it is known by when the file has grown: a hash of the rule, the file and the sentence without its numbers.
  package let fingerprint: String

  /// The severity counts as far as the confidence bears it: *likely* is one lower, *possible* is a note.
  package init(
    _ rule: String, _ severity: Severity, _ confidence: Confidence = .certain, at place: CodePlace,
    related: [Related] = [], _ sentence: String, fix: String
  ) {
    self.rule = rule
    self.severity =
      confidence == .certain ? severity : confidence == .likely && severity == .error ? .warning : .note
    self.confidence = confidence
    file = place.file
    line = place.line
    column = place.column
    self.sentence = sentence
    why = Pitfall.tagged(rule)?.why ?? ""
    self.fix = fix
    self.related = related
    fingerprint = Self.hash([rule, place.file, sentence.filter { !("0"..."9").contains($0) }])
  }

  package var place: CodePlace { CodePlace(file: file, line: line, column: column) }

  /// FNV-1a of 64 bits (Fowler, Noll and Vo), in 16 digits.
  private static func hash(_ parts: [String]) -> String {
    let hash = parts.joined(separator: "\n").utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
