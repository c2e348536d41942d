import Foundation
import Rendering
import Testing

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

  @Test("the compact form has no blanks")
  func compact() {
    let document: JSONValue = ["b": "x", "a": [.number(1), .integer(1), .null], "empty": []]
    #expect(document.compactText == "{\"b\":\"x\",\"a\":[1.0,1,null],\"empty\":[]}")
  }
}
