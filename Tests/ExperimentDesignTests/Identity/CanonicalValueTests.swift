import ExperimentDesign
import Testing

@Suite("Equal meanings have equal texts")
struct CanonicalValueTests {
  @Test("Keys are sorted by their bytes, without blanks")
  func keys() {
    let value = CanonicalValue.object([
      "b": .integer(1), "a": .list([.flag(true), .none]), "é": .flag(false),
    ])
    #expect(value.text == #"{"a":[true,null],"b":1,"é":false}"#)
  }

  @Test(
    "A number has the fewest digits that read back as it",
    arguments: [
      (0.1, "0.1"), (0.1 + 0.2, "0.30000000000000004"), (1, "1.0"), (1e-6, "1e-06"), (1e16, "1e+16"),
      (.leastNonzeroMagnitude, "5e-324"),
      (-2.5, "-2.5"), (0, "0.0"), (-0.0, "0.0"), (.infinity, #""infinity""#),
      (-.infinity, #""-infinity""#),
    ] as [(Double, String)])
  func numbers(number: Double, text: String) {
    #expect(CanonicalValue.number(number).text == text)
  }

  @Test("Quotes, backslashes and control characters are escaped, and nothing else")
  func texts() {
    #expect(CanonicalValue.text("a\"b\\c\n\u{0}é🙂/").text == #""a\"b\\c\u000a\u0000é🙂/""#)
  }

  @Test("Texts that look equal and have other scalars stay apart")
  func scalars() {
    #expect(CanonicalValue.text("\u{e9}").text.utf8.count != CanonicalValue.text("e\u{301}").text.utf8.count)
  }
}
