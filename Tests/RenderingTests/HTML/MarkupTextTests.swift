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
}
