import TestData
import Testing
import TextFormats

@Suite("A table of settings")
struct SettingsTableTests {
  private func read(_ text: String) throws -> SettingsTable {
    try SettingsTable(reading: bytes(Array(text.utf8)), file: "s.csv")
  }

  @Test("every cell has its text without spaces and quotes, and its location")
  func cells() throws {
    let table = try read("name, a.b ,c\r\nfirst,\"{beta: [3, 7]}\",\n\nü, -1 ,\"say \"\"so\"\"\"\n")
    #expect(table.header.map(\.text) == ["name", "a.b", "c"])
    #expect(
      table.rows.map { $0.map(\.text) } == [["first", "{beta: [3, 7]}", ""], ["ü", "-1", "say \"so\""]])
    #expect(table.rows[0].map { [$0.line, $0.column] } == [[2, 1], [2, 8], [2, 24]])
    #expect(table.rows[1].map { [$0.line, $0.column] } == [[4, 1], [4, 3], [4, 9]])
    #expect(table.doubts.isEmpty)
    #expect(try read("a;b\n1;2\n").rows[0].map(\.text) == ["1", "2"])
  }

  @Test(
    "what is wrong says where it is, what was expected and what was found",
    arguments: [
      ("", "s.csv:1:1: the file is empty; expected a header line of settings and rows of values"),
      ("a,b\n", "s.csv:2:1: a header and no rows; expected at least one row below it"),
      ("a,,b\n1,2,3\n", "s.csv:1:3: a column without a name; expected what its cells set"),
      (
        "a,b,a\n1,2,3\n",
        "s.csv:1:5: a second column 'a', after the one at column 1; expected each once"
      ),
      ("a,b\n1\n", "s.csv:2:1: 1 cell where the header has 2"),
    ])
  func problems(text: String, problem: String) {
    #expect {
      try read(text)
    } throws: { error in
      "\(error)" == problem
    }
  }

  @Test("bytes that are not UTF-8 are refused at their cell, in the header and in rows")
  func encodings() {
    for (text, location) in [("a,\u{1}\n1,2\n", "1:3"), ("a,b\n1,\u{1}\n", "2:3")] {
      let raw = Array(text.utf8).map { $0 == 1 ? UInt8(0xFF) : $0 }
      #expect {
        try SettingsTable(reading: bytes(raw), file: "s.csv")
      } throws: { error in
        "\(error)".hasPrefix("s.csv:\(location): not UTF-8: ")
          && "\(error)".hasSuffix("; save the file as UTF-8")
      }
    }
  }

  @Test("a file that may have been cut off is read, with a doubt")
  func cutOff() throws {
    let table = try read("a\n1\n2")
    #expect(table.rows.count == 2)
    #expect(table.doubts.map { "\($0)".hasPrefix("s.csv:3:1: the last line has no line end") } == [true])
  }

  @Test("the number of rows is bounded, and one message says so")
  func rows() throws {
    let most = "a\n" + String(repeating: "1\n", count: SettingsTable.mostRows)
    #expect(try read(most).rows.count == SettingsTable.mostRows)
    #expect {
      try read(most + "2\n3\n")
    } throws: { error in
      "\(error)"
        == "s.csv:10002:1: more than 10000 rows; run the rest as a batch of their own, into the same store"
    }
  }
}
