import Foundation
import Testing

@Suite("One word for one thing")
struct OneWordTests {
  /// Texts of the program that people read: of several words, and no statement of SQL.
  private static let sentences = WrittenTexts.literals.filter { text in
    text.text.contains(" ") && !text.location.hasPrefix("Sources/ResultStore/")
      // The certificate of statistics is written in their words.
      && !text.location.hasPrefix("Sources/Studies/Coverage/")
  }

  /// The words of a text that stand there as words: not in quotes or code, no key, option or path.
  private static func words(_ text: String) -> [Substring] {
    let plain = text.replacing(/`[^`]*`/, with: "X").replacing(/columns?\b[^.:]*/, with: "columns")
    return plain.split(whereSeparator: \.isWhitespace).compactMap { word in
      guard !word.hasPrefix("'"), !word.hasSuffix(":") else { return nil }
      let bare = word.drop { "(\"“".contains($0) }
      return bare.contains(".") && !bare.hasSuffix(".") || bare.prefix { $0.isLetter }.isEmpty
        || bare.contains("_") || bare.contains("=") ? nil : bare
    }
  }

  private static func holds(_ text: String, _ stems: [String]) -> Bool {
    words(text).contains { word in stems.contains(word.prefix(while: \.isLetter).lowercased()) }
  }

  @Test("what is compared is an option; an arm is a key of files and a column of tables")
  func options() {
    let pages = WrittenTexts.pages.filter { $0.location.hasPrefix("Sources/LabCommands/") }
    #expect(Self.sentences.count > 1_000 && pages.count > 50)
    for text in Self.sentences + pages where Self.holds(text.text, ["arm", "arms"]) {
      Issue.record("\(text.location): \(text.text)")
    }
  }

  @Test("a strategy is what a search combines, or what an app loads")
  func strategies() {
    let owners = [
      "Search", "Optimize", "/PromptFlow", "Explanations", "Export", "AppKeys", "ExperimentKeys",
      "ExperimentFault", "AnswerScenario+Ship",
      "Simulate.swift",
    ]
    for text in Self.sentences where Self.holds(text.text, ["strategy", "strategies"]) {
      #expect(owners.contains { text.location.contains($0) }, "\(text.location): \(text.text)")
    }
  }

  @Test("the word that is meant is found in a sentence, and not in a key, a column or code")
  func found() {
    #expect(Self.holds("no arm is called X.", ["arm"]) && Self.holds("each arm's, and more", ["arm"]))
    for text in [
      "the key 'arm' of a file", "arms.X.ask is set", "columns arm, people", "`arm`s", "--arm NAME",
    ] {
      #expect(!Self.holds(text, ["arm", "arms"]), "\(text)")
    }
  }
}
