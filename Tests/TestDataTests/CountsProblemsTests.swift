import TestData
import Testing
import TextFormats

@Suite("What is wrong with a table of counts")
struct CountsProblemsTests {
  @Test(
    "each problem says where it is, what was expected and what was found",
    arguments: [
      ("", "1:1", "the file is empty"),
      ("\n\n", "1:1", "the file is empty"),
      ("arm,installs,allowed\n", "2:1", "no rows"),
      ("arm,installs,allowed\na,10\n", "2:1", "2 cells"),
      ("arm,installs,allowed\na,10,3\nb,1", "3:1", "cut off"),
      ("arm,installs,allowed\na;10;3\n", "2:1", "1 cell where the header has 3"),
      ("arm,installs,allowed\na,ten,3\n", "2:3", "found 'ten'"),
      ("arm,installs,allowed\na,10,3.5\n", "2:6", "found '3.5'"),
      ("arm,installs,allowed\na,10,-3\n", "2:6", "found '-3'"),
      ("arm,installs,allowed\na,,3\n", "2:3", "installs is empty"),
      ("arm,installs,allowed\na,99999999999999999999,3\n", "2:3", "to 1,000,000,000, found"),
      ("arm,installs,allowed\na,1000000000,3\na,1,0\n", "3:1", "found 1000000001"),
      ("arm,installs,allowed\na,10,11\n", "2:6", "at most 10"),
      ("arm,installs,Allowed_by_7\na,10,11\n", "2:6", "Allowed_by_7: expected at most 10"),
      ("arm,prompted,allowed_by_7,denied_by_7\na,10,5,6\n", "2:8", "together: expected at most 10"),
      ("arm,installs,allowed_by_7\na,10,x\n", "2:6", "found 'x'"),
      ("arm,day,installs,allowed\na,2026-13-01,10,3\n", "2:3", "no calendar"),
      ("arm,installs,allowed_by_999\na,10,3\n", "1:14", "from 1 to 365"),
      ("arm,installs,prompted,allowed\na,10,11,3\n", "2:6", "prompted: expected at most 10"),
      ("arm,installs,allowed\n,10,3\n", "2:1", "arm is empty"),
      ("arm,installs,allowed_by_7,allowed_by_1\na,1000,190,200\n", "2:8", "allowed_by_7 is 190"),
      ("arm,installs,allowed,allowed_by_7\na,1000,200,210\n", "2:8", "allowed is 200"),
      ("arm,installs,installs,allowed\na,10,10,3\n", "1:14", "second column 'installs'"),
      ("arm,installs,yes\na,10,3\n", "1:1", "no column 'allowed'"),
      ("arm,allowed\na,3\n", "1:1", "none of the columns"),
      ("arm,installs,allowed\n\"a,10,3\nb,12,4\n", "2:1", "never closed"),
      ("arm,installs,allowed\n\"a\"b,10,3\n", "2:4", "after a closing quote"),
      ("arm,installs,allowed\na\"b,10,3\n", "2:2", "inside a cell"),
      ("arm,installs,allowed\nä\u{1F600}b,ten,3\n", "2:5", "found 'ten'"),
      ("arm,installs,allowed\na,1\u{1B}[31m,3\n", "2:3", "found '1\u{1B}[31m'"),
      ("arm,installs,allowed\n\"a\nb\",ten,3\n", "3:4", "found 'ten'"),
    ])
  func located(text: String, place: String, words: String) throws {
    for pieces in [Int.max, 1] { #expect(try isRefused(text, at: place, saying: words, pieces: pieces)) }
  }

  @Test("bytes that are no text are reported as such")
  func bytesThatAreNoText() throws {
    for (content, place) in [
      (Array("arm,installs,allowed\n".utf8) + [0xE4, 0x2C, 0x31, 0x2C, 0x31, 0x0A], [2, 1]),
      ([0xFF, 0xFE, 0x61, 0], [1, 4]), ([0x61, 0x2C, 0x62, 0, 0x0A], [1, 4]),
    ] {
      let found = try #require(throws: FileProblems.self) {
        _ = try TestTable(reading: bytes(content), file: "t.csv")
      }
      #expect(found.problems.map { [$0.line, $0.column] } == [place])
    }
  }

  @Test("all problems are reported together, and no more than a page of them")
  func capped() throws {
    let rows = (0..<1000).map { "a\($0),ten,3" }.joined(separator: "\n")
    let lines = try problems("arm,installs,allowed\n\(rows)\n").split(separator: "\n")
    #expect(lines.count == 21 && lines.last == "t.csv: and 980 more")
  }

  @Test("more than fifty arms are no arms")
  func manyArms() throws {
    let rows = (0..<60).map { "a\($0),10,3" }.joined(separator: "\n")
    #expect(try isRefused("arm,installs,allowed\n\(rows)\n", at: "52:1", saying: "'a50'"))
  }

  @Test("a last line without a line end may be cut off, which is said with its location")
  func cutOff() throws {
    let text = "arm,installs,allowed\na,10,3\nb,12,1"
    for pieces in [Int.max, 1] {
      #expect(try read(text, pieces: pieces).doubts.map { [$0.line, $0.column] } == [[3, 6]])
    }
    for end in ["\n", "\r\n", "\r", "\n\n", "\n  "] { #expect(try counts(text + end).doubts.isEmpty) }
    let rows = eventsHeader + "i1,a,2026-03-01,,,\ni2,a,2026-03-01,,,denie"
    #expect(try problems(rows, asOf: "2026-03-31").hasPrefix("t.csv:3:19: status: expected authorized"))
    #expect(try events(String(rows.dropLast(5))).doubts.map(\.line) == [3])
  }

  @Test("a row without an end is reported and not waited for")
  func endless() throws {
    let text = "arm,installs,allowed\n" + String(repeating: "x", count: 2 << 20)
    #expect(try isRefused(text, at: "2:1", saying: "1048576 bytes"))
  }

  @Test(
    "counts on the command line are reported with their column",
    arguments: [
      ("", [1]), ("a=1/2,b", [7]), ("a=1/2,a=3/4", [7]), ("a=5/2", [1]), ("=1/2", [1]), ("a=1.0/12.000", [1]),
      ("a=x/2,b=1/-3", [1, 7]), ("b=3/10,a==2/10", [8]), ("a=1/2;b=1/2", [1]),
      ("a=1/2,b=1/1000000001", [7]),
    ])
  func inline(text: String, columns: [Int]) {
    let found = #expect(throws: FileProblems.self) { try TestTable(inline: text, denominator: .installs) }
    #expect(found?.problems.map(\.column) == columns)
  }
}
