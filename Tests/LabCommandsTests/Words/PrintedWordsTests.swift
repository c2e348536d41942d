import Foundation
import Reviews
import Testing

@Suite("The words of the outputs")
struct PrintedWordsTests {
  /// Phrases that a reader would have to translate; the words to use are those of `att-lab explain`.
  static let phrases = [
    "the file allows", "the file's assumptions allow", "file's distributions", "test would show",
    "points more",
    "probability best", "expected regret", "leans on", "leans most on", "leaning on", "turns at",
    "flip point", "turn the answer", "rival models", "stands under", "not knowing people",
    "known about people", "simulation error", "numbers it uses", "mend", "mended",
    "what the platform's rules say",
    "published, beside it", "what 90 of 100 lie between", "level with", "cannot be told", "cannot tell",
    "holds not", "missing are", "parts here", "way out", "lures", "so many", "whoever", "of whom", "of which",
    "told", "as it stands", "comes to", "come to", "goes out", "gone out", "holds back", "there is none",
    "spelled out", "lest", "at hand", "law",
  ]

  /// What finds the first of some phrases in a text.
  private struct Finder {
    private let any: Regex<AnyRegexOutput>

    init(_ phrases: [String]) throws {
      any = try Regex("\\b(\(phrases.joined(separator: "|")))\\b").wordBoundaryKind(.simple)
    }

    /// The phrase with the words around it; `nil` without any.
    func first(in text: String) -> String? {
      let text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
      return text.firstRange(of: any).map { PrintedWordsTests.around($0, in: text) }
    }
  }

  private static func around(_ found: Range<String.Index>, in text: String) -> String {
    "\(text[..<found.lowerBound].suffix(60))\(text[found])\(text[found.upperBound...].prefix(40))"
  }

  @Test("no output has a phrase that a reader would have to translate")
  func outputs() throws {
    // A report quotes where numbers are from, in the words of the experiment's file.
    let quoted: Set = ["law", "cannot tell"]
    let (all, unquoted) = (
      try Finder(Self.phrases), try Finder(Self.phrases.filter { !quoted.contains($0) })
    )
    #expect(PrintedTexts.all.count > 50)
    #expect(PrintedTexts.all.filter(\.text.isEmpty).map(\.command) == [])
    for output in PrintedTexts.all {
      let found = (output.html.isEmpty ? all : unquoted).first(in: output.text)
      #expect(found == nil, "att-lab \(output.command): \(found ?? "")")
    }
  }

  @Test("no text of the sources and no page has such a phrase")
  func written() throws {
    let all = try Finder(Self.phrases)
    #expect(WrittenTexts.literals.count > 5_000 && WrittenTexts.pages.count > 500)
    for text in WrittenTexts.literals {
      let found = all.first(in: text.text)
      #expect(found == nil, "\(text.location): \(found ?? "")")
    }
    // What the law asks for is no distribution.
    let lawful = try Finder(Self.phrases.filter { $0 != "law" })
    for text in WrittenTexts.pages {
      let found = lawful.first(in: text.text)
      #expect(found == nil, "\(text.location): \(found ?? "")")
    }
  }

  @Test("no comment of the sources has a phrase of the older private vocabulary")
  func comments() throws {
    #expect(WrittenTexts.comments.count > 5_000)
    // Plain English where they stand in comments: an app comes to the front, one of which …
    let plain: Set = ["come to", "comes to", "of which", "of whom", "law", "at hand", "way out"]
    let phrases = try Finder(
      Self.phrases.filter { !plain.contains($0) } + ["rival model", "simulation error"])
    for text in WrittenTexts.comments {
      let found = phrases.first(in: text.text)
      #expect(found == nil, "\(text.location): \(found ?? "")")
    }
  }

  @Test("names and commands stand in quotes or bare: backticks are for names of an app's code")
  func quotes() {
    for output in PrintedTexts.all where output.html.isEmpty {
      let text = output.text.replacing(#/`[a-z]+(?:[A-Z]\w*)+`/#, with: "X")
      let found = text.firstRange(of: "`").map { Self.around($0, in: text) }
      #expect(found == nil, "att-lab \(output.command): \(found ?? "")")
    }
  }

  @Test("percent stands next to its number")
  func percent() {
    let texts =
      PrintedTexts.all.map { ("att-lab \($0.command)", $0.text) }
      + (WrittenTexts.literals + WrittenTexts.comments + WrittenTexts.pages).map { ($0.location, $0.text) }
    for (source, text) in texts {
      let found = text.firstRange(of: /[0-9X] %/).map { Self.around($0, in: text) }
      #expect(found == nil, "\(source): \(found ?? "")")
    }
  }

  /// Headings that say in plain words what stands below them, keys of the experiment file, and names.
  private static let plain: Set<String> = [
    "answer", "options", "asks at", "begun (utc)", "best there", "day", "evidence", "fix", "if", "metric",
    "name",
    "part", "place", "population", "experiment", "requests", "run", "sessions", "shown", "size", "source",
    "segment", "value", "when", "date", "at the horizon", "took", "it is", "what is counted",
    "what narrows it", "what was found", "the file says", "the recommended option", "the winner", "pitfall",
    "a reviewer's first session", "never asked, or cannot be asked", "per prompted or toggled off",
    "alert left unanswered (r31)", "lost: another alert was up (r21)", "lost: app not active (r19)",
    "waited behind another alert (r52)", "of those", "ask", "closable", "delay, s", "hook", "pre-prompt",
    "day: option", "segment: option", "number", "what it is", "option", "further counts of",
    "equivalent means", "over time", "not enough", "usage", "rules", "set from outside", "for more", "more",
    "by segment", "best", "note", "error",
    "90% range of the lead", "would tell most of", "retry", "settings link", "usage string", "consent first",
  ]

  @Test("every heading and every label that outputs print is explained, or is plain")
  func terms() {
    let headings = PrintedHeadings.all.filter { !Self.plain.contains($0.words.lowercased()) }
    #expect(headings.count > 40)
    for heading in headings {
      #expect(Explanation.of(heading.words) != nil, "att-lab \(heading.command): '\(heading.words)'")
    }
  }

  /// What shares are of in plain words: people, things of their apps and days, and what is spent.
  private static let plainParts: Set<String> = [
    "their", "the", "such", "it", "best", "tests", "devices", "apps", "opt-ins", "what", "those", "web",
    "uncertain",
    "one look",
    "see --verbose", "no source", "no ranking", "standard deviations", "or answer", "a number",
    "--table strategy", "--rule bayes",
  ]

  @Test("what sentences count shares of is explained, or is plain")
  func parts() {
    var found: [String: String] = [:]
    for output in PrintedTexts.all {
      for match in output.text.matches(of: #/[0-9]% of (?:the |all )?([a-z-]+)/#) {
        found[String(match.output.1)] = output.command
      }
    }
    #expect(found.keys.contains("draws"))
    for (word, command) in found where !Self.plainParts.contains(word) {
      #expect(Explanation.of(word) != nil, "att-lab \(command): '\(word)'")
    }
  }

  /// Values that stand for themselves: formats, counts and names.
  private static let plainValues: Set<String> = [
    "text", "json", "csv", "markdown", "sarif", "table", "one", "two", "day", "daily", "fast", "reference",
    "web", "ci",
    "summary", "review", "segments", "parameters", "funnel", "findings", "differences", "strategy",
    "uncertain",
    "equivalent",
  ]

  /// Names of what comes with the program: presets, questions, pages of the guide.
  private static let names = Set(
    Lab.shippedExperiments + ["news", "game", "shop", "utility"] + GuideTests.pages)

  @Test("a word that may stand after an option of a command is explained, or is plain")
  func values() {
    var found: [String: String] = [:]
    for output in PrintedTexts.all where output.command.hasSuffix("--help") {
      let text = output.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      for match in text.matches(of: #/\(values: ([^;)]+)/#) {
        for word in match.output.1.split(separator: ", ") where !Self.names.contains(String(word)) {
          found[String(word)] = output.command
        }
      }
    }
    #expect(found.keys.contains("bayes"))
    for (word, command) in found where !Self.plainValues.contains(word) {
      #expect(Explanation.of(word) != nil, "att-lab \(command): '\(word)'")
    }
  }

  @Test("what stands in brackets after a statement, in two words, is explained, or is plain")
  func brackets() {
    var found: [String: String] = [:]
    for output in PrintedTexts.all where output.html.isEmpty {
      let text = output.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      for match in text.matches(of: #/ \(([a-z-]+ [a-z-]+)\)/#) {
        found[String(match.output.1)] = output.command
      }
    }
    #expect(found.keys.contains("median times"))
    for (word, command) in found where !Self.plainParts.contains(word) {
      #expect(Explanation.of(word) != nil, "att-lab \(command): '\(word)'")
    }
  }
}
