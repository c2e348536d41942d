import Foundation
import Testing
import TextFormats

@Suite("JSON")
struct JSONLayoutTests {
  @Test("text is escaped, order is kept, numbers keep their digits, what is not finite is null")
  func values() {
    let document: JSONValue = .object([
      ("b", .text("\"\\\n\u{1}é")), ("a", .list([.number(0.1), .number(.nan), .integer(-1)])),
      ("empty", .object([])),
    ])
    #expect(
      document.text == """
        {
          "b": "\\"\\\\\\n\\u0001é",
          "a": [0.1, null, -1],
          "empty": {}
        }

        """)
  }

  @Test("what could turn the direction of reading is escaped, and read back it is the same")
  func hidden() throws {
    let name = "a\u{202E}b\u{9B}\u{2066}c"
    let text = JSONValue.text(name).text
    #expect(text == "\"a\\u202eb\\u009b\\u2066c\"\n")
    let back = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    #expect(back as? String == name)
  }

  @Test("a list's items stand on lines of their own where the layout says so, and an empty one on none")
  func items() {
    let document: JSONValue = ["a": [1, true], "b": [], "c": [["d": "e"]]]
    #expect(
      document.text(.itemsOnLines) == """
        {
          "a": [
            1,
            true
          ],
          "b": [],
          "c": [
            {
              "d": "e"
            }
          ]
        }
        """)
  }

  @Test("the canonical layout has no blanks, and escapes only what it must, each in one way")
  func canonical() {
    let document: JSONValue = [
      "b": .text("\"\\\n\t\u{1F}\u{202E}é"), "a": [.number(1), .integer(1), .null], "empty": [],
    ]
    #expect(
      document.text(.canonical)
        == "{\"b\":\"\\\"\\\\\\u000a\\u0009\\u001f\u{202E}é\",\"a\":[1.0,1,null],\"empty\":[]}")
  }
}
