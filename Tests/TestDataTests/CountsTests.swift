import Testing
import TextFormats

@testable import TestData

@Suite("Tables of counts")
struct CountsTests {
  @Test("rows of one option are summed, options in the order of appearance")
  func summed() throws {
    let table = try counts(
      "arm,installs,prompted,allowed\nlate,100,30,12\nlaunch,90,80,20\nlate,50,10,4\n")
    #expect(table.arms.map(\.name) == ["late", "launch"])
    #expect(
      table.totals == [
        OutcomeCounts(installs: 150, prompted: 40, allowed: 16),
        OutcomeCounts(installs: 90, prompted: 80, allowed: 20),
      ])
    #expect(table.remarks == ["3 rows were summed into 2 options."])
  }

  @Test("a table for calibrate is read by its last day, and said to be; denied counts make the answered")
  func byDay() throws {
    let table = try counts(
      "arm,installs,prompted,allowed_by_1,allowed_by_7,denied_by_1,denied_by_7\nlaunch,100,90,20,25,50,55\n")
    #expect(table.totals == [OutcomeCounts(installs: 100, prompted: 90, answered: 80, allowed: 25)])
    #expect(table.remarks == ["'allowed_by_7' is read as 'allowed'."])
    #expect(try counts("arm,prompted,allowed,denied\na,90,25,55\n").totals[0].answered == 80)
    #expect(try isRefused("arm,answered,allowed,denied\na,90,25,55\n", at: "2:9", saying: "expected 65"))
  }

  @Test("of several days the one that is asked for counts; without it the table lacks its column")
  func chosenDay() throws {
    let text = "arm,installs,allowed_by_1,allowed_by_7\nlaunch,100,20,25\n"
    #expect(try counts(text, day: 1).totals[0].allowed == 20)
    #expect(try counts(text, day: 1).remarks.contains("'allowed_by_1' is read as 'allowed'."))
    #expect(try counts("arm,installs,allowed\nlaunch,100,20\n", day: 1).totals[0].allowed == 20)
    let none = #expect(throws: FileProblems.self) { try counts(text, day: 3) }
    #expect(none?.description.contains("'allowed_by_3'") == true)
  }

  @Test("a byte-order mark, CR LF, quotes, blank lines and a missing last line break change nothing")
  func spellings() throws {
    let plain = try counts("arm,installs,allowed\na,10,3\nb,12,4\n")
    for text in [
      "\u{FEFF}arm,installs,allowed\na,10,3\nb,12,4\n", "arm,installs,allowed\r\na,10,3\r\nb,12,4\r\n",
      "arm,installs,allowed\ra,10,3\rb,12,4\r", "\"arm\",\"installs\",allowed\n\"a\",10,\"3\"\nb,12,4",
      "arm,installs,allowed\n\na,10,3\n   \nb,12,4\n\n", "arm;installs;allowed\na;10;3\nb;12;4\n",
      "arm\tinstalls\tallowed\na\t10\t3\nb\t12\t4\n", "Arm, Installs ,ALLOWED\n a , 10,3.0\nb,12,4\n",
    ] {
      // Blank lines move the rows, and change nothing else.
      let lines = text.contains("\n\n") ? [3, 5] : [2, 3]
      for pieces in [Int.max, 1, 2, 3, 7] {
        let table = try TestDataTests.read(text, pieces: pieces)
        #expect(table.arms.map(\.line) == lines)
        #expect(table.totals == plain.totals, "\(text.debugDescription) in pieces of \(pieces)")
        #expect(table.remarks == plain.remarks)
      }
    }
  }

  @Test("counts by release, language and segment are kept beside the sums")
  func clusters() throws {
    let table = try counts(
      "arm,release,language,segment,prompted,allowed\na,1.0,en,x,10,1\na,1.1,de,x,20,2\nb,1.1,en,y,30,3\n")
    #expect(
      table.horizons[0].parts[.release] == [
        ClusterCounts(name: "1.0", arms: [OutcomeCounts(prompted: 10, allowed: 1), nil]),
        ClusterCounts(
          name: "1.1",
          arms: [OutcomeCounts(prompted: 20, allowed: 2), OutcomeCounts(prompted: 30, allowed: 3)]),
      ])
    #expect(table.horizons[0].parts[.language]?.map(\.name) == ["en", "de"])
    #expect(table.horizons[0].parts[.segment]?.map(\.name) == ["x", "y"])
  }

  @Test(
    "days stand in their order: by date, by number, or as they came",
    arguments: [
      (["2026-03-09", "2026-03-02", "2026-03-16"], ["2026-03-02", "2026-03-09", "2026-03-16"]),
      (["10", "9", "1"], ["1", "9", "10"]), (["Tue", "Mon", "2"], ["Tue", "Mon", "2"]),
    ])
  func days(_ given: [String], _ ordered: [String]) throws {
    let rows = given.map { "a,\($0),10,1\n" }.joined()
    #expect(try counts("arm,day,installs,allowed\n" + rows).horizons[0].parts[.day]?.map(\.name) == ordered)
  }

  @Test("nobody of nobody is a count")
  func empty() throws {
    #expect(try counts("arm,installs,allowed\na,0,0\n").totals[0].installs == 0)
  }

  @Test("counts on the command line are read like a table")
  func inline() throws {
    let table = try TestTable(inline: "launch=412/2000, third =498/2010,a=\"b=0/0", denominator: .prompted)
    #expect(table.arms.map(\.name) == ["launch", "third", "a=\"b"])
    #expect(
      table.totals == [
        OutcomeCounts(prompted: 2000, allowed: 412), OutcomeCounts(prompted: 2010, allowed: 498),
        OutcomeCounts(prompted: 0, allowed: 0),
      ])
  }
}
