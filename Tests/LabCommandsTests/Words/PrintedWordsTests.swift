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

  /// Where a text has one of the phrases, with the words around it.
  private static func found(_ phrases: [String] = phrases, in text: String) -> String? {
    let text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
    guard let any = try? Regex("[^.]{0,60}\\b(\(phrases.joined(separator: "|")))\\b[^.]{0,40}") else {
      return "no pattern"
    }
    return text.firstMatch(of: any).map { String(text[$0.range]) }
  }

  @Test("no output has a phrase that a reader would have to translate")
  func outputs() {
    #expect(PrintedTexts.all.count > 50)
    #expect(PrintedTexts.all.filter(\.text.isEmpty).map(\.command) == [])
    for output in PrintedTexts.all {
      // A report quotes where numbers are from, in the words of the experiment's file.
      let quoted: Set = ["law", "cannot tell"]
      let phrases = output.html.isEmpty ? Self.phrases : Self.phrases.filter { !quoted.contains($0) }
      let found = Self.found(phrases, in: output.text)
      #expect(found == nil, "att-lab \(output.command): \(found ?? "")")
    }
  }

  @Test("no text of the sources and no page has such a phrase")
  func written() {
    #expect(WrittenTexts.literals.count > 5_000 && WrittenTexts.pages.count > 500)
    for text in WrittenTexts.literals {
      let found = Self.found(in: text.text)
      #expect(found == nil, "\(text.location): \(found ?? "")")
    }
    // What the law asks for is no distribution.
    for text in WrittenTexts.pages {
      let found = Self.found(Self.phrases.filter { $0 != "law" }, in: text.text)
      #expect(found == nil, "\(text.location): \(found ?? "")")
    }
  }

  @Test("no comment of the sources has a phrase of the older private vocabulary")
  func comments() {
    #expect(WrittenTexts.comments.count > 5_000)
    // Plain English where they stand in comments: an app comes to the front, one of which …
    let plain: Set = ["come to", "comes to", "of which", "of whom", "law", "at hand", "way out"]
    let phrases = Self.phrases.filter { !plain.contains($0) } + ["rival model", "simulation error"]
    for text in WrittenTexts.comments {
      let found = Self.found(phrases, in: text.text)
      #expect(found == nil, "\(text.location): \(found ?? "")")
    }
  }

  @Test("percent stands next to its number")
  func percent() {
    let texts =
      PrintedTexts.all.map { ("att-lab \($0.command)", $0.text) }
      + (WrittenTexts.literals + WrittenTexts.comments + WrittenTexts.pages).map { ($0.location, $0.text) }
    for (source, text) in texts {
      let found = text.firstMatch(of: /.{0,40}[0-9X] %.{0,20}/).map { String($0.output) }
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
    "the lead known to", "would tell most of", "retry", "settings link", "usage string",
  ]

  @Test("every heading and every label that outputs print is explained, or is plain")
  func terms() {
    let headings = PrintedHeadings.all.filter { !Self.plain.contains($0.words.lowercased()) }
    #expect(headings.count > 40)
    for heading in headings {
      #expect(Explanation.of(heading.words) != nil, "att-lab \(heading.command): '\(heading.words)'")
    }
  }
}
