import Foundation
import GSLNumerics
import Testing

@testable import Inference

@Suite("Analysis of counts")
struct CountsAnalysisTests {
  func make(_ counts: [(Int, Int)]) throws -> [ObservedCount] {
    try counts.map { try ObservedCount($0.0, of: $0.1) }
  }

  @Test("without posteriors every verdict and interval is the same")
  func withoutPosteriors() throws {
    let counts = try make([(200, 1_000), (231, 1_000), (205, 990)])
    var options = CountsAnalysis.Options()
    let whole = try CountsAnalysis(counts, options: options)
    options.hasPosteriors = false
    let bare = try CountsAnalysis(counts, options: options)
    for (first, second) in zip(whole.comparisons, bare.comparisons) {
      #expect(first.verdict == second.verdict && first.adjusted == second.adjusted)
      #expect(first.differenceIntervals == second.differenceIntervals)
      #expect(first.posterior.value != nil && second.posterior.reason == .notAsked)
    }
    #expect(bare.arms.allSatisfy { $0.standing.reason == .notAsked })
  }

  @Test("each arm is compared with the baseline, wherever it stands, by Dunnett's constant")
  func comparisons() throws {
    let counts = try make([(412, 2000), (498, 2010), (450, 1990)])
    let analysis = try CountsAnalysis(counts, baseline: 1)
    #expect(analysis.comparisons.map(\.arm) == [0, 2])
    #expect(
      analysis.comparisonLevel
        == (try ConfidenceLevel.ninetyFive.simultaneous(comparing: [2000, 2010, 1990], baseline: 1)))
    #expect(analysis.comparisons[0].counts == TwoArms(counts[0], against: counts[1]))
    let interval = analysis.comparisons[0].differenceIntervals[.miettinenNurminen]?.value
    #expect(
      interval
        == (try analysis.comparisons[0].counts.interval(.miettinenNurminen, at: analysis.comparisonLevel)
          .value))
    #expect(analysis.overall.value?.degreesOfFreedom == 2)
  }

  @Test("without a correction every interval is at the level asked for")
  func uncorrected() throws {
    var options = CountsAnalysis.Options()
    options.correction = .none
    let analysis = try CountsAnalysis(make([(1, 10), (2, 10), (3, 10)]), options: options)
    #expect(analysis.comparisonLevel == .ninetyFive)
    let comparison = analysis.comparisons[0]
    #expect(comparison.adjusted[.score] == comparison.tests[.score]?.value?.p)
  }

  @Test("an empty option leaves reasons, not numbers, and the other options their comparisons")
  func emptyArm() throws {
    let analysis = try CountsAnalysis(make([(1, 10), (0, 0), (3, 10)]))
    #expect(analysis.arms[0].standing.reason == .emptyArm)
    #expect(analysis.comparisons[0].tests[.fisher]?.reason == .emptyArm)
    #expect(analysis.comparisons[0].adjusted.isEmpty)
    // Holm over the one comparison that has a p-value.
    #expect(analysis.comparisons[1].adjusted[.fisher] == analysis.comparisons[1].tests[.fisher]?.value?.p)
    #expect(analysis.overall.reason == .emptyArm)
  }

  @Test("a single arm has intervals and no comparison")
  func singleArm() throws {
    let analysis = try CountsAnalysis(make([(3, 10)]))
    #expect(analysis.comparisons.isEmpty && analysis.overall.reason == .singleArm)
    // It would be best of nothing.
    #expect(analysis.arms[0].standing.reason == .singleArm)
  }

  @Test("no arm, a baseline that is none, or a negative margin is refused")
  func refusals() throws {
    #expect(throws: NumericsError.self) { try CountsAnalysis([]) }
    #expect(throws: NumericsError.self) { try CountsAnalysis(make([(1, 2)]), baseline: 1) }
    var options = CountsAnalysis.Options()
    options.margin = -.infinity
    #expect(throws: NumericsError.self) { try CountsAnalysis(make([(1, 2)]), options: options) }
  }

  /// The smokers of Fleiss (1981, page 139), the example of R's `prop.test`.
  @Test("Fleiss's smokers: χ² 12.6 on 3 degrees of freedom, p 0.005585")
  func overall() throws {
    let test = try #require(
      try CountsAnalysis.overallTest(make([(83, 86), (90, 93), (129, 136), (70, 82)])).value)
    #expect(abs((test.statistic ?? 0) - 12.6004) < 5e-5)
    #expect(abs(test.p.value - 0.005585) < 5e-7)
  }

  @Test("two arms: the overall χ² is the χ² of the pair")
  func overallOfTwo() throws {
    let counts = try make([(412, 2000), (498, 2010)])
    let overall = try #require(try CountsAnalysis.overallTest(counts).value)
    let pair = try #require(try TwoArms(counts[1], against: counts[0]).test(.chiSquare).value)
    #expect(abs((overall.statistic ?? 0) - (pair.statistic ?? 1)) < 1e-12)
    #expect(abs(overall.p.ln - pair.p.ln) < 1e-12)
  }

  /// R 4: p.adjust(c(0.01, 0.02, 0.03, 0.04, 0.9), "holm" / "hochberg" / "BH").
  @Test("adjusted p-values are those of R's p.adjust")
  func corrections() throws {
    let raw = [0.9, 0.01, 0.04, 0.02, 0.03]
    let expected: [(MultiplicityCorrection, [Double])] = [
      (.none, raw), (.holm, [0.9, 0.05, 0.09, 0.08, 0.09]),
      (.hochberg, [0.9, 0.05, 0.08, 0.08, 0.08]), (.benjaminiHochberg, [0.9, 0.05, 0.05, 0.05, 0.05]),
    ]
    for (correction, values) in expected {
      let adjusted = correction.adjusted(raw.map { PValue($0) }).map(\.value)
      #expect(zip(adjusted, values).allSatisfy { abs($0 - $1) < 1e-15 }, "\(correction)")
    }
  }

  @Test("verdicts: two one-sided tests make equivalence, and it comes first")
  func verdicts() throws {
    func verdict(_ counts: [(Int, Int)], _ margin: Double) throws -> Verdict? {
      let counts = try make(counts)
      return try TwoArms(counts[1], against: counts[0]).verdict(margin: margin, at: .ninetyFive).value
    }
    #expect(try verdict([(412, 2000), (498, 2010)], 0.005) == .better)
    #expect(try verdict([(498, 2010), (412, 2000)], 0.005) == .worse)
    #expect(try verdict([(41, 200), (49, 201)], 0.005) == .unknown)
    #expect(try verdict([(250_000, 1_000_000), (250_100, 1_000_000)], 0.005) == .equivalent)
    #expect(try verdict([(250_000, 1_000_000), (252_000, 1_000_000)], 0.005) == .equivalent)
    #expect(try verdict([(250_000, 1_000_000), (252_000, 1_000_000)], 0) == .better)
  }

  @Test("a verdict is better or worse where Holm's p is below α, whatever the simultaneous interval")
  func closedTest() throws {
    let analysis = try CountsAnalysis(make([(500, 5000), (565, 5000), (640, 5000)]))
    #expect(analysis.comparisons.map(\.verdict.value) == [.better, .better])
    // The smaller of the two p has been rejected at twice itself, so this one counts once.
    let score = try #require(try analysis.comparisons[0].counts.test(.score).value)
    #expect(analysis.comparisons[0].adjusted[.score] == score.p)
    #expect(abs(score.p.value - 0.0351) < 5e-5)
    // 1.3 points, give or take 2.2121 standard errors of 0.617.
    let interval = try #require(analysis.comparisons[0].differenceIntervals[.miettinenNurminen]?.value)
    #expect(interval.lower < 0 && interval.upper > 0.026)
    let alone = try CountsAnalysis(make([(500, 5000), (550, 5000), (565, 5000)]))
    #expect(alone.comparisons.map(\.verdict.value) == [.unknown, .unknown])
  }

  @Test("a split of 821,588 against 815,482 is a mismatch, one of 1,000 against 2,010 meant as 1:2 is none")
  func sampleRatio() throws {
    let found = try #require(try SampleRatio.of([821_588, 815_482]).value)
    let gap = (821_588.0 - 815_482) / 2
    #expect(abs((found.test.statistic ?? 0) - 2 * gap * gap / 818_535) < 1e-9)
    #expect(found.mismatch && found.expected == [818_535, 818_535])
    let meant = try #require(try SampleRatio.of([1_000, 2_010], allocation: [1, 2]).value)
    #expect(!meant.mismatch)
    #expect(try SampleRatio.of([5]).reason == .singleArm)
    #expect(try SampleRatio.of([0, 0]).reason == .emptyArm)
    #expect(throws: NumericsError.self) { try SampleRatio.of([1, 2], allocation: [1]) }
    #expect(throws: NumericsError.self) { try SampleRatio.of([1, 2], allocation: [1, .nan]) }
  }

  @Test("Lee's bounds trim the option that prompts more, and close where both prompt alike")
  func commonStratum() throws {
    let early = try PromptedCount(allowed: 300, prompted: 1_000, installs: 1_000)
    let late = try PromptedCount(allowed: 250, prompted: 500, installs: 1_000)
    // Half of the early arm's prompted: between (0.3 − 0.5)/0.5 → 0 and 0.3/0.5 of them allow.
    let bounds = try #require(CommonStratumBounds.of(late, against: early).value)
    #expect(abs(bounds.lower + 0.1) < 1e-15 && abs(bounds.upper - 0.5) < 1e-15)
    #expect(bounds.share == 0.5)
    let same = try #require(CommonStratumBounds.of(late, against: late).value)
    #expect(same.lower == 0 && same.upper == 0)
    let never = try PromptedCount(allowed: 0, prompted: 0, installs: 1_000)
    #expect(CommonStratumBounds.of(never, against: early).reason == .nobodyPrompted)
  }
}
