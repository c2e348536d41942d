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
      let read = try JSONValue(reading: value.text(layout))
      #expect(read == value && read.text(.canonical) == value.text(.canonical))
    }
  }

  @Test("escapes are the characters that they stand for")
  func escapes() throws {
    let read = try JSONValue(reading: #" [ "\u00e9\ud83c\udf89\/\b\f" , 1E2 , -0.0 ] "#)
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
      try JSONValue(reading: text)
    } throws: { error in
      "\(error)".hasPrefix("byte \(byte): expected ")
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
      throws: JSONProblem(place: "byte 101", reason: "expected at most 100 levels of nesting, found more")
    ) {
      try JSONValue(reading: text)
    }
  }

  @Test("a value of another kind or range is refused with its place")
  func members() throws {
    let document = JSONMember(
      try JSONValue(reading: #"{"a": [{"b": 2, "c": null, "d": "x", "e": true, "f": 1.5}]}"#))
    let item = try document.member("a").items(1)[0]
    #expect(try item.member("b").number(in: 0...2) == 2 && item.member("b").count() == 2)
    #expect(try item.member("d").text() == "x" && item.member("e").flag() && item.optional("c") == nil)
    func message(_ read: () throws -> some Any) -> String? {
      do { return "\(try read())" } catch { return "\(error)" }
    }
    #expect(
      message { try item.member("b").number(in: 0...1) }
        == "a[0].b: expected a number from 0.0 to 1.0, found 2")
    #expect(
      message { try item.member("f").count() }?.hasPrefix("a[0].f: expected a whole number from 0 to") == true
    )
    #expect(message { try item.member("c") } == "a[0].c: expected a value, found none")
    #expect(message { try item.member("d").flag() } == "a[0].d: expected true or false, found 'x'")
    #expect(message { try item.member("e").text() } == "a[0].e: expected a text, found true")
    #expect(message { try document.member("a").items(2) } == "a: expected a list of 2, found one of 1")
    #expect(message { try document.member("a").member("b") } == "a: expected an object, found a list")
  }
}
