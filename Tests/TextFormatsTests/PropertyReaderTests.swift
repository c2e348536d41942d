import Testing
import TextFormats

@Suite("Property lists and JSON that are read")
struct PropertyReaderTests {
  @Test("one value reads the same in every form, each key and value with its line")
  func forms() throws {
    let texts: [(PropertyForm, String)] = [
      (
        .xml,
        "<?xml?><plist><dict>\n<key>a</key><array><string>x &lt;é</string>\n<dict/></array></dict></plist>"
      ),
      (.oldest, "{ /* why */\na = ( \"x <\\U00e9\",\n{ }, ); }"),
      (.oldest, "// why\na = (\"x <é\"\n, {});"),
      (.json, "{\n\"a\": [\"x <\\u00e9\",\n{}]}"),
    ]
    for (form, text) in texts {
      let root = try PropertyValue(text, form)
      let entry = try #require(root.entry("a"))
      let items = try #require(entry.value.items)
      #expect(root.line == 1 && entry.line == 2 && items.map(\.line) == [2, 3])
      #expect(items.first?.text == "x <é" && items.last?.entries.isEmpty == true)
    }
  }

  @Test("what a text may hold besides: escapes, pairs of them, flags, numbers, null")
  func scalars() throws {
    let read = try PropertyValue(#"["\"\\\/\n\ud83c\udf89", true, -1e3, null]"#, .json)
    #expect(read.items?.first?.text == "\"\\/\n🎉")
    #expect(read.items?.dropFirst().map(\.kind) == ["true or false", "a number", "null"])
    let list = "<array><true/><real>1</real><data>aGk=</data><string><![CDATA[a<b]]>&#x263a;</string></array>"
    let xml = try PropertyValue(list, .xml)
    #expect(xml.items?.map(\.kind) == ["true or false", "a number", "data", "text"])
    #expect(xml.items?.last?.text == "a<b☺")
  }

  @Test("what is cut off or malformed is refused with its line")
  func refused() {
    let texts: [(PropertyForm, String, Int)] = [
      (.json, "{\n\"a\": [1", 2), (.json, "[1 2]", 1), (.json, "{\"a\":1\n\"b\":2}", 2),
      (.json, "\"a\nb\"", 1),
      (.json, "{\"a\": 1} x", 1), (.oldest, "{ a = b;\n", 2), (.oldest, "{ a = b }", 1),
      (.oldest, "a = \"b\n", 1),
      (.xml, "<dict>\n<string>a</string>", 2), (.xml, "<array><string>a\n</array>", 2), (.xml, "<a/>", 1),
    ]
    for (form, text, line) in texts {
      #expect(throws: FileProblem.self, "\(text)") { try PropertyValue(text, form) }
      do { _ = try PropertyValue(text, form) } catch { #expect(error.line == line, "\(text): \(error)") }
    }
  }

  @Test("what is nested deeper than any, or is too much, is refused, and does not end the program")
  func deep() {
    for (form, sign) in [(PropertyForm.json, "["), (.oldest, "("), (.xml, "<array>")] {
      let text = String(repeating: sign, count: 1_000_000)
      #expect(throws: FileProblem.self) { try PropertyValue(text, form) }
    }
    let many = "[" + String(repeating: "1,", count: 300_000)
    #expect(throws: FileProblem.self) { try PropertyValue(many, .json) }
  }
}
