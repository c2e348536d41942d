import TestData
import Testing
import TextFormats

@Suite("What is wrong with a table of counts")
struct CountsProblemsTests {
  private static let emptyFile =
    "t.csv:1:1: the file is empty; expected the columns arm, installs and allowed of counts, or install_id, arm, "
    + "installed_at, prompted_at, decided_at and status of installs"

  @Test(
    "each problem says where it is, what was expected and what was found",
    arguments: [
      ("", emptyFile),
      ("\n\n", emptyFile),
      ("arm,installs,allowed\n", "t.csv:2:1: a header and no rows; expected at least one row below it"),
      (
        "arm,installs,allowed\na,10\n",
        "t.csv:2:1: 2 cells where the header has 3"
      ),
      (
        "arm,installs,allowed\na,10,3\nb,1",
        "t.csv:3:1: 2 cells where the header has 3; was the file cut off here?"
      ),
      (
        "arm,installs,allowed\na;10;3\n",
        "t.csv:2:1: 1 cell where the header has 3, separated by ',' there; is this row separated by ';'?"
      ),
      ("arm,installs,allowed\na,ten,3\n", "t.csv:2:3: installs: expected a whole number, found 'ten'"),
      ("arm,installs,allowed\na,10,3.5\n", "t.csv:2:6: allowed: expected a whole number, found '3.5'"),
      ("arm,installs,allowed\na,10,-3\n", "t.csv:2:6: allowed is negative: '-3'"),
      ("arm,installs,allowed\na,,3\n", "t.csv:2:3: installs is empty; expected a whole number, 0 for none"),
      (
        "arm,installs,allowed\na,99999999999999999999,3\n",
        "t.csv:2:3: installs is more than 1,000,000,000: '99999999999999999999'"
      ),
      ("arm,installs,allowed\na,10,11\n", "t.csv:2:6: allowed: expected at most 10, the installs, found 11"),
      (
        "arm,installs,Allowed_by_7\na,10,11\n",
        "t.csv:2:6: Allowed_by_7: expected at most 10, the installs, found 11"
      ),
      (
        "arm,prompted,allowed_by_7,denied_by_7\na,10,5,6\n",
        "t.csv:2:8: allowed_by_7 and denied_by_7 together: expected at most 10, the prompted, found 11"
      ),
      ("arm,installs,allowed_by_7\na,10,x\n", "t.csv:2:6: allowed_by_7: expected a whole number, found 'x'"),
      (
        "arm,day,installs,allowed\na,2026-13-01,10,3\n",
        "t.csv:2:3: day: expected a date such as 2026-03-02, or a number, found '2026-13-01', which no calendar has"
      ),
      ("arm,installs,allowed_by_999\na,10,3\n", "t.csv:1:14: 'allowed_by_999': expected a day from 1 to 365"),
      (
        "arm,installs,prompted,allowed\na,10,11,3\n",
        "t.csv:2:6: prompted: expected at most 10, the installs, found 11"
      ),
      ("arm,installs,allowed\n,10,3\n", "t.csv:2:1: arm is empty; expected a name"),
      (
        "arm,installs,allowed_by_7,allowed_by_1\na,1000,190,200\n",
        "t.csv:2:8: allowed_by_7 is 190, and allowed_by_1 is 200; expected counts that only grow"
      ),
      (
        "arm,installs,allowed,allowed_by_7\na,1000,200,210\n",
        "t.csv:2:8: allowed is 200, and allowed_by_7 is 210; expected counts that only grow"
      ),
      (
        "arm,installs,installs,allowed\na,10,10,3\n",
        "t.csv:1:14: a second column 'installs'; expected each once"
      ),
      (
        "arm,installs,yes\na,10,3\n",
        "t.csv:1:1: no column 'allowed'; the file has 'arm', 'installs', 'yes'. Is it called otherwise? Give it that name in the file"
      ),
      (
        "arm,allowed\na,3\n",
        "t.csv:1:1: none of the columns installs, prompted and answered; a rate needs at least one of them"
      ),
      (
        "arm,installs,allowed\n\"a,10,3\nb,12,4\n",
        "t.csv:2:1: a quote that is never closed; was the file cut off?"
      ),
      (
        "arm,installs,allowed\n\"a\"b,10,3\n",
        "t.csv:2:4: text after a closing quote; expected a delimiter or the end of the row"
      ),
      (
        "arm,installs,allowed\na\"b,10,3\n",
        "t.csv:2:2: a quote inside a cell; quote the whole cell and double the quote: \"\""
      ),
      (
        "arm,installs,allowed\nä\u{1F600}b,ten,3\n",
        "t.csv:2:5: installs: expected a whole number, found 'ten'"
      ),
      (
        "arm,installs,allowed\na,1\u{1B}[31m,3\n",
        "t.csv:2:3: installs: expected a whole number, found '1\\u{1B}[31m'"
      ),
      ("arm,installs,allowed\n\"a\nb\",ten,3\n", "t.csv:3:4: installs: expected a whole number, found 'ten'"),
    ])
  func located(text: String, expected: String) throws {
    #expect(try problems(text) == expected)
    #expect(try problems(text, pieces: 1) == expected)
  }

  @Test("bytes that are no text are reported as such")
  func bytesThatAreNoText() throws {
    func problem(_ content: [UInt8]) throws -> String {
      do {
        _ = try TestTable(reading: bytes(content), file: "t.csv", options: ReadingOptions())
        return ""
      } catch let problems as DataProblems {
        return problems.description
      }
    }
    #expect(
      try problem(Array("arm,installs,allowed\n".utf8) + [0xE4, 0x2C, 0x31, 0x2C, 0x31, 0x0A])
        == "t.csv:2:1: arm is not UTF-8: '\u{FFFD}'; save the file as UTF-8")
    #expect(try problem([0xFF, 0xFE, 0x61, 0]) == "t.csv:1:1: the file is UTF-16; save it as UTF-8")
    #expect(
      try problem([0x61, 0x2C, 0x62, 0, 0x0A])
        == "t.csv:1:4: a byte of value 0: this is no text; save the table as CSV in UTF-8")
  }

  @Test("where every row has more allowed than installs, the first problem asks whether they are swapped")
  func swapped() throws {
    let hint = "the installs, found 1000. It is more in every row: are the two columns swapped?"
    let lines = try problems("arm,installs,allowed\na,230,1000\nb,250,1000\n").split(separator: "\n")
    #expect(lines.count == 2 && lines[0].hasSuffix(hint) && lines[1].hasSuffix("found 1000"), "\(lines)")
    #expect(try !problems("arm,installs,allowed\na,230,1000\nb,1000,250\n").contains("swapped"))
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
    #expect(
      try problems("arm,installs,allowed\n\(rows)\n")
        == "t.csv:52:1: more than 50 different values of arm; is it the right column? Found 'a50'")
  }

  @Test("a last line without a line end may be cut off, which is said with its location")
  func cutOff() throws {
    let text = "arm,installs,allowed\na,10,3\nb,12,1"
    for pieces in [Int.max, 1] {
      guard case .counts(let table) = try read(text, pieces: pieces) else { throw NotOfThatKind() }
      #expect(
        table.doubts.map(\.description) == [
          "t.csv:3:6: the last line has no line end, so the file may have been cut off. '1' may be only the "
            + "beginning of its last cell; it was read unchanged"
        ])
    }
    for end in ["\n", "\r\n", "\r", "\n\n", "\n  "] { #expect(try counts(text + end).doubts.isEmpty) }
    let rows = eventsHeader + "i1,a,2026-03-01,,,\ni2,a,2026-03-01,,,denie"
    #expect(try problems(rows, asOf: "2026-03-31").hasPrefix("t.csv:3:19: status: expected authorized"))
    #expect(try events(String(rows.dropLast(5))).doubts.map(\.line) == [3])
  }

  @Test("a row without an end is reported and not waited for")
  func endless() throws {
    let text = "arm,installs,allowed\n" + String(repeating: "x", count: 2 << 20)
    #expect(
      try problems(text) == "t.csv:2:1: a row of more than 1048576 bytes; is a quote left open in it?")
  }

  @Test(
    "counts on the command line are reported with their column",
    arguments: [
      ("", "--counts:1:1: expected NAME=ALLOWED/INSTALLS, as in launch=412/2000, found ''"),
      ("a=1/2,b", "--counts:1:7: expected NAME=ALLOWED/INSTALLS, as in launch=412/2000, found 'b'"),
      ("a=1/2,a=3/4", "--counts:1:7: a second option 'a'; give each once"),
      ("a=5/2", "--counts:1:3: allowed: expected at most 2, the installs, found 5"),
      ("=1/2", "--counts:1:1: an option without a name: '=1/2'"),
      (
        "a=1.0/12.000",
        "--counts:1:7: installs: expected a whole number, found '12.000'. Write it without commas, points and spaces: 12000"
      ),
      (
        "a=x/2,b=1/-3",
        "--counts:1:3: allowed: expected a whole number, found 'x'\n--counts:1:11: installs is negative: '-3'"
      ),
    ])
  func inline(text: String, expected: String) {
    do {
      _ = try CountsTable(inline: text, denominator: .installs)
      Issue.record("no problem found")
    } catch {
      #expect(error.description == expected)
    }
  }
}
