import Foundation
import Testing

@Suite("The sentences of the outputs")
struct SentenceLengthTests {
  private static let most = 30

  /// The prose of an output, a text for each paragraph, item or labelled value; tables and commands are not in it.
  private static func paragraphs(_ output: String) -> [String] {
    var found: [String] = []
    var open = false
    for line in output.split(separator: "\n", omittingEmptySubsequences: false) {
      let text = line.trimmingCharacters(in: .whitespaces)
      let parts = text.split(separator: /\s{2,}/)
      guard let last = parts.last, parts.count <= 2, !text.hasPrefix("att-lab"), !text.hasPrefix("USAGE"),
        !text.hasPrefix("Example"), !text.hasPrefix("More:")
      else {
        open = false
        continue
      }
      let starts = parts.count == 2 || text.hasPrefix("- ") || text.hasPrefix("[")
      if open, !starts {
        found[found.count - 1] += " \(last)"
      } else {
        found.append(String(last))
      }
      open = true
    }
    return found
  }

  @Test("no sentence has more than 30 words")
  func length() {
    for output in PrintedTexts.all {
      for paragraph in Self.paragraphs(output.text) {
        for sentence in paragraph.split(separator: /[.!?:]["')]?(\s+|$)/) {
          let words = sentence.split(separator: " ").filter { $0.contains { $0.isLetter || $0.isNumber } }
          #expect(words.count <= Self.most, "att-lab \(output.command): \(words.count) words: \(sentence)")
        }
      }
    }
  }
}
