import TestData
import Testing
import TextFormats

@Suite("Counts of a funnel")
struct FunnelTableTests {
  private func read(_ text: String, day: Int? = nil) throws -> FunnelTable {
    try FunnelTable(reading: bytes(Array(text.utf8)), file: "funnel.csv", day: day)
  }

  private func problem(_ text: String, day: Int? = nil) throws -> String {
    do {
      _ = try read(text, day: day)
      return ""
    } catch let problems as DataProblems {
      return problems.lines.joined(separator: "\n")
    }
  }

  @Test("every column is read, and the days are those of the header")
  func whole() throws {
    let table = try read(
      """
      arm,week,installs,prompted,allowed_by_7,allowed_by_1,denied_by_1,denied_by_7,pre_prompt_shows,pre_prompt_continues,x
      launch,1,100,80,30,20,40,41,90,85,?

      """)
    #expect(table.days == [1, 7])
    let row = try #require(table.rows.first)
    #expect(row.arm == "launch" && row.week == "1" && row.installs == 100 && row.prompted == 80)
    #expect(row.allowed == [20, 30] && row.denied == [40, 41])
    #expect(row.prePrompts?.shows == 90 && row.prePrompts?.continues == 85)
    #expect(table.remarks == ["Columns not used: 'x'."])
  }

  @Test("a table for analyze is read with the day that its counts are of, and not without")
  func ofATest() throws {
    for columns in ["allowed,denied\nlaunch,100,80,30,41\n", "allowed,answered\nlaunch,100,80,30,71\n"] {
      let text = "arm,installs,prompted,\(columns)"
      let table = try read(text, day: 7)
      #expect(table.days == [7] && table.rows.first?.allowed == [30] && table.rows.first?.denied == [41])
      #expect(table.remarks == [])
      #expect(try problem(text).contains("'allowed' does not say by which day after the install"))
    }
    #expect(
      try problem("arm,installs,allowed_by_7,answered\na,9,2,8\n")
        .contains("'answered' goes with 'allowed' and --day alone"))
  }

  @Test("of a column that nothing is read from, the one that is missing and nearly so called is named")
  func misspelt() throws {
    let table = try read("arm,installs,promted,allowed_by_7\nlaunch,100,80,30\n")
    #expect(table.remarks == ["Columns not used: 'promted' (did you mean 'prompted'?)."])
    #expect(table.rows.first?.prompted == nil)
  }

  @Test(
    "counts that cannot be are told with their place",
    arguments: [
      ("arm,installs,allowed_by_7\nlaunch,10,11\n", "funnel.csv:2:11: allowed_by_7: expected at most 10"),
      (
        "arm,installs,prompted,allowed_by_7\nlaunch,10,11,1\n",
        "funnel.csv:2:11: prompted: expected at most 10"
      ),
      (
        "arm,installs,prompted,allowed_by_7\nlaunch,10,4,5\n",
        "funnel.csv:2:13: allowed_by_7: expected at most 4"
      ),
      (
        "arm,installs,allowed_by_7\na,23,100\nb,25,100\n",
        "the installs, found 100. It is more in every row: are the two columns swapped?"
      ),
      ("arm,installs,allowed_by_1,allowed_by_7\nlaunch,10,4,3\n", "funnel.csv:2:13: allowed_by_7 is 3"),
      ("arm,installs,allowed_by_7\nlaunch,10,x\n", "expected a whole number of installs, found 'x'"),
      ("arm,installs,allowed_by_7\nlaunch,0,0\n", "installs is 0; expected at least 1"),
      ("arm,installs\nlaunch,10\n", "no column such as allowed_by_7"),
      ("installs,allowed_by_7\n10,1\n", "no column 'arm'"),
      (
        "arm,installs,allowed_by_7,denied_by_1\na,10,1,1\n",
        "the days of denied_by are 1, those of allowed_by 7"
      ),
      ("arm,installs,allowed_by_999\na,10,1\n", "expected a day from 1 to 365"),
      ("arm,installs,allowed_by_7,pre_prompt_shows\na,10,1,1\n", "only one of the columns pre_prompt_shows"),
      ("", "the file is empty; expected the columns arm, installs and allowed_by_7, and a row"),
    ])
  func refused(_ text: String, _ words: String) throws {
    #expect(try problem(text).contains(words))
  }

  @Test("a log of sessions becomes records of people")
  func sessions() throws {
    let log = try SessionLog(
      reading: bytes(
        Array(
          """
          install_id,started_at
          a,2026-03-01T10:00
          b,2026-03-02T10:00
          a,2026-03-03T22:00
          a,2026-03-02T10:00

          """.utf8)), file: "log.csv", until: AsOf("2026-03-31"))
    #expect(log.people.count == 2)
    #expect(log.people[0].later == 2 && log.people[0].last == 2.5)
    #expect(log.people[1].later == 0 && log.people[1].watched == 29 + 14.0 / 24)
    // Nobody is watched until day 30 is over.
    #expect(log.returned.map(\.day) == [1, 7] && log.returned.map(\.people) == [2, 2])
    #expect(log.returned.map(\.back) == [1, 0])
  }

  @Test("who was back on a day is counted of those whose day is over, whatever the order of the rows")
  func returned() throws {
    let rows = [
      "a,1997-02-02T09:59:00Z", "a,1997-01-08T10:00:00Z", "a,1997-01-02T10:00:00Z", "a,1997-01-01T10:00:00Z",
      // Back on days 1 and 8; the day 1 of the third is not over.
      "b,1997-01-02T22:00:00Z", "b,1997-01-01T22:00:00Z", "b,1997-01-09T22:00:00Z", "c,1997-02-01T00:00:00Z",
    ]
    let text = "install_id,started_at\n" + rows.map { $0 + "\n" }.joined()
    let log = try SessionLog(reading: bytes(Array(text.utf8)), file: "log.csv", until: nil)
    #expect(log.returned.map(\.day) == [1, 7, 30])
    #expect(log.returned.map(\.people) == [2, 2, 2] && log.returned.map(\.back) == [2, 1, 0])
  }

  @Test("a log of dates without times is answered with what reads shares by day")
  func datesAlone() {
    let text = "install_id,started_at\na,2026-03-01\na,2026-03-02\n"
    let problems = #expect(throws: DataProblems.self) {
      try SessionLog(reading: bytes(Array(text.utf8)), file: "log.csv", until: nil)
    }
    let told = problems?.description ?? ""
    #expect(told.contains("'--retention'") && told.contains("att-lab guide learn-from-data"), "\(told)")
  }

  @Test("a log of dates without times, and one of other columns, are refused")
  func doubtful() {
    for text in ["install_id,started_at\na,2026-03-01\n", "id,when\na,1\n", "x,t_x,T\n1,9,3\n"] {
      #expect(throws: DataProblems.self) {
        try SessionLog(reading: bytes(Array(text.utf8)), file: "log.csv", until: nil)
      }
    }
  }
}
