import Testing
import TextFormats

@Suite("Words of printed commands that stand for something else")
struct PlaceholderTests {
  @Test("each says what it stands for and what to write", arguments: Placeholder.allCases)
  func advice(word: Placeholder) {
    #expect(word.advice.hasPrefix("\(word.rawValue) stands for "))
    #expect(word.advice.contains(". Name that ") || word.advice.contains(". Write th"))
    #expect(!word.advice.hasSuffix("."))
  }
}
