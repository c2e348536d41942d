import TestData
import Testing
import TextFormats

@Suite("Who is still active, by day")
struct ShareTableTests {
  private func read(_ text: String) throws -> ShareTable {
    try ShareTable(reading: bytes(Array(text.utf8)), file: "s.csv")
  }

  @Test("each day is read with its people, and other columns are named")
  func retention() throws {
    let table = try read("Day,active,installs,note\n7,120,1000,a\n30,60,1000,b\n")
    #expect(table.rows.map(\.day) == [7, 30] && table.rows.map(\.active) == [120, 60])
    #expect(table.rows.map(\.line) == [2, 3] && table.remarks.count == 1)
  }

  @Test(
    "what cannot be is refused with its place",
    arguments: [
      ("", "the file is empty"), ("day,active\n7,1\n", "no column 'installs'"),
      ("day,day,active,installs\n", "a second column 'day'"),
      ("day,active,installs\n0,1,2\n", "s.csv:2:1: day: expected 1 to 365, found 0"),
      ("day,active,installs\n7,3,2\n", "active: expected at most 2, the installs, found 3"),
      ("day,active,installs\n7,0,0\n", "installs is 0; expected at least 1"),
      ("day,active,installs\n7,1,9\n7,2,9\n", "s.csv:3:1: the share of line 2 again"),
      (
        "day,active,installs\n7,-4,9\n", "active: expected a whole number from 0 to 1,000,000,000, found '-4'"
      ),
      ("day,active,installs\n7,a,9\n", "to 1,000,000,000, found 'a'"),
    ])
  func refused(_ text: String, _ words: String) {
    let found = #expect(throws: FileProblems.self) { try read(text) }
    #expect(found?.lines.joined(separator: "\n").contains(words) == true)
  }
}
