import Inference
import TestAnalysis
import TestData
import Testing

@Suite("What a verdict is by")
struct JudgementTests {
  private func judgement(_ analysis: AnalysedTest) throws -> Judgement {
    try #require(analysis.mainPanel?.judgements.first)
  }

  @Test("a ramp whose base rate falls has no effect within days, though the pooled difference is large")
  func ramp() throws {
    let analysis = try MadeRamp(seed: 5, installs: 12_000).analysis()
    let panel = try #require(analysis.mainPanel)
    let pooled = try #require(panel.statistics.comparisons[0].interval)
    #expect(pooled.upper < 0)
    let judgement = try judgement(analysis)
    #expect(judgement.basis == .mantelHaenszel && judgement.verdict == .unknown)
    #expect(try #require(judgement.interval).contains(0))
    #expect(analysis.withheld == nil)
  }

  @Test(
    "ramps without an effect find one in no more than seven of a hundred tests, and one with an effect finds it"
  )
  func rampRates() throws {
    #if DEBUG
      let tests = 20
    #else
      let tests = 100
    #endif
    var found = 0
    for seed in 1...UInt64(tests) {
      let verdict = try judgement(MadeRamp(seed: 900 + seed, installs: 3_000).analysis()).verdict
      if verdict == .better || verdict == .worse { found += 1 }
    }
    #expect(found * 100 <= 7 * tests + 100)
    let real = try judgement(MadeRamp(seed: 4, effect: 0.1).analysis())
    #expect(real.verdict == .better && real.basis == .mantelHaenszel)
  }

  @Test("a split that drifts while the test is looked at has no verdict")
  func driftAtLooks() throws {
    let analysis = try MadeRamp(seed: 5).analysis {
      $0.isRunning = true
      $0.day = 1
    }
    #expect(try judgement(analysis).reason == .driftingSplitAtLooks)
  }

  @Test("an allocation that was named and is not met is broken, whatever the days say")
  func namedAllocation() throws {
    let analysis = try MadeRamp(seed: 5).analysis { $0.allocation = [1, 1] }
    #expect(analysis.withheld == .brokenSplit)
    #expect(try judgement(analysis).reason == .brokenSplit)
  }

  @Test(
    "verdict, interval and p-value of several options are one statement",
    arguments: [
      [(500, 5_000), (565, 5_000), (640, 5_000)], [(400, 2_000), (430, 2_000), (460, 2_000), (470, 2_000)],
      [(417, 2_000), (429, 2_000), (480, 2_000), (434, 2_000)],
      [(400, 2_000), (452, 2_000), (455, 2_000), (458, 2_000)], [(90, 900), (700, 5_000), (30, 200)],
    ])
  func oneStatement(counts: [(Int, Int)]) throws {
    let rows = zip("abcd", counts).map { "\($0),\($1.1),\($1.0)\n" }.joined()
    let analysis = try analysis(counts: "arm,installs,allowed\n\(rows)") {
      $0.allocation = counts.map { Double($0.1) }
    }
    for judgement in try #require(analysis.mainPanel?.judgements) {
      let isShown = judgement.verdict == .better || judgement.verdict == .worse
      let excludes = try !#require(judgement.interval).contains(0)
      let adjusted = try #require(judgement.adjusted)
      #expect(isShown == excludes && isShown == (adjusted.value < 0.05))
      #expect(judgement.basis == .miettinenNurminen)
    }
  }

  @Test("expected loss is against the best of all options")
  func expectedLoss() throws {
    let analysis = try analysis(
      counts: "arm,installs,allowed\na,5000,500\nb,5000,560\nc,5000,610\n")
    // Two million draws of the posteriors: 1.02 points.
    let loss = try #require(analysis.mainPanel?.statistics.arms[1].standing?.expectedLoss)
    #expect(abs(loss - 0.0102) < 5e-5)
  }

  /// Installs of eight releases, five days each, of which these belong to the second arm.
  private func releases(ofSecond: Set<Int>, allowed: [Int]) throws -> AnalysedTest {
    let rows = (0..<8).flatMap { release -> [Rows] in
      (0..<5).flatMap { step -> [Rows] in
        let day = 1 + 5 * release + step
        let date = day <= 31 ? "2026-01-\(day < 10 ? "0" : "")\(day)" : "2026-02-0\(day - 31)"
        let arm = ofSecond.contains(release) ? "b" : "a"
        return answered(
          arm, allowed: allowed[release], of: 100, installed: "\(date)T00:00:00Z",
          asked: "\(date)T00:01:00Z", release: "1.\(release)")
      }
    }
    return try analysis(rows, days: [1], asOf: "2026-02-28T00:00:00Z") { $0.baseline = "a" }
  }

  @Test(
    "releases of which one arm's came after the other's have a difference, are confounded, and have no verdict"
  )
  func sequence() throws {
    let analysis = try releases(ofSecond: [4, 5, 6, 7], allowed: [20, 22, 21, 19, 40, 42, 41, 39])
    #expect(analysis.clustered.first?.isInSequence == true)
    let judgement = try judgement(analysis)
    #expect(judgement.reason == .inSequence && judgement.interval == nil)
    #expect(abs((judgement.difference ?? 0) - 0.2) < 1e-12)
  }

  @Test("a handful of installs on a late release does not make releases that follow one another alternate")
  func lateHandful() throws {
    let rows = (0..<8).map { release in
      let date = "2026-01-\(10 + 2 * release)"
      return Rows(
        arm: release < 4 ? "a" : "b", count: 100, installed: "\(date)T00:00:00Z", asked: "\(date)T00:01:00Z",
        answer: "denied", release: "1.\(release)")
    }
    let late = Rows(arm: "a", count: 2, installed: "2026-02-12T00:00:00Z", release: "1.8")
    let analysis = try analysis(rows + [late], days: [1], asOf: "2026-02-28T00:00:00Z") { $0.baseline = "a" }
    #expect(analysis.clustered.first?.isInSequence == true)
  }

  @Test("releases that alternate have a verdict, by lot if they had been dealt so")
  func alternating() throws {
    let analysis = try releases(ofSecond: [1, 3, 5, 7], allowed: [20, 40, 22, 42, 21, 41, 19, 39])
    #expect(analysis.clustered.first?.isInSequence == false)
    let judgement = try judgement(analysis)
    #expect(judgement.basis == .clusterRobust && judgement.verdict == .better)
    let contrast = try #require(analysis.clustered.first?.comparison.contrast)
    #expect(try judgement.p == contrast.test()?.p && judgement.interval == contrast.interval(at: .ninetyFive))
  }

  @Test("after a ramp nothing of all installs together stands beside the difference within days")
  func rampAlone() throws {
    let analysis = try MadeRamp(seed: 5, installs: 12_000).analysis()
    #expect(analysis.byDay.isEmpty)
    #expect(try #require(analysis.mainPanel).restsOnParts)
  }
}
