import Testing

@testable import Rendering

@Suite("Text in markup")
struct MarkupTextTests {
  @Test("what markup would read as its own is escaped, accents on it or not")
  func escaped() {
    #expect(MarkupText.escaped("<b a=\"c\">&'") == "&lt;b a=&quot;c&quot;&gt;&amp;&#39;")
    // In variables: the macro cannot spell accents that stand alone.
    let attribute = MarkupText.escaped("\"\u{301} onload=x")
    let element = MarkupText.escaped("<\u{301}script>")
    let found = [attribute, element].map { Array($0.unicodeScalars) }
    let expected = ["&quot;\u{301} onload=x", "&lt;\u{301}script&gt;"].map { Array($0.unicodeScalars) }
    #expect(found == expected)
  }

  @Test("control characters of a text become visible, its lines stay")
  func lines() {
    let lines = MarkupText.lines("a\u{0}b\r\nc\u{202E}d")
    #expect(lines == "a\\0b\nc\\u{202E}d")
  }

  @Test("names between marks are set apart, whatever they are made of")
  func phrases() {
    for name in ["launch", "a`b", "`", "**b**", "\u{E000}x"] {
      let pieces = Phrase("under \(Phrase.name(name)) it is").pieces
      #expect(pieces.map(\.text) == ["under ", name.replacing("\u{E000}", with: "`"), " it is"])
      #expect(pieces.map(\.isName) == [false, true, false])
    }
  }

  @Test("a terminal has names of several words in quotes, and a mark alone as a backtick")
  func terminal() {
    #expect(TerminalText.safe("\(Phrase.name("b")) is best") == "b is best")
    #expect(TerminalText.safe("\(Phrase.name("At launch")) is best") == "\"At launch\" is best")
    #expect(TerminalText.safe("\(Phrase.name("a \"b\"")) leads") == "'a \"b\"' leads")
    #expect(TerminalText.safe("a\u{E000}b") == "a`b")
  }

  @Test("backticks of a name outside of marks set nothing apart")
  func backticks() {
    for text in ["a `b` c", "`", "a`b is best, 2 pp more than c`d"] {
      #expect(Phrase(text).pieces.map(\.isName) == [false] && Phrase(text).text == text)
    }
  }
}
