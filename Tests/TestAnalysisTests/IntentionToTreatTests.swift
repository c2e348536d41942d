import Inference
import TestAnalysis
import TestData
import Testing
import TextFormats

@Suite("Intention to treat")
struct IntentionToTreatTests {
  @Test(
    "a late stamp, or several rows per install, changes no rate", arguments: [MadeTest.Spoilt.lag, .updates])
  func sameRates(spoilt: MadeTest.Spoilt) throws {
    for seed in 1...5 as ClosedRange<UInt64> {
      var clean = MadeTest(seed: seed)
      var logged = MadeTest(seed: seed, spoilt: spoilt)
      let expected = try #require(clean.analysis().mainPanel).counts
      let analysis = try logged.analysis()
      #expect(try #require(analysis.mainPanel).counts == expected)
      #expect(analysis.withheld == nil)
    }
  }

  @Test("the rates are those of everybody assigned, by what happened")
  func truth() throws {
    var made = MadeTest(seed: 11)
    let counts = try #require(made.analysis().mainPanel).counts
    #expect(zip(counts, made.truth).allSatisfy { abs(($0.rate ?? 0) - $1) < 1e-12 })
  }

  @Test(
    "without a difference, at most 7 of 100 tests find one",
    arguments: [MadeTest.Spoilt.clean, .lag, .updates])
  func nothingToFind(spoilt: MadeTest.Spoilt) throws {
    var found = 0
    for seed in 1...100 as ClosedRange<UInt64> {
      var made = MadeTest(seed: 1_000 + seed, spoilt: spoilt, installs: 2_000, isAlike: true)
      let analysis = try made.analysis()
      let panel = try #require(analysis.mainPanel)
      let verdict = panel.judgements[0].verdict
      if verdict == .better || verdict == .worse { found += 1 }
    }
    #expect(found <= 7)
  }

  @Test("95% intervals of the difference cover the truth of a long run")
  func coverage() throws {
    var differences: [Double] = []
    var intervals: [Interval] = []
    for seed in 1...100 as ClosedRange<UInt64> {
      var made = MadeTest(seed: 5_000 + seed, spoilt: .lag, installs: 2_000)
      let panel = try #require(made.analysis().mainPanel)
      intervals.append(
        try #require(panel.statistics.comparisons[0].interval))
      differences.append(made.truth[1] - made.truth[0])
    }
    // 200,000 made installs know the difference to a tenth of a test's standard error.
    let mean = differences.reduce(0, +) / 100
    let covered = intervals.count { $0.lower <= mean && mean <= $0.upper }
    #expect((89...100).contains(covered))
  }

  @Test("what depends on the option is shown first, by option, and withholds the verdict")
  func brokenMeasurement() throws {
    var made = MadeTest(seed: 3, spoilt: .earlyAnswers, isAlike: true)
    let analysis = try made.analysis()
    #expect(analysis.withheld == .brokenMeasurement)
    let broken = analysis.findings.filter { ($0.dependence?.p.value ?? 1) < 0.001 }
    #expect(broken.map(\.finding.kind) == [.decidedBeforeInstall])
    let panel = try #require(analysis.mainPanel)
    #expect(panel.judgements[0].reason == .brokenMeasurement)
    // The statuses are not in doubt: the rates stay those of everybody.
    #expect(zip(panel.counts, made.truth).allSatisfy { abs(($0.rate ?? 0) - $1) < 1e-12 })
  }
}
