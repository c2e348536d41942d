package import ExperimentDesign

/// A mistake that experiments and apps make, by the tag that `check` reports it with.
package struct Pitfall: Hashable, Sendable {
  private let record: Record

  package var tag: String { record.field(0) }
  package var title: String { record.field(1) }
  private var costs: [Severity] { WordList.words(in: record.field(2)).compactMap(Severity.init(rawValue:)) }
  /// What it costs where the case says nothing else.
  package var severity: Severity { costs.first ?? .error }
  /// Everything it can cost, by the case, the worst first.
  package var severities: [Severity] { Severity.allCases.filter(costs.contains) }
  package var rules: [String] { WordList.words(in: record.field(3)) }
  package var why: String { record["why"] ?? "" }
  package var fix: String { record["fix"] ?? "" }
  /// The keys of an experiment, and the files of an app, that show it; where there are none only who knows the app can say.
  package var places: [String] {
    ["experiment", "files"].flatMap { Record.parts(record[$0] ?? "", at: ";") }
  }
  /// What a shipped experiment shows of it, with the experiment's name; `nil` where none is about it.
  package var simulated: String? { record["simulated"] }
  /// What is not looked at; `nil` where nothing is left out.
  package var limit: String? { record["limit"] }

  /// Where it can be seen, in words: `seen in arms.*.hook`, `ask the team`.
  package var seenIn: String { places.isEmpty ? "ask the team" : "seen in " + places.joined(separator: ", ") }

  /// Everything that is reported: the pitfalls, and R93, which a reviewer meets where none of them is the cause.
  package static let reported = Record.all(of: "pitfalls").filter { $0.fields.count == 4 }.map(Pitfall.init)

  package static let all = reported.filter { $0.tag.hasPrefix("L") }

  /// The pitfall with a tag; of the rules, R93 alone.
  package static func tagged(_ tag: String) -> Pitfall? { reported.first { $0.tag == tag } }
}

/// One way in which a pitfall is seen, by the table `Data/rules/findings.txt`: what is said of it, and what it costs.
package struct PitfallCase: Sendable {
  package let pitfall: Pitfall
  private let record: Record

  package var severity: Severity { Severity(rawValue: record.field(1)) ?? pitfall.severity }
  package var confidence: String { record.field(2) }
  package var rules: [String] { record["rules"].map(WordList.words(in:)) ?? pitfall.rules }
  /// What was seen; words in braces are filled in.
  package var said: String { record["said"] ?? "" }
  package var fix: String { record["fix"] ?? pitfall.fix }
  /// What stands at another place that is to be seen.
  package var see: String { record["see"] ?? "" }

  /// One of its texts with the words filled in.
  package func filled(_ text: KeyPath<PitfallCase, String>, _ words: [String: String]) -> String {
    // Not by a regular expression: a simulation uses no other, and what reads one takes half a megabyte.
    let parts = self[keyPath: text].split(separator: "{", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(into: String(parts[0])) { filled, part in
      let halves = part.split(separator: "}", maxSplits: 1, omittingEmptySubsequences: false)
      filled += halves.count > 1 ? (words[String(halves[0])] ?? "") + halves[1] : "{" + part
    }
  }

  /// By their names: the pitfall's tag, then what is seen.
  package static let all = Record.all(of: "findings").reduce(into: [String: PitfallCase]()) { all, record in
    let pitfall = Pitfall.tagged(String(record.field(0).prefix { $0 != " " }))
    all[record.field(0)] = pitfall.map { Self(pitfall: $0, record: record) }
  }
}
