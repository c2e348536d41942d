import ExperimentDesign
import Inference
import TestAnalysis
import TestData
import Testing
import TextFormats

@Suite("What must not get worse")
struct GuardrailTests {
  /// Installs of one arm, some of which allowed, came back on day 7, and were worth something.
  private struct Arm {
    var name: String
    var installs = 4_000
    var allowed: Int
    var retained: Int
    var empty = 0
    var value = 1.0
    var installed = "2026-01-01T00:00:00Z"

    func rows(_ first: Int) -> String {
      let asked = installed.replacing("T00:00:00Z", with: "T01:00:00Z")
      return (0..<installs).map { index in
        // Spread over the rows, so that who allows and who comes back are unrelated.
        let allows = index * 7_919 % installs < allowed
        let returns = index * 104_729 % installs < retained
        let isEmpty = index < empty
        return "i\(first + index),\(name),\(installed),\(asked),\(asked),"
          + "\(allows ? "authorized" : "denied"),\(isEmpty ? "" : returns ? "1" : "0"),"
          + "\(index % 10 == 0 ? value * Double(index % 7) : 0)\n"
      }.joined()
    }
  }

  private func analysed(
    _ arms: [Arm], options: (inout AnalysisOptions) -> Void = { _ in }
  ) throws -> AnalysedTest {
    let header = "install_id,arm,installed_at,prompted_at,decided_at,status,retained_d7,value\n"
    let text = header + arms.enumerated().map { $1.rows(1_000_000 * $0) }.joined()
    return try analysis(events: text, days: [1, 7], asOf: "2026-01-31T00:00:00Z") {
      $0.day = 7
      options(&$0)
    }
  }

  private func isKept(_ analysis: AnalysedTest, _ column: GuardrailColumn) -> Bool? {
    analysis.guardrails.first { $0.column == column }.flatMap { $0.isKept($0.comparisons[0]) }
  }

  private let baseline = Arm(name: "a", allowed: 1_000, retained: 600)
  private let better = Arm(name: "b", allowed: 1_300, retained: 640)

  @Test("retention and value that are shown to be kept hold")
  func kept() throws {
    let found = try analysed([baseline, better]) {
      $0.guardrailMargins = [
        .retainedD7: GuardrailMargin(0.02), .value: GuardrailMargin(0.2, isRelative: true),
      ]
    }
    #expect(isKept(found, .retainedD7) == true && isKept(found, .value) == true)
    #expect(found.guardrails.allSatisfy { ($0.chanceOfHolding($0.comparisons[0]) ?? 0) > 0.975 })
  }

  @Test("retention may be worse, or is shown to be")
  func open() throws {
    let unsure = try analysed([baseline, Arm(name: "b", allowed: 1_300, retained: 595)])
    #expect(isKept(unsure, .retainedD7) == nil && unsure.guardrails[0].comparisons[0].reason == nil)
    let worse = try analysed([baseline, Arm(name: "b", allowed: 1_300, retained: 480)])
    #expect(isKept(worse, .retainedD7) == false)
  }

  @Test("installs whose day is not over are left out, whatever their cells say")
  func young() throws {
    var late = Arm(name: "b", installs: 1_000, allowed: 300, retained: 1_000)
    late.installed = "2026-01-23T12:00:00Z"
    let found = try analysed([baseline, better, late])
    let arm = try #require(found.guardrails.first { $0.column == .retainedD7 }?.arms[1])
    #expect(arm.installs == 4_000 && arm.young == 1_000 && arm.retained == 640)
  }

  @Test("empty cells that depend on the option leave the guardrail unjudged, and the data problem is said")
  func missing() throws {
    var holes = better
    holes.empty = 200
    let found = try analysed([baseline, holes])
    #expect(found.guardrails.map { $0.comparisons[0].reason } == [.emptyCellsDependOnArm, nil])
  }

  @Test("a running test is judged by intervals that hold at every look")
  func running() throws {
    let found = try analysed([baseline, better]) { $0.isRunning = true }
    let once = try analysed([baseline, better])
    let comparisons = try [found, once].map { try #require($0.guardrails[0].comparisons.first) }
    #expect(comparisons[0].method == .confidenceSequence && comparisons[1].method == .miettinenNurminen)
    let widths = comparisons.compactMap(\.interval).map { $0.upper - $0.lower }
    #expect(widths[0] > widths[1])
  }

  @Test("after a ramp retention and value are compared within days")
  func ramp() throws {
    let rows = [
      ("01", "a", 3_600, 5, 2.0), ("01", "b", 400, 5, 2.0), ("10", "a", 2_000, 2, 1.0),
      ("10", "b", 2_000, 2, 1.0),
    ]
    let arms = rows.map { day, name, installs, tenths, value in
      Arm(
        name: name, installs: installs, allowed: installs / 4, retained: installs * tenths / 10, value: value,
        installed: "2026-01-\(day)T00:00:00Z")
    }
    let found = try analysed(arms)
    let retention = try #require(found.guardrails[0].comparisons.first)
    #expect(retention.within == ComparedWithin(.day) && retention.method == .mantelHaenszel)
    #expect(abs(retention.difference ?? 1) < 1e-12 && retention.p != nil)
    let value = try #require(found.guardrails[1].comparisons.first)
    // Over all days the new arm's mean is lower by a fifth, as it has more of the later installs.
    let means = found.guardrails[1].arms.compactMap(\.mean)
    #expect(means[1] < 0.85 * means[0])
    #expect(
      value.within == ComparedWithin(.day) && value.method == .welch && abs(value.difference ?? 1) < 0.02)
    #expect(value.interval != nil && value.reason == nil)
    #expect(try found.finding(Requirement("b.retained_d7 > a - 0.05 @ 97.5%")).isShown)
  }

  @Test("guardrails of several options hold together, and their p-values say what their intervals say")
  func together() throws {
    let found = try analysis(
      counts: "arm,installs,allowed,retained_d1\na,20000,4000,6000\nb,20000,4600,6010\nc,20000,4700,6100\n")
    let guardrail = try #require(found.guardrails.first)
    #expect(guardrail.level == found.mainPanel?.statistics.comparisonLevel)
    for comparison in guardrail.comparisons {
      let keeps = try #require(comparison.interval).lower > -0.005
      let adjusted = try #require(comparison.adjusted)
      #expect(keeps == (guardrail.isKept(comparison) == true) && keeps == (adjusted.value < 0.025))
    }
  }

  @Test("a guardrail without its column is refused")
  func noColumn() {
    #expect(throws: UnfitOption.self) {
      try analysed([baseline, better]) { $0.guardrailMargins = [.retainedD1: GuardrailMargin(0.01)] }
    }
  }

  /// Event rows with a guardrail of each kind.
  private func table(_ rows: String...) throws -> TestTable {
    let header = "install_id,arm,installed_at,prompted_at,decided_at,status,retained_d1,value"
    let text = ([header] + rows).joined(separator: "\n") + "\n"
    return try TestTable(
      reading: bytes(Array(text.utf8)), file: "t.csv", asOf: AsOf("2026-02-01"), days: [1])
  }

  @Test("cells that are neither 0 nor 1, and values that are no numbers, are refused with their location")
  func unreadable() throws {
    let error = try #require(throws: FileProblems.self) {
      try table("i1,a,2026-01-01,,,denied,2,1", "i2,b,2026-01-01,,,denied,1,\"3,5\"")
    }
    #expect(error.problems.map(\.line) == [2, 3])
    #expect(error.problems[0].message.hasPrefix("retained_d1: expected 0 or 1"))
    #expect(error.problems[1].message.hasPrefix("value: expected a number"))
  }

  @Test("of several rows of an install the one that saw it come back counts, and the largest value")
  func versions() throws {
    let table = try table(
      "i1,a,2026-01-01,,,denied,1,4", "i1,a,2026-01-01,,,denied,0,1", "i1,a,2026-01-01,,,denied,,",
      "i2,b,2026-01-01,,,denied,0,")
    func measured(_ column: GuardrailColumn) throws -> [GuardedRow.Measured?] {
      var rows: [GuardedRow.Measured?] = []
      try table.guarded(column) { rows.append($0.measured) }
      return rows
    }
    #expect(try measured(.retainedD1) == [.retained(1, of: 1), .retained(0, of: 1)])
    #expect(try measured(.value) == [.values(1, mean: 4, deviation: 0), nil])
  }

  @Test("asking later and losing nothing: not worse by a margin is a question of its own")
  func nonInferior() throws {
    func isShown(_ allowed: Int, _ margin: Double) throws -> Bool? {
      try analysis(counts: "arm,installs,allowed\na,20000,5000\nb,20000,\(allowed)\n") {
        $0.nonInferiorityMargin = margin
      }.nonInferiority.first??.isShown
    }
    #expect(try isShown(4_990, 0.01) == true)
    #expect(try isShown(4_850, 0.01) == false)
  }
}
