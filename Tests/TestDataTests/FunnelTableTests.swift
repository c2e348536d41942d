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

  @Test("who denied is not read without who was prompted, and that is said")
  func deniedAlone() throws {
    let table = try read("arm,installs,allowed_by_7,denied_by_7\nlaunch,100,30,41\n")
    #expect(table.remarks == ["Not used: 'denied_by_7', as there is no column 'prompted' beside it."])
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
      ("arm,installs,allowed_by_7\nlaunch,10,x\n", "expected a whole number, found 'x'"),
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
}
