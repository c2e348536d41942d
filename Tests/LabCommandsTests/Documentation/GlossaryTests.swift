import ExperimentDesign
import ExperimentFiles
import Foundation
import Testing

@testable import LabCommands
@testable import Reviews

/// Every word that is printed has an explanation, in the sense in which it is printed.
///
/// The words are those of the golden files: keys of JSON and the values that are codes, columns of CSV, headings of
/// tables, labels of facts, and options of the command line.
@Suite("The glossary")
struct GlossaryTests {
  /// An output, by the beginning of its golden files: its sections of the glossary, and the kinds of terms that it
  /// prints beside those of the answer.
  struct Place: Sendable {
    var prefix: String
    var sections: [String]
    var kinds: Set<Explanation.Kind> = []
  }

  private static let places = [
    Place(prefix: "show", sections: ["the answer"]), Place(prefix: "answer", sections: ["the answer"]),
    Place(prefix: "report", sections: ["the answer"]),
    Place(prefix: "export-strategy", sections: ["strategy"]),
    Place(prefix: "export", sections: ["export", "the answer"]),
    Place(prefix: "compare", sections: ["compare", "the answer"]),
    Place(prefix: "runs", sections: ["runs"], kinds: [.learn]),
    Place(prefix: "plan", sections: ["plan"], kinds: [.plan]),
    Place(prefix: "analyze", sections: ["analyze"], kinds: [.analysis]),
    Place(prefix: "verdicts", sections: ["analyze"], kinds: [.analysis]),
    // Both end with an answer.
    Place(prefix: "calibrate", sections: ["calibrate", "the answer"], kinds: [.learn]),
    Place(prefix: "optimize", sections: ["optimize", "the answer"], kinds: [.learn]),
    Place(prefix: "check", sections: ["check"]), Place(prefix: "trace", sections: ["trace"]),
  ]

  /// Names in what is run, and words that are what they say.
  private static let names: Set<String> = Set([
    "launch", "later", "closable", "third", "third_article", "late", "session=2", "one", "two", "tiny",
    "sample",
    "onboarding", "rare", "passing", "staying", "plain", "open", "week", "month", "date", "file", "usage",
    "example",
    "exit", "more",
    "a", "b", "c", "d",
  ])

  private static func isExplained(_ word: String, in place: Place) -> Bool {
    let kinds = place.kinds.union([.answer, .estimate, .metric, .rule, .pitfall, .state, .exit])
    // What an option of the file may be is explained by its key.
    return names.contains(word.lowercased()) || !ExperimentKey.taking(word).isEmpty
      || place.sections.contains { Explanation.of(word, in: $0, kinds: kinds) != nil }
  }

  private static let files = goldenFiles.filter { file in
    !file.hasSuffix(".sarif") && places.contains { file.hasPrefix($0.prefix) }
  }

  @Test("every word of a golden file has an explanation in its sense", arguments: files)
  func words(file: String) throws {
    let place = try #require(Self.places.first { file.hasPrefix($0.prefix) })
    let text = goldenText(file)
    var words: Set<String> = []
    switch file.split(separator: ".").last {
    case "json": words = try Self.keys(of: JSONSerialization.jsonObject(with: Data(text.utf8)))
    case "csv": words = Set(text.prefix { !$0.isNewline }.split(separator: ",").map(String.init))
    case "md", "html": words = Self.marked(text)
    case _: words = Self.headings(text).union(Self.labels(text))
    }
    let missing = words.filter { !Self.isExplained($0, in: place) }.sorted()
    #expect(missing.isEmpty, "\(file): nothing explains \(missing) in \(place.sections[0])")
  }

  @Test("so have the keys of other shapes of the same documents")
  func otherShapes() async throws {
    let lab = try Lab()
    try lab.write(
      sampleExperiment + "\nobjective: {opt_in_per_install: 1, sessions_lost_per_install: -0.1}\n",
      to: "weighted.yaml")
    try lab.write(AnalysisSchemaTests.counted, to: "counted.csv")
    let data = Lab.experiments.deletingLastPathComponent().appendingPathComponent("Data/tests").path
    let events =
      "analyze '\(data)/launch-or-late.csv' --as-of 2026-02-10 --baseline launch --planned 600 --day 7"
    for (prefix, line) in [
      ("show", "simulate weighted.yaml --trials 4"),
      ("show", "simulate weighted.yaml --installs 30 --precision 0.02"), ("runs", "runs list"),
      ("analyze", "analyze counted.csv"), ("analyze", events), ("analyze", "\(events) --peek"),
      ("analyze", "\(events) --looks 2026-01-20,2026-01-27"),
      ("plan", "plan --baseline 20% --lift 2pp --looks 2"), ("check", "check missing.yaml"),
    ] {
      let place = try #require(Self.places.first { $0.prefix == prefix })
      let words = Self.keys(of: try await lab.object(line, despite: [.notShown, .badInput]))
      let missing = words.filter { !Self.isExplained($0, in: place) }.sorted()
      #expect(missing.isEmpty, "\(line): nothing explains \(missing)")
    }
  }

  @Test("every option of a command is explained")
  func options() {
    let options = Set(goldenText("help-commands.txt").matches(of: /--[a-z][a-z-]+/).map { String($0.output) })
    #expect(options.count > 50)
    for option in options.subtracting(["--help", "--version"]) {
      #expect(CommandOptions.explanation(of: option) != nil, "\(option)")
    }
  }

  @Test("no line of the glossary says what another one says")
  func twice() {
    let texts = Explanation.all.filter { ![.rule, .pitfall].contains($0.kind) }.compactMap {
      $0.parts.first?.text
    }
    #expect(Set(texts).count == texts.count)
  }

  /// The keys at every depth, and the values that are codes.
  private static func keys(of value: Any) -> Set<String> {
    switch value {
    case let members as [String: Any]:
      return members.reduce(into: []) { words, member in
        words.insert(member.key)
        // Keys of a file and names are no words of ours.
        if !["keys", "path", "paths"].contains(member.key) { words.formUnion(keys(of: member.value)) }
      }
    case let items as [Any]: return items.reduce(into: []) { $0.formUnion(keys(of: $1)) }
    case let text as String where text.wholeMatch(of: /[a-z]+(_[a-z]+)+/) != nil: return [text]
    case _: return []
    }
  }

  /// Headings of the tables of a page.
  private static func marked(_ text: String) -> Set<String> {
    var words = text.matches(of: /<th scope="col"[^>]*>(.*?)<\/th>/).map { String($0.output.1) }
    let lines = text.split(separator: "\n")
    for (line, next) in zip(lines, lines.dropFirst()) where next.contains("---|") || next.contains("--- |") {
      words += line.split(separator: "|").map(String.init)
    }
    return Set(
      words.map { word in
        word.replacing(/<[^>]*>/, with: "").replacing("\\", with: "").replacing("&#39;", with: "'")
          .split(separator: " ").joined(separator: " ")
      }
    ).subtracting([""])
  }

  /// Labels of facts, as in `  Confidence      Low`.
  private static func labels(_ text: String) -> Set<String> {
    Set(text.matches(of: /(?m)^  ([A-Z][A-Za-z\/ -]*[a-z])  +\S/).map { String($0.output.1) })
  }

  /// Headings of tables: what stands above columns, which are apart by blanks in every line of the table.
  private static func headings(_ text: String) -> Set<String> {
    var words: Set<String> = []
    for block in text.split(separator: "\n\n") {
      // A caption is no heading.
      // A line of commands is none either.
      var lines = block.split(separator: "\n").filter { !$0.contains("att-lab ") }.map { Array($0) }[...]
      func cells(_ line: [Character]) -> Int { String(line).split(separator: /\s{2,}/).count }
      while let first = lines.first, cells(first) < 2 { lines = lines.dropFirst() }
      lines = lines.prefix { cells($0) > 1 }
      func isNumeric(_ line: [Character]) -> Bool {
        let cells = String(line).split(separator: /\s{2,}/)
        return cells.count { $0.contains { $0.isNumber } } * 2 >= cells.count
      }
      let heading = lines.prefix { !isNumeric($0) }
      // Sentences beside labels are no table.
      let isProse = heading.contains { $0.last == "." || $0.last == ":" }
      guard (1...3).contains(heading.count), heading.count < lines.count, !isProse else { continue }
      let width = lines.map(\.count).max() ?? 0
      let isBlank = (0..<width).map { column in lines.allSatisfy { column >= $0.count || $0[column] == " " } }
      var start = 0
      while start < width {
        guard !isBlank[start] else {
          start += 1
          continue
        }
        // A single blank is one between words.
        var end = start
        while end < width, !isBlank[end] || (end + 1 < width && !isBlank[end + 1]) { end += 1 }
        let parts = heading.map { line in
          String(line[min(start, line.count)..<min(end, line.count)]).split(separator: " ").joined(
            separator: " ")
        }
        words.insert(parts.filter { !$0.isEmpty }.joined(separator: " "))
        start = end
      }
    }
    return words.filter { $0.contains { $0.isLetter } }
  }
}

extension Explanation {
  /// A word in the sense in which an output prints it; `nil` where nothing explains that.
  ///
  /// - Parameters:
  ///   - place: `plan`, or another output by the name of its section in the glossary.
  ///   - kinds: the kinds of terms that the output prints.
  fileprivate static func of(_ word: String, in place: String, kinds: Set<Kind>) -> Explanation? {
    let written = word.lowercased()
    for word in [written, essence(ofHeading: written)] {
      if let key = key(word, in: place) ?? key(word, in: "every output") { return key }
    }
    guard let term = of(word),
      kinds.contains(term.kind) || term.parts.contains(where: { $0.label == "in \(place)" })
    else { return nil }
    return term
  }
}
