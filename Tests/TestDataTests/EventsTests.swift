import Testing

@testable import TestData

@Suite("Event rows")
struct EventsTests {
  @Test("each install is counted at the days it has reached, and its answer by when it came")
  func matured() throws {
    let table = try events(
      eventsHeader
        + """
        i1,a,2026-03-01T00:00:00Z,2026-03-01T00:10:00Z,2026-03-01T00:11:00Z,authorized
        i2,a,2026-03-01T00:00:00Z,2026-03-05T00:00:00Z,2026-03-05T00:00:10Z,denied
        i3,a,2026-03-28T00:00:00Z,2026-03-28T00:00:00Z,,notDetermined
        i4,b,2026-03-01T00:00:00Z,,,denied
        i5,b,2026-03-01T00:00:00Z,,,restricted
        i6,b,2026-03-01T00:00:00Z,2026-03-09T00:00:00Z,2026-03-09T00:01:00Z,authorized

        """)
    #expect(table.arms.map(\.assigned) == [3, 3])
    let first = table.horizons[0]
    #expect(first.arms[0].counts == OutcomeCounts(installs: 3, prompted: 2, answered: 1, allowed: 1))
    let seventh = table.horizons[1]
    #expect(seventh.arms[0].counts == OutcomeCounts(installs: 2, prompted: 2, answered: 2, allowed: 1))
    // Asked on day 8, refused by the device, restricted: none of them is an answer by day 7.
    #expect(seventh.arms[1].counts == OutcomeCounts(installs: 3, prompted: 0, answered: 0, allowed: 0))
    #expect(seventh.arms[1].refusedByDevice == 1 && seventh.arms[1].restricted == 1)
    #expect(table.findings.isEmpty)
  }

  @Test("options are in the order of their names, whatever the order of the rows")
  func order() throws {
    let rows = [
      "i1,b,2026-03-01T00:00:00Z,2026-03-01T00:10:00Z,2026-03-01T00:11:00Z,authorized\n",
      "i2,a,2026-03-01T00:00:00Z,2026-03-01T00:10:00Z,2026-03-01T00:11:00Z,denied\n",
      "i3,a,2026-03-01T00:00:00Z,,,notDetermined\n",
    ]
    for rows in [rows, rows.reversed()] {
      let table = try events(eventsHeader + rows.joined())
      #expect(table.arms.map(\.name) == ["a", "b"] && table.arms.map(\.assigned) == [2, 1])
      #expect(table.horizons[1].arms.map(\.counts.allowed) == [0, 1])
    }
  }

  @Test("an age of exactly the day counts, and an answer at exactly its end")
  func edges() throws {
    let table = try events(
      eventsHeader
        + """
        i1,a,2026-03-24T00:00:00Z,2026-03-24T00:00:00Z,2026-03-31T00:00:00Z,authorized
        i2,a,2026-03-24T00:00:01Z,2026-03-24T00:00:01Z,2026-03-24T00:00:02Z,authorized

        """)
    #expect(
      table.horizons[1].arms[0].counts == OutcomeCounts(installs: 1, prompted: 1, answered: 1, allowed: 1))
    #expect(table.horizons[1].arms[0].allowedLate == 1)
  }

  @Test(
    "a row that cannot be right is listed with its line, and its install stays in the denominator",
    arguments: [
      ("i1,a,2026-03-02,2026-03-01,2026-03-03,denied", DataFinding.Kind.promptedBeforeInstall, 0),
      ("i1,a,2026-03-02,2026-03-03,2026-03-01,authorized", .decidedBeforeInstall, 1),
      ("i1,a,2026-03-01,2026-03-03,2026-03-02,authorized", .decidedBeforePrompt, 1),
      ("i1,a,2026-03-01,,,authorized", .authorizedWithoutPrompt, 1),
      ("i1,a,2026-03-01,,2026-03-02,authorized", .authorizedWithoutPrompt, 1),
      ("i1,a,2026-03-01,,2026-03-02,denied", .decidedWithoutPrompt, 0),
      ("i1,a,2026-03-01,2026-03-02,,authorized", .answerWithoutTime, 1),
      ("i1,a,2026-03-01,2026-03-02,2026-03-02,notDetermined", .decisionWithoutAnswer, 0),
    ])
  func doubtful(row: String, kind: DataFinding.Kind, allowed: Int) throws {
    let table = try events(eventsHeader + "i0,a,2026-03-01,,,notDetermined\n\(row)\n")
    #expect(table.findings == [DataFinding(kind: kind, byArm: [1], firstLines: [3])])
    #expect(table.arms.map(\.assigned) == [2])
    let week = table.horizons[1].arms[0]
    #expect(week.counts.installs == 2 && week.counts.allowed == allowed)
    #expect(week.doubtful == 1 && week.doubtfulAllowed == allowed)
    #expect(week.counts(doubtfulAllow: true).allowed == 1 && week.counts(doubtfulAllow: false).allowed == 0)
  }

  @Test(
    "times are moved to the nearest possible ones: nobody is prompted before the install or answers before the prompt"
  )
  func nearest() throws {
    let table = try events(
      eventsHeader
        + """
        i1,a,2026-03-10T00:00:00Z,2026-03-01T00:00:00Z,2026-03-02T00:00:00Z,authorized
        i2,a,2026-03-10T00:00:00Z,2026-03-12T00:00:00Z,2026-03-11T00:00:00Z,denied

        """, days: [0, 1, 2])
    #expect(table.horizons.map { $0.arms[0].counts.answered } == [1, 1, 2])
    #expect(table.horizons.map { $0.arms[0].counts.allowed } == [1, 1, 1])
  }

  @Test("differences up to the clock tolerance are no doubt")
  func clock() throws {
    let late = "i1,a,2026-03-02T10:05:00Z,2026-03-02T10:00:00Z,2026-03-02T09:59:30Z,authorized\n"
    let table = try events(eventsHeader + late)
    #expect(table.findings.map(\.kind) == [.decidedBeforeInstall])
    let within = "i1,a,2026-03-02T10:05:00Z,2026-03-02T10:00:00Z,2026-03-02T10:00:00Z,authorized\n"
    let clean = try events(eventsHeader + within)
    #expect(clean.findings.isEmpty)
    #expect(clean.horizons[0].arms[0].doubtful == 0 && clean.horizons[0].arms[0].counts.allowed == 1)
  }

  @Test("rows of one install that agree are one install, and the fullest counts whatever their order")
  func versions() throws {
    let rows = [
      "i1,a,2026-03-01,,,\n", "i1,a,2026-03-01,2026-03-01,,notDetermined\n",
      "i1,a,2026-03-01,2026-03-01,2026-03-01,authorized\n",
    ]
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
      let table = try events(eventsHeader + order.map { rows[$0] }.joined())
      #expect(table.arms[0].assigned == 1)
      #expect(
        table.horizons[0].arms[0].counts == OutcomeCounts(installs: 1, prompted: 1, answered: 1, allowed: 1))
      #expect(table.findings.map(\.kind) == [.severalRows])
    }
  }

  @Test(
    "an install in two options, or with rows that contradict each other, is excluded",
    arguments: [
      ("i0,b,2026-03-01,,,notDetermined", DataFinding.Kind.inTwoArms),
      ("i0,a,2026-03-02,,,notDetermined", .contradictoryRows),
    ])
  func contradictory(row: String, kind: DataFinding.Kind) throws {
    let others = (1...200).map { "i\($0),\($0 % 2 == 0 ? "a" : "b"),2026-03-01,,,\n" }.joined()
    let table = try events(eventsHeader + "i0,a,2026-03-01,,,notDetermined\n\(row)\n" + others)
    #expect(table.findings.map(\.kind) == [kind] && table.findings[0].installs == 1)
    #expect(table.arms.map(\.assigned) == [100, 100])
  }

  @Test(
    "a table in which more than one install in a hundred contradicts itself is refused with the first line")
  func contradictions() throws {
    let others = (1...99).map { "i\($0),a,2026-03-01,,,\n" }.joined()
    let rows = eventsHeader + others + "i1,b,2026-03-01,,,\ni2,a,2026-03-05,,,\n"
    #expect(try isRefused(rows, at: "2:1", saying: "2 of 99", asOf: "2026-03-31"))
  }

  @Test("an install after the as-of moment is not in yet")
  func installedLater() throws {
    let table = try events(eventsHeader + "i0,a,2026-03-01,,,\ni1,a,2026-04-01,,,notDetermined\n")
    #expect(table.findings == [DataFinding(kind: .installedAfterAsOf, byArm: [1], firstLines: [3])])
    #expect(table.arms[0].assigned == 1)
  }

  @Test("what happens after the as-of moment has not happened yet")
  func later() throws {
    let table = try events(
      eventsHeader + "i1,a,2026-03-01,2026-03-02,2026-04-02,authorized\n", days: [30])
    #expect(
      table.horizons[0].arms[0].counts == OutcomeCounts(installs: 1, prompted: 1, answered: 0, allowed: 0))
    #expect(table.findings.map(\.kind) == [.laterThanAsOf])
  }

  @Test(
    "a moment reads alike however it is written",
    arguments: [
      "2026-03-01T10:00:30Z", "2026-03-01 10:00:30Z", "2026-03-01T10:00:30.987Z", "2026-03-01T12:00:30+02:00",
      "2026-03-01T12:00:30+0200", "2026-03-01T02:00:30-08", "2026-03-01 10:00:30 UTC", "2026-03-01T10:00:30",
      "1772359230", "1772359230.25", "1772359230123", "\"2026-03-01T10:00:30Z\"",
    ])
  func moments(text: String) throws {
    // Ten days and not a second less.
    let table = try events(eventsHeader + "i1,a,\(text),,,\n", asOf: "2026-03-11T10:00:30Z", days: [10])
    #expect(table.horizons[0].arms[0].counts.installs == 1)
    let second = try events(eventsHeader + "i1,a,\(text),,,\n", asOf: "2026-03-11T10:00:29Z", days: [10])
    #expect(second.horizons[0].arms[0].counts.installs == 0)
  }

  @Test("dates alone count whole days, and a date as as-of is its end")
  func dates() throws {
    let text = eventsHeader + "i1,a,2026-03-01,2026-03-01,2026-03-02,denied\ni2,a,20260301,,,\n"
    #expect(try events(text, asOf: "2026-03-11", days: [10]).horizons[0].arms[0].counts.installs == 2)
    #expect(try events(text, asOf: "2026-03-11", days: [11]).horizons[0].arms[0].counts.installs == 0)
    #expect(AsOf("2026-03-11")?.description == "the end of 2026-03-11")
    #expect(AsOf("2026-03-11T10:00:00+01:00")?.description == "2026-03-11T09:00:00Z")
    #expect(AsOf("yesterday") == nil && AsOf("2026-02-30") == nil && AsOf("1969-12-31") == nil)
  }

  @Test("statuses are read in any spelling")
  func statuses() throws {
    for status in ["authorized", "Authorized", "AUTHORISED", "3"] {
      let table = try events(eventsHeader + "i1,a,2026-03-01,2026-03-01,2026-03-01,\(status)\n")
      #expect(table.horizons[0].arms[0].counts.allowed == 1)
    }
    for status in ["", "notDetermined", "not_determined", "0", "null", "undetermined"] {
      #expect(try events(eventsHeader + "i1,a,2026-03-01,,,\(status)\n").findings.isEmpty)
    }
  }

  @Test("counts by release go by install, one without a release by none")
  func clusters() throws {
    let header = "install_id,arm,installed_at,prompted_at,decided_at,status,release\n"
    let table = try events(
      header + "i1,a,2026-03-01,,,,1.0\ni2,b,2026-03-01,,,,1.1\ni3,a,2026-03-01,,,,\n")
    #expect(table.horizons[0].parts[.release]?.map(\.name) == ["1.0", "1.1"])
    #expect(table.horizons[0].parts[.release]?[0].arms.map { $0?.installs } == [1, nil])
    #expect(table.horizons[0].parts[.day]?.map(\.name) == ["2026-03-01"])
  }

  @Test(
    "moments from 1970 on are read, as dates, and from 1973 on as numbers",
    arguments: [
      "1997-01-01T12:00:00Z,1997-01-03T12:00:00Z,1997-01-03T12:00:00Z",
      "852120000,852292800,852292800", "1970-01-02,1970-01-04,1970-01-04",
    ])
  func early(times: String) throws {
    let table = try events(eventsHeader + "i1,a,\(times),authorized\n", asOf: "1997-02-01")
    #expect(table.horizons.map { $0.arms[0].counts.allowed } == [0, 1])
    #expect(table.findings.isEmpty)
  }

  @Test("ten thousand installs are distinguished, and each met again is found")
  func duplicates() throws {
    let rows = (0..<10_000).map { "install-\($0),a,2026-03-01,,,\n" }.joined()
    let table = try events(eventsHeader + rows + rows)
    #expect(table.arms[0].assigned == 10_000)
    #expect(
      table.findings == [DataFinding(kind: .severalRows, byArm: [10_000], firstLines: [2, 3, 4])])
  }

  @Test(
    "a cell that cannot be read is reported where it is",
    arguments: [
      ("i1,a,yesterday,,,\n", "2:6", "found 'yesterday'"),
      ("i1,a,,,,\n", "2:6", "installed_at is empty"),
      ("i1,a,2026-02-30,,,\n", "2:6", "found '2026-02-30'"),
      ("i1,a,1969-12-31,,,\n", "2:6", "1970"),
      ("i1,a,2026-03-01,1970-01-01T00:00:00Z,,\n", "2:17", "1970"),
      ("i1,a,2026-03-01,17,,\n", "2:17", "unit"),
      ("i1,a,2026-03-01,,,maybe\n", "2:19", "found 'maybe'"),
      (",a,2026-03-01,,,\n", "2:1", "install_id is empty"),
      ("i1,,2026-03-01,,,\n", "2:4", "arm is empty"),
      ("i1,a,2026-03-01,,\n", "2:1", "5 cells"),
      ("i1,a,2026-0", "2:1", "cut off"),
    ])
  func located(row: String, place: String, words: String) throws {
    #expect(try isRefused(eventsHeader + row, at: place, saying: words, asOf: "2026-03-31"))
  }

  @Test("event rows need an as-of moment, and counts take none")
  func asOf() {
    #expect(throws: UnfitOption.self) { try read(eventsHeader + "i1,a,2026-03-01,,,\n") }
    #expect(throws: UnfitOption.self) { try read("arm,installs,allowed\na,1,1\n", asOf: "2026-03-31") }
  }

  @Test("rows of which none was installed by the as-of moment are reported with the first of them")
  func beforeAll() throws {
    let rows = eventsHeader + "i1,a,2026-03-09T00:00:00Z,,,\ni2,b,2026-03-08T12:00:00Z,,,\n"
    #expect(try isRefused(rows, at: "3:1", saying: "2026-03-08T12:00:00Z", asOf: "2026-03-01"))
    #expect(try problems(rows, asOf: "2026-03-08").isEmpty)
  }
}
