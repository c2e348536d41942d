import TestData
import Testing
import TextFormats

@Suite("Shares that a team knows")
struct ShareTableTests {
  private func read(_ text: String, _ kind: ShareTable.Kind = .moments) throws -> ShareTable {
    try ShareTable(reading: bytes(Array(text.utf8)), kind: kind, file: "s.csv")
  }

  private func problem(_ text: String, _ kind: ShareTable.Kind = .moments) throws -> String {
    do {
      _ = try read(text, kind)
      return ""
    } catch let problems as DataProblems {
      return problems.lines.joined(separator: "\n")
    }
  }

  @Test("a share is known by people, by a deviation or by the ends of 90%")
  func moments() throws {
    let table = try read(
      "arm,metric,share,people,sd,low,high\na,opt_in_per_install,22%,500,,,\nb,opt_in_per_install, 0.3 ,,0.02,,\n"
        + "c,opt_in_per_prompted,0.4,,,35 %,0.45\n")
    #expect(table.rows.map(\.share) == [0.22, 0.3, 0.4])
    #expect(
      table.rows.map(\.certainty) == [.people(500), .deviation(0.02), .ends(low: 0.35, high: 0.45)])
    #expect(table.rows[0].subject == .metric("opt_in_per_install", arm: "a") && table.groups == nil)
  }

  @Test("the earlier name of the people is read, and the new one said")
  func earlierName() throws {
    let table = try read("arm,metric,share,n\na,opt_in_per_install,0.2,500\n")
    #expect(table.rows.map(\.certainty) == [.people(500)] && table.remarks == ["'n' is called 'people'."])
  }

  @Test("people active by day, of several months")
  func retention() throws {
    let table = try read("month,day,active,installs\n1,7,120,1000\n2,7,130,1000\n", .retention)
    #expect(table.groups == .month && table.rows.map(\.group) == ["1", "2"])
    #expect(table.rows.map(\.share) == [0.12, 0.13] && table.rows[0].subject == .active(day: 7))
  }

  @Test(
    "what cannot be is refused with its place",
    arguments: [
      ("arm,metric,share\na,opt_in_per_install,0.2\n", "nothing says how well the shares are known"),
      (
        "arm,metric,share,n\na,opt_in_per_install,1.2,10\n", "s.csv:2:22: share: expected a share from 0 to 1"
      ),
      ("arm,metric,share,n\na,opt_in_per_install,nan,10\n", "expected a share from 0 to 1"),
      ("arm,metric,share,n\na,opt_in_per_install,20,10\n", "as 0.2 or 20%, found '20'"),
      ("arm,metric,share,people\na,opt_in_per_install,0.2,0\n", "people is 0; expected at least 1"),
      ("arm,metric,share,n\na,opt_in_per_install,0.2,-4\n", "people is negative: '-4'"),
      ("arm,metric,share,sd\na,opt_in_per_install,0.2,0\n", "sd is 0"),
      ("arm,metric,share,sd\na,opt_in_per_install,0,0.1\n", "expected one above 0 and below 1"),
      ("arm,metric,share,low,high\na,opt_in_per_install,0.2,0.3,0.4\n", "expected low below the share"),
      (
        "arm,metric,share,people,sd\na,opt_in_per_install,0.2,,\n", "nothing says how well the share is known"
      ),
      ("arm,share,n\na,0.2,10\n", "no column 'metric'"),
      ("app,month,arm,metric,share,n\nx,1,a,b,0.2,10\n", "both columns app and month"),
      ("arm,arm,metric,share,n\na,a,b,0.2,10\n", "a second column 'arm'"),
      ("", "the file is empty; expected the columns "),
    ])
  func refused(_ text: String, _ words: String) throws {
    let found = try problem(text)
    #expect(found.contains(words), "\(found)")
  }

  @Test(
    "retention that cannot be is refused",
    arguments: [
      ("day,active,installs\n7,11,10\n", "active: expected at most 10"),
      ("day,active,installs\n0,1,10\n", "day: expected 1 to 365, found 0"),
      ("day,active,installs\n7,0,0\n", "installs is 0"),
      ("day,installs\n7,10\n", "no column 'active'"),
    ])
  func refusedRetention(_ text: String, _ words: String) throws {
    let found = try problem(text, .retention)
    #expect(found.contains(words), "\(found)")
  }
}
