import TestData
import Testing
import TextFormats

@Suite("Counts of a funnel")
struct FunnelTableTests {
  private func read(_ text: String) throws -> FunnelTable {
    try FunnelTable(counts(text), day: 7, file: "t.csv")
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
    #expect(row.arm == 0 && row.counts.installs == 100 && row.counts.prompted == 80)
    #expect(row.allowed == [20, 30] && row.denied == [40, 41])
    #expect(row.prePrompts?.shows == 90 && row.prePrompts?.continues == 85)
    #expect(table.remarks == ["Columns not used: 'x'."])
  }

  @Test("counts that do not say by which day are of the day that is given")
  func ofATest() throws {
    for columns in ["allowed,denied\nlaunch,100,80,30,41\n", "allowed,answered\nlaunch,100,80,30,71\n"] {
      let table = try read("arm,installs,prompted,\(columns)")
      #expect(table.days == [7] && table.remarks == [])
      #expect(table.rows.first?.allowed == [30] && table.rows.first?.denied == [41])
    }
  }

  @Test("rows without a week of their own are added up, by seven days of installing or by segment")
  func addedUp() throws {
    let days = (1...9).map { "a,2026-03-0\($0),x,10,\($0)\n" }.joined()
    let byWeek = try read("arm,day,segment,installs,allowed\n" + days)
    #expect(byWeek.rows.map(\.counts.installs) == [70, 20] && !byWeek.hasSegments)
    #expect(byWeek.rows.map(\.allowed) == [[28], [17]])
    let bySegment = try read("arm,segment,installs,allowed\na,x,10,1\nb,x,12,2\na,y,20,3\na,x,5,1\n")
    #expect(bySegment.rows.map(\.counts.installs) == [15, 12, 20] && bySegment.hasSegments)
  }

  @Test("of a column that nothing is read from, the one that is missing and nearly so called is named")
  func misspelt() throws {
    let table = try read("arm,installs,promted,allowed_by_7\nlaunch,100,80,30\n")
    #expect(table.remarks == ["Columns not used: 'promted' (did you mean 'prompted'?)."])
    #expect(table.rows.first?.counts.prompted == nil)
  }

  @Test("who denied is not read without who was prompted, and that is said")
  func deniedAlone() throws {
    let table = try read("arm,installs,allowed_by_7,denied_by_7\nlaunch,100,30,41\n")
    #expect(table.remarks == ["Not used: 'denied_by_7', as there is no column 'prompted' beside it."])
  }

  @Test(
    "counts that cannot be are told with their place",
    arguments: [
      ("arm,installs,allowed_by_7\nlaunch,0,0\n", "t.csv:2:1: 'launch' has no installs; expected at least 1"),
      ("arm,prompted,allowed_by_7\nlaunch,9,0\n", "t.csv:1:1: no column 'installs'"),
      ("arm,installs\nlaunch,10\n", "no column 'allowed'"),
      ("arm,installs,allowed_by_1,allowed_by_7,answered\na,9,1,2,8\n", "'answered' is of one day"),
      ("installs,allowed_by_7\n10,1\n", "no column 'arm'"),
      (
        "arm,installs,allowed_by_7,denied_by_1\na,10,1,1\n",
        "the days of denied_by are 1, those of allowed_by 7"
      ),
      (
        "arm,week,installs,allowed_by_7\na,1,10,1\na,2,10,1\na,1,10,2\n",
        "t.csv:4:1: a second row of 'a', after the one in line 2"
      ),
      ("arm,installs,allowed_by_7,pre_prompt_shows\na,10,1,1\n", "only one of the columns pre_prompt_shows"),
    ])
  func refused(_ text: String, _ words: String) {
    let found = #expect(throws: FileProblems.self) { try read(text) }
    #expect(found?.lines.joined(separator: "\n").contains(words) == true)
  }
}
