import Foundation
import Inference
import SeededNumbers
import TestAnalysis
import TestData
import Testing
import TextFormats

/// How often what `analyze` says is wrong, over made tests whose truth is known.
///
/// Each takes seconds of processor time: a share of 5% is known to a tenth of itself only by some thousand tests. The page
/// *Analyse a test* has the figures.
@Suite("How often analyses are right")
struct CertificateTests {
  #if DEBUG
    private static let parts = 10
  #else
    private static let parts = 1
  #endif

  /// Two errors of a share that is known from so many tests.
  private func twoErrors(_ share: Double, _ tests: Int) -> Double {
    2 * (share * (1 - share) / Double(tests)).squareRoot()
  }

  /// Whether an analysis calls any option better or worse than the baseline.
  private func finds(_ analysis: AnalysedTest) -> Bool {
    (analysis.mainPanel?.judgements ?? []).contains { $0.verdict == .better || $0.verdict == .worse }
  }

  /// The share of tests of which something is said.
  private func share(of tests: Int, seed: UInt64, _ isSaid: (inout SplitMix) throws -> Bool) throws -> Double
  {
    var random = SplitMix(seed: seed)
    var said = 0
    for _ in 0..<tests where try isSaid(&random) { said += 1 }
    return Double(said) / Double(tests)
  }

  /// Expects something to be said of this share of tests, in debug builds of a tenth as many.
  private func expect(
    _ due: Double, ofWhole whole: Int, seed: UInt64, _ isSaid: (inout SplitMix) throws -> Bool
  ) throws {
    let tests = whole / Self.parts
    let found = try share(of: tests, seed: seed, isSaid)
    #expect(abs(found - due) < twoErrors(due, tests), "\(found)")
  }

  private func analysed(
    _ text: String, asOf: AsOf? = nil,
    _ change: (inout AnalysisOptions) -> Void = { _ in }
  ) throws -> AnalysedTest {
    var options = AnalysisOptions()
    options.statistics.hasPosteriors = false
    // Nothing is called equal, so that only better and worse are said.
    options.statistics.margin = 0
    change(&options)
    return try AnalysedTest(
      TestTable(
        reading: bytes(Array(text.utf8)), file: "test.csv", asOf: asOf, days: [1], day: asOf.map { _ in 1 }),
      options: options)
  }

  @Test("of four options that are the same, one is called different in 5 of 100 tests")
  func severalOptions() throws {
    try expect(0.05, ofWhole: 3_000, seed: 1) { random in
      let rows = ["a", "b", "c", "d"].map { "\($0),1500,\(random.binomial(1_500, 0.22))\n" }
      return finds(try analysed("arm,installs,allowed\n" + rows.joined()))
    }
  }

  @Test(
    "releases that differ by themselves make an option different in 5 of 100 tests", arguments: [3, 5, 8])
  func releases(_ releases: Int) throws {
    try expect(0.05, ofWhole: 3_000, seed: 2 + UInt64(releases)) { random in
      var rows = "arm,release,installs,allowed\n"
      for arm in ["a", "b"] {
        for release in 0..<releases {
          let installs = random.whole(600...1_600)
          let rate = 1 / (1 + exp(1.3 - 0.15 * random.normal()))
          rows += "\(arm),\(arm)\(release),\(installs),\(random.binomial(installs, rate))\n"
        }
      }
      return finds(try analysed(rows))
    }
  }

  /// Rows of 900 installs of two options that are the same, over 30 days, answered within the first day.
  private func rows(_ random: inout SplitMix) -> String {
    var rows = "install_id,arm,installed_at,prompted_at,decided_at,status\n"
    for install in 0..<900 {
      // Every install is its own lot, and both options have some on the first day.
      let arm = install < 2 ? install : random.below(2)
      let installed = 1_767_225_600 + (install < 2 ? 0 : random.below(30 * 86_400))
      let asked = installed + 30
      let status = random.happens(0.3) ? "authorized" : "denied"
      rows += "i\(install),\(arm == 0 ? "a" : "b"),\(installed),\(asked),\(asked + 5),\(status)\n"
    }
    return rows
  }

  private static let end = AsOf("2026-02-02")

  @Test("three looks that were planned call the same different in 5 of 100 tests")
  func looks() throws {
    let end = try #require(Self.end)
    let earlier = ["2026-01-13", "2026-01-23"].compactMap { AsOf($0) }
    try expect(0.05, ofWhole: 1_500, seed: 11) { random in
      finds(
        try analysed(rows(&random), asOf: end) {
          ($0.earlierLooks, $0.plannedInstalls, $0.day) = (earlier, 900, 1)
        })
    }
  }

  /// What holds at every look is wrong at some look in no more than 5 of 100 tests, and in fewer where looks are few.
  @Test("a look every five days calls the same different in at most 5 of 100 tests")
  func peeks() throws {
    let days = ["2026-01-07", "2026-01-12", "2026-01-17", "2026-01-22", "2026-01-27", "2026-02-02"]
    let moments = days.compactMap { AsOf($0) }
    let tests = 500 / Self.parts
    let found = try share(of: tests, seed: 12) { random in
      let rows = rows(&random)
      return try moments.contains { moment in
        finds(
          try analysed(rows, asOf: moment) {
            ($0.isRunning, $0.plannedInstalls, $0.day) = (true, 900, 1)
          })
      }
    }
    #expect(found < 0.05 + twoErrors(0.05, tests), "\(found)")
  }

  @Test("a guardrail that is broken by its margin exactly is called kept in 2.5 of 100 tests")
  func guardrails() throws {
    try expect(0.025, ofWhole: 4_000, seed: 13) { random in
      let rows = [("a", 0.3), ("b", 0.29)].map { arm, kept in
        "\(arm),2000,\(random.binomial(2_000, 0.2)),\(random.binomial(2_000, kept))\n"
      }
      let analysis = try analysed("arm,installs,allowed,retained_d7\n" + rows.joined()) {
        $0.guardrailMargins[.retainedD7] = GuardrailMargin(0.01)
      }
      return analysis.guardrails.contains { guardrail in
        guardrail.comparisons.contains { guardrail.isKept($0) == true }
      }
    }
  }

  @Test("a planned size shows its difference as often as it promises", arguments: [0.8, 0.9])
  func power(_ power: Double) throws {
    let design = try TestDesign()
    let installs = design.wholeInstalls(try design.installs(shares: [0.2, 0.23], power: power)).map {
      Int($0)
    }
    try expect(power, ofWhole: 5_000, seed: 101) { random in
      let rows = zip(["a", "b"], zip(installs, [0.2, 0.23])).map { arm, size in
        "\(arm),\(size.0),\(random.binomial(size.0, size.1))\n"
      }
      return finds(try analysed("arm,installs,allowed\n" + rows.joined()))
    }
  }
}

extension SplitMix {
  /// How many of so many people do what each does with this probability.
  fileprivate mutating func binomial(_ people: Int, _ probability: Double) -> Int {
    (0..<people).reduce(0) { sum, _ in sum + (happens(probability) ? 1 : 0) }
  }
}
