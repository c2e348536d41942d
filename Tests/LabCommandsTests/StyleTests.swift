import Foundation
import Testing

/// How everything reads that a golden file holds.
@Suite("The style of what is printed")
struct StyleTests {
  @Test("every golden file belongs to a command")
  func owned() {
    let known =
      GoldenTests.rows.map(\.file) + HeadlineTests.rules.map { "answer-\($0.1).txt" }
      + ["help-commands.txt", "errors.txt", "bad-files.txt", "verdicts.txt"]
    #expect(Set(goldenFiles).subtracting(known).isEmpty && goldenFiles.count > 40)
  }

  /// Tics of speech, and words of which people would have to ask what is meant.
  private static let banned = [
    "so many", "whoever", "of whom", "as it stands", "comes to", "goes out", "there is none", "spelled out",
    "lest",
    "kin", "leans on", "whatever it is", "not knowing people", "rival model", "mend", "met people",
  ]

  @Test("no banned phrase is printed", arguments: goldenFiles)
  func phrases(file: String) throws {
    let words = " " + goldenText(file).lowercased().split { !$0.isLetter }.joined(separator: " ") + " "
    for phrase in Self.banned { #expect(!words.contains(" \(phrase) "), "\(phrase)") }
  }

  @Test("no sentence has more than 30 words", arguments: goldenFiles.filter { $0.hasSuffix(".txt") })
  func sentences(file: String) throws {
    for paragraph in Self.paragraphs(goldenText(file)) {
      for sentence in paragraph.split(separator: /[.!?:;]["')]?(\s+|$)/) {
        let words = sentence.split(whereSeparator: \.isWhitespace).filter { $0.contains { $0.isLetter } }
        // A list of names is no sentence.
        let isList = words.count { $0.hasSuffix(",") } > words.count / 2
        #expect(words.count <= 30 || isList, "\(sentence)")
      }
    }
  }

  /// The prose of an output, a text for each paragraph, item or labelled value; tables and commands are not in it.
  private static func paragraphs(_ output: String) -> [String] {
    var found: [String] = []
    var isOpen = false
    for line in output.split(separator: "\n", omittingEmptySubsequences: false) {
      let text = line.trimmingCharacters(in: .whitespaces)
      let parts = text.split(separator: /\s{2,}/)
      guard let last = parts.last, parts.count <= 2,
        !["att-lab", "$", "USAGE", "Example", "More:", "exit "].contains(where: text.hasPrefix)
      else {
        isOpen = false
        continue
      }
      if isOpen, parts.count < 2, !text.hasPrefix("- "), !text.hasPrefix("[") {
        found[found.count - 1] += " \(last)"
      } else {
        found.append(String(last))
      }
      isOpen = true
    }
    return found
  }
}
