import Foundation
import Reviews
import Testing

@Suite("The words of the outputs")
struct PrintedWordsTests {
  /// Phrases that a reader would have to translate; the words to use are those of `att-lab explain`.
  private static let phrases = [
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

  @Test("no output has a phrase that a reader would have to translate")
  func phrases() {
    #expect(PrintedTexts.all.count > 30)
    #expect(PrintedTexts.all.filter(\.text.isEmpty).map(\.command) == [])
    for output in PrintedTexts.all {
      let text = output.text.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
      for phrase in Self.phrases {
        guard let pattern = try? Regex("[^.]{0,60}\\b\(phrase)\\b[^.]{0,40}") else { continue }
        let found = text.firstMatch(of: pattern).map { String(text[$0.range]) }
        #expect(found == nil, "att-lab \(output.command): '\(phrase)' in \(found ?? "")")
      }
    }
  }

  @Test("percent stands next to its number")
  func percent() {
    for output in PrintedTexts.all {
      let found = output.text.firstMatch(of: /.{0,40}[0-9] %.{0,20}/).map { String($0.output) }
      #expect(found == nil, "att-lab \(output.command): \(found ?? "")")
    }
  }

  @Test(
    "every column of a table and every term of the answer is explained",
    arguments: [
      "opt-in per install", "of those prompted", "shown prompt", "chance best", "vs", "90% range",
      "90% prediction interval", "expected loss", "verdict", "share of variance", "break-even value",
      "value of learning", "chance better", "ratio", "p (score)", "interval", "interval at any look",
      "Monte Carlo error", "sources of uncertainty", "platform checks", "best guess", "recommendation",
      "confidence", "watch out", "tie", "runner-up", "alternative models", "inconclusive", "rank correlation",
    ])
  func terms(term: String) { #expect(Explanation.of(term) != nil) }
}
