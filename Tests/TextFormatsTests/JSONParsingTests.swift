import Testing
import TextFormats

@Suite("JSON that is read")
struct JSONParsingTests {
  @Test(
    "what is written reads back as the same bits",
    arguments: [
      .null, .flag(true), .integer(-12), .unsigned(.max), .number(0.1), .number(.leastNonzeroMagnitude),
      .number(1e300),
      .text("a \"b\" \\ \n\t\u{1}\u{7F} é 🎉 \u{2028}"), .list([]), .object([]),
      .object([("b", .list([.number(-0.5), .list([.null])])), ("a", .object([("", .text(""))]))]),
    ] as [JSONValue])
  func roundTrip(value: JSONValue) throws {
    for layout in [JSONLayout.keysOnLines, .itemsOnLines, .canonical] {
      let read = try LocatedJSON(reading: value.text(layout)).value
      #expect(read == value && read.text(.canonical) == value.text(.canonical))
    }
  }

  @Test("escapes are the characters that they stand for")
  func escapes() throws {
    let read = try LocatedJSON(reading: #" [ "\u00e9\ud83c\udf89\/\b\f" , 1E2 , -0.0 ] "#).value
    #expect(read == .list([.text("é🎉/\u{8}\u{C}"), .number(100), .number(-0.0)]))
  }

  @Test(
    "what is no document is refused with its position",
    arguments: [
      ("", 1), ("[1,]", 4), ("[1 2]", 4), ("{1:2}", 2), (#"{"a" 1}"#, 6), (#"{"a":1"#, 7), (#""abc"#, 5),
      ("[1]x", 4), ("1e999", 6), ("nul", 1), (#""\ud83c""#, 8), (#""\q""#, 4), ("\"\n\"", 3), ("\"\t\"", 3),
      ("nan", 1), ("--1", 1), ("0x10", 2),
    ])
  func refused(text: String, byte: Int) {
    #expect {
      try LocatedJSON(reading: text)
    } throws: { error in
      (error as? JSONSyntaxProblem)?.byte == byte
    }
  }

  @Test("keys, values and what is wrong are found at their lines")
  func lines() throws {
    let read = try LocatedJSON(reading: "\n{\"a\":\n[1,\n2],\r\n\"b\": {\n}\n}\n")
    guard case .object(let members) = read.content, case .list(let items) = members.first?.value.content
    else {
      Issue.record("expected an object with a list")
      return
    }
    #expect(read.line == 2 && members.map(\.line) == [2, 5] && members.map(\.value.line) == [3, 5])
    #expect(items.map(\.line) == [3, 4])
    let problem = JSONSyntaxProblem(
      line: 3, byte: 9, reason: "expected a comma or the end of a list, found 'x'")
    #expect(throws: problem) { try LocatedJSON(reading: "[\n1,\n 2 x]") }
  }

  @Test("no more values are read than there may be")
  func values() {
    #expect(throws: JSONSyntaxProblem(line: 1, byte: 8, reason: "expected at most 3 values, found more")) {
      try LocatedJSON(reading: "[1, 2, 3]", values: 3)
    }
  }

  @Test("a document nested deeper than any is refused, and does not end the program")
  func deep() {
    let text = String(repeating: "[", count: 1_000_000)
    #expect(
      throws: JSONSyntaxProblem(
        line: 1, byte: 101, reason: "expected at most 100 levels of nesting, found more")
    ) { try LocatedJSON(reading: text) }
  }
}
