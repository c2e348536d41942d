import Testing
import TextFormats

@Suite("Property lists and JSON that are read")
struct PropertyReadingTests {
  private func list(_ text: String) throws -> PropertyValue { try PropertyValue(list: Array(text.utf8)) }

  @Test(
    "one value reads the same in every form, each key with its line, and each text where tags or quotes tell it"
  )
  func forms() throws {
    let texts = [
      "<?xml?><plist><dict>\n<key>a</key><array><string>x</string>\n<string>y</string></array></dict></plist>",
      "{ /* why */\na = ( \"x\",\ny, ); }", "// why\na = (\"x\"\n, y);", "{\n\"a\": [\"x\",\n\"y\"]}",
    ]
    for text in texts {
      let root = try text.contains("[") ? PropertyValue(json: text) : list(text)
      let value = try #require(root["a"])
      #expect(root.line == 1 && value.line == 2 && value.items?.map(\.text) == ["x", "y"], "\(text)")
      if text.contains("[") || text.contains("<") { #expect(value.items?.map(\.line) == [2, 3]) }
    }
  }

  @Test("a key of several mappings has in each the line at which it stands there")
  func lines() throws {
    let project = try list(
      "{ objects = {\nT = { L = B; };\nA /* Debug */ = {\nk = 1; };\nB = {\nk = 2; }; }; }")
    let objects = try #require(project["objects"]?.members)
    #expect(objects.map(\.line) == [3, 5, 2] && objects.map { $0["k"]?.line } == [4, 6, nil])
    let settings = try list("{\nA = 1;\n\"B[sdk=c*]\" = \"2\"; }")
    #expect(settings.members.map(\.line) == [2, 3])
    let texts = try PropertyValue(json: "{\"a\": {\"v\": 1},\n\"b\": {\n\"v\": 2}}")
    #expect(texts.descendants("v").map(\.line) == [1, 3])
  }

  @Test(
    "what a text may hold besides: escapes, flags, numbers, null, data; of a key that stands twice the last")
  func scalars() throws {
    let read = try PropertyValue(json: #"["\"\\\/\n\ud83c\udf89", true, -1e3, null]"#)
    #expect(read.items?.first?.text == "\"\\/\n🎉")
    #expect(read.items?.dropFirst().map(\.kind) == ["true or false", "a number", "null"])
    let xml = try list(
      "<array><true/><real>1</real><data>aGk=</data><string><![CDATA[a<b]]>&#x263a;</string></array>")
    #expect(xml.items?.map(\.kind) == ["true or false", "a number", "data", "text"])
    #expect(xml.items?.first?.flag == true && xml.items?.last?.text == "a<b☺")
    #expect(try list("a = b; a = \"\\U00e9\";")["a"]?.text == "é")
  }

  @Test("what is cut off or malformed is refused with its line")
  func refused() {
    let texts: [(text: String, isJSON: Bool, line: Int)] = [
      ("{\n\"a\": [1", true, 2), ("[1 2]", true, 1), ("{\"a\":1\n\"b\":2}", true, 2),
      ("{\"a\": 1} x", true, 1),
      ("{ a = b;\n", false, 2), ("{ a = b }", false, 1), ("a = \"b\n", false, 1),
      ("<dict>\n<string>a</string>", false, 2), ("<array><string>a\n</array>", false, 2), ("<a/>", false, 1),
    ]
    for (text, isJSON, line) in texts {
      let problem = #expect(throws: FileProblem.self, "\(text)") {
        try isJSON ? PropertyValue(json: text) : list(text)
      }
      #expect(problem?.line == line, "\(text): \(problem.map { "\($0)" } ?? "")")
    }
  }

  @Test("what is nested deeper than any is refused, and does not end the program")
  func deep() {
    for sign in ["[", "{\"a\":", "(", "{a=", "<array>", "<dict><key>a</key>", "<plist>", "<plist><array>"] {
      let text = String(repeating: sign, count: 200_000)
      #expect(throws: FileProblem.self, "\(sign)") {
        try sign.contains("[") || sign.contains("\"") ? PropertyValue(json: text) : list(text)
      }
    }
  }
}
