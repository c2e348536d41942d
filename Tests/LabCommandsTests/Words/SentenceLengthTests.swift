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
      // A slow machine says how far it is, line by line.
      open = !text.hasSuffix("…") && !text.hasSuffix(" left")
    }
    return found
  }

  /// The first sentence with too many words, with their number.
  private static func tooLong(_ paragraph: String) -> String? {
    for sentence in paragraph.split(separator: /[.!?:]["')]?(\s+|$)/) {
      let words = sentence.split(whereSeparator: \.isWhitespace)
        .filter { $0.contains { $0.isLetter || $0.isNumber } }
      // A list of names is no sentence.
      let isList = words.count { $0.hasSuffix(",") } > words.count * 3 / 4
      if words.count > most, !isList { return "\(words.count) words: \(sentence)" }
    }
    return nil
  }

  @Test("lines that say how far the work is are sentences of their own")
  func progress() {
    let output = """
      Fitting all counts together …
      Comparing the answers …
      554 of about 554 points · 1.8 M installs × options/s · under 1 s left
      Answer
      """
    #expect(Self.paragraphs(output).count == 4)
  }

  @Test("no sentence of an output has more than 30 words")
  func outputs() {
    for output in PrintedTexts.all {
      for paragraph in Self.paragraphs(output.text) {
        let found = Self.tooLong(paragraph)
        #expect(found == nil, "att-lab \(output.command): \(found ?? "")")
      }
    }
  }

  @Test("no sentence of the sources and of the pages has more than 30 words")
  func written() {
    // Statements of SQL are for a machine.
    let literals = WrittenTexts.literals.filter { !$0.text.contains(/\b(SELECT|CREATE|INSERT|PRAGMA)\b/) }
    for text in literals.flatMap(\.paragraphs) + WrittenTexts.pages {
      let found = Self.tooLong(text.text)
      #expect(found == nil, "\(text.location): \(found ?? "")")
    }
  }
}

extension WrittenTexts.Written {
  /// The paragraphs of a text of several.
  fileprivate var paragraphs: [Self] {
    text.split(separator: "\n\n").map { Self(location: location, text: String($0)) }
  }
}
