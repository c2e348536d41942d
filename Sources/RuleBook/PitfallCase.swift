public import ExperimentDesign

/// One way in which a pitfall is seen, by the table `Data/rules/findings.txt`: what is said of it, and what it costs.
public struct PitfallCase: Sendable {
  /// The pitfall.
  public let pitfall: Pitfall
  /// What it costs here.
  public let severity: Severity
  /// How sure it is, of what sources show.
  public let confidence: String
  /// The rules it is about.
  public let rules: [String]
  private let said: String
  private let fix: String

  /// - Returns: `nil` for a record that is none.
  private init?(_ record: Record) {
    let tag = record.fields[0].prefix { $0 != " " }
    guard let pitfall = Pitfall.tagged(String(tag)), let said = record["said"] else { return nil }
    self.pitfall = pitfall
    self.said = said
    severity = record.fields.dropFirst().first.flatMap(Severity.init(rawValue:)) ?? pitfall.severity
    confidence = record.fields.dropFirst(2).first ?? ""
    rules = record["rules"].map { Record.parts($0, at: ",") } ?? pitfall.rules
    fix = record["fix"] ?? pitfall.fix
  }

  /// What was seen, and what to do about it, with the words filled in.
  public func sentences(_ words: [String: String]) -> (said: String, fix: String) {
    (Self.filled(said, words), Self.filled(fix, words))
  }

  private static func filled(_ text: String, _ words: [String: String]) -> String {
    text.split(separator: "{", omittingEmptySubsequences: false).enumerated().map { index, part in
      guard index > 0, let end = part.firstIndex(of: "}") else { return String(part) }
      return (words[String(part[..<end])] ?? "") + part[end...].dropFirst()
    }.joined()
  }

  /// Of a record that is none `nil`.
  static let all = Dictionary(Record.all(of: "findings").map { ($0.fields[0], Self($0)) }) { $1 }

  /// The case of a name: the pitfall's tag, then what is seen.
  public static func named(_ name: String) -> PitfallCase? { all[name] ?? nil }
}
