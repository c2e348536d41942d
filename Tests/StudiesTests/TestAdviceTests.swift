import TestAnalysis
import TestData
import Testing
import TextFormats

@testable import Studies

@Suite("What follows from a real test alone")
struct TestAdviceTests {
  private func analysed(
    _ text: String, asOf: AsOf? = nil, options: (inout AnalysisOptions) -> Void = { _ in }
  ) throws -> AnalysedTest {
    var chosen = AnalysisOptions()
    options(&chosen)
    let table = try TestTable(
      reading: bytes(Array(text.utf8)), file: "t.csv", asOf: asOf, days: [1, 7, 14])
    return try AnalysedTest(table, options: chosen)
  }

  private func advice(
    counts text: String, options: (inout AnalysisOptions) -> Void = { _ in }
  ) throws -> TestAdvice {
    try TestAdvice(analysed(text, options: options))
  }

  private func advice(
    _ counts: [(String, allowed: Int, installs: Int)], options: (inout AnalysisOptions) -> Void = { _ in }
  ) throws -> TestAdvice {
    try advice(
      counts: "arm,installs,allowed\n" + counts.map { "\($0.0),\($0.installs),\($0.allowed)\n" }.joined(),
      options: options)
  }

  @Test("an option that is best in 95% of what may be true is chosen, whichever was named first")
  func clear() throws {
    let won = try advice([("a", 412, 2_000), ("b", 498, 2_010)])
    #expect(won.decided?.advice == .choose("b", because: .clear))
    #expect(won.decided?.confidence?.level == .high)
    let lost = try advice([("onboarding", 498, 2_010), ("launch", 412, 2_000)])
    #expect(lost.decided?.advice == .choose("onboarding", because: .clear))
  }

  @Test("a difference that hardly matters is chosen by what a wrong choice gives up")
  func little() throws {
    let found = try advice([("a", 4_000, 20_000), ("b", 4_030, 20_000)])
    #expect(found.decided?.advice == .choose("b", because: .littleToLose))
    #expect(found.facts?.littleToLose.map(\.name) == ["b", "a"])
  }

  @Test("a test that settles nothing goes on, until a lead like this one would be clear")
  func open() throws {
    let found = try advice([("a", 20, 100), ("b", 23, 100)]) { $0.statistics.margin = 0.002 }
    #expect(found.decided?.advice == .test("b", against: "a", size: nil, meanwhile: "b"))
    // 200 ((1.645 + 0.842) 0.0581 / 0.03)²
    #expect(found.goOn == .installs(until: 4_632, isPlanned: false))
  }

  @Test("a wider margin turns the same counts into little to lose")
  func margin() throws {
    let found = try advice([("a", 20, 100), ("b", 23, 100)]) { $0.statistics.margin = 0.03 }
    #expect(found.decided?.advice == .choose("b", because: .littleToLose))
  }

  @Test("a broken split, one option, and those prompted alone have no advice, and say why")
  func withheld() throws {
    let split = try advice([("a", 412, 2_400), ("b", 498, 2_010)])
    #expect(split.decided == nil && split.withheld == .brokenSplit)
    #expect(try advice([("a", 412, 2_400)]).withheld == .oneOption)
    let prompted = try advice(counts: "arm,prompted,allowed\na,2000,412\nb,2010,498\n")
    #expect(prompted.decided == nil && prompted.withheld == .notPerInstall)
    #expect(
      try advice(counts: "arm,installs,prompted,allowed\na,20,0,0\nb,20,0,0\n").withheld == .nobodyAnswered)
  }

  /// Counts with the installs of each option that came back on day 7.
  private func guarded(_ arms: [(String, allowed: Int, retained: Int)], of installs: Int = 20_000) -> String {
    "arm,installs,allowed,retained_d7\n"
      + arms.map { "\($0.0),\(installs),\($0.allowed),\($0.retained)\n" }.joined()
  }

  @Test("a guardrail that fails takes its option out, one that holds does not, however better it is")
  func guardrails() throws {
    let lost = try advice(counts: guarded([("a", 4_000, 2_000), ("b", 4_600, 1_700)]))
    #expect(lost.guardrails.map(\.state) == [.fails])
    #expect(lost.decided?.advice == .choose("a", because: .onlyOption))
    let kept = try advice(counts: guarded([("a", 4_000, 2_000), ("b", 4_600, 2_100)]))
    #expect(kept.guardrails.map(\.state) == [.holds])
    #expect(kept.decided?.advice == .choose("b", because: .clear))
  }

  @Test("a guardrail without enough data is open, with the installs it takes, and keeps its option in")
  func openGuardrail() throws {
    let found = try advice(counts: guarded([("a", 400, 200), ("b", 480, 200)], of: 2_000))
    #expect(found.decided?.advice == .choose("b", because: .clear))
    let guardrail = try #require(found.guardrails.first)
    #expect(guardrail.state == .open)
    // 2 · 0.1 · 0.9 · (1.282 + 0.842)² / 0.005²
    #expect(guardrail.installsNeeded == 32_457)
  }

  @Test("an option out by its guardrail is not among those that are compared")
  func severalGuarded() throws {
    let found = try advice(
      counts: guarded([("a", 4_000, 2_000), ("b", 4_600, 2_050), ("c", 4_900, 1_600)]))
    #expect(found.facts?.options.map(\.name) == ["b", "a"])
    #expect(found.decided?.advice == .choose("b", because: .clear))
  }

  @Test("cautions come the gravest first, and what only explains the numbers is no caution")
  func cautions() throws {
    let result = try TestResult(
      analysed(guarded([("a", 4_000, 2_000), ("b", 4_600, 2_000), ("c", 4_500, 1_600)])))
    let codes = result.cautions.map { caution in
      switch caution {
      case .guardrail(let found): "\(found.option) \(found.state.rawValue)"
      case .notice(.agesUnknown): "ages"
      case .notice: "other"
      }
    }
    #expect(codes.first == "c fails" && codes.last == "ages")
    #expect(result.notes.contains { if case .firstIsBaseline = $0 { true } else { false } })
  }

  // MARK: - Event rows

  /// Installs of one option on one day, the first of which answer a number of days later.
  private struct Rows {
    var option: String
    var count: Int
    var allowed: Int
    var installed = 1
    var after = 0

    func text(_ first: Int) -> String {
      (0..<count).map { index in
        let allows = index < allowed
        func day(_ day: Int) -> String { "2026-01-\(day < 10 ? "0" : "")\(day)T02:00:00Z" }
        let asked = allows ? day(installed + after) : ""
        return "i\(first + index),\(option),\(day(installed)),\(asked),\(asked),"
          + "\(allows ? "authorized" : "notDetermined")\n"
      }.joined()
    }
  }

  private func advice(
    _ rows: [Rows], day: Int = 7, options: (inout AnalysisOptions) -> Void = { _ in }
  ) throws -> TestAdvice {
    let header = "install_id,arm,installed_at,prompted_at,decided_at,status\n"
    let texts = rows.enumerated().map { $1.text(1_000_000 * $0) }
    return try TestAdvice(
      analysed(header + texts.joined(), asOf: AsOf("2026-01-31T00:00:00Z")) {
        $0.day = day
        options(&$0)
      })
  }

  @Test("nothing is chosen over an option that still rises: the test is read by a later day")
  func rising() throws {
    let rows = [
      Rows(option: "launch", count: 400, allowed: 200),
      Rows(option: "late", count: 400, allowed: 120, after: 6),
    ]
    let found = try advice(rows)
    #expect(found.facts?.rising == ["late"])
    #expect(found.decided?.advice == .test("launch", against: "late", size: nil, meanwhile: "launch"))
    #expect(found.goOn == .laterDay(day: 14))
    #expect(try advice(rows, day: 14).decided?.advice == .choose("launch", because: .clear))
  }

  @Test("an option that still rises is not chosen though it leads: its guardrails are no older than it")
  func risingLeader() throws {
    let found = try advice([
      Rows(option: "launch", count: 400, allowed: 120),
      Rows(option: "late", count: 400, allowed: 200, after: 6),
    ])
    #expect(found.decided?.advice == .test("late", against: "launch", size: nil, meanwhile: "late"))
    #expect(found.goOn == .laterDay(day: 14))
  }

  @Test("at looks the stopping rule decides: it goes on until the plan, whatever the chance")
  func looks() throws {
    let rows = [Rows(option: "a", count: 400, allowed: 80), Rows(option: "b", count: 400, allowed: 104)]
    #expect(try advice(rows).decided?.advice == .choose("b", because: .clear))
    func running(_ rows: [Rows], of planned: Int) throws -> TestAdvice {
      try advice(rows) { ($0.isRunning, $0.plannedInstalls) = (true, planned) }
    }
    let peeked = try running(rows, of: 4_000)
    #expect(peeked.decided?.advice == .test("b", against: "a", size: nil, meanwhile: "b"))
    #expect(peeked.goOn == .installs(until: 4_000, isPlanned: true))
    let far = [rows[0], Rows(option: "b", count: 400, allowed: 240)]
    let stopped = try running(far, of: 4_000)
    #expect(stopped.decided?.advice == .choose("b", because: .clear))
    let complete = try running(rows, of: 800)
    #expect(complete.decided?.advice == .choose("b", because: .littleToLose))
  }

  @Test("where the split differs between days, what is decided is the difference within days")
  func ramp() throws {
    // Pooled a leads by far; within each day both allow alike.
    let found = try advice(
      [
        Rows(option: "a", count: 900, allowed: 450), Rows(option: "b", count: 100, allowed: 50),
        Rows(option: "a", count: 500, allowed: 50, installed: 2),
        Rows(option: "b", count: 500, allowed: 65, installed: 2),
      ], day: 1)
    #expect(found.facts?.options.map(\.name) == ["b", "a"])
    #expect((found.facts?.options.first?.chance?.value ?? 0) > 0.5)
  }
}
