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
      #expect(first.verdict == second.verdict && first.pAdjusted == second.pAdjusted)
      #expect(first.interval == second.interval && first.chanceBetter != nil && second.chanceBetter == nil)
    }
    #expect(bare.arms.allSatisfy { $0.standing == nil })
  }

  @Test("each arm is compared with the baseline, wherever it stands, by Dunnett's constant")
  func comparisons() throws {
    let counts = try make([(412, 2000), (498, 2010), (450, 1990)])
    let analysis = try CountsAnalysis(counts, baseline: 1)
    #expect(analysis.comparisons.map(\.option) == [0, 2])
    #expect(
      analysis.comparisonLevel
        == (try SimultaneousComparisons(.ninetyFive, people: [2000, 2010, 1990], baseline: 1).level))
    let first = analysis.comparisons[0]
    #expect(first.counts == TwoArms(counts[0], against: counts[1]))
    #expect(first.interval == (try first.counts.interval(at: analysis.comparisonLevel)))
  }

  @Test("an empty option leaves nothing, and the other options their comparisons")
  func emptyArm() throws {
    let analysis = try CountsAnalysis(make([(1, 10), (0, 0), (3, 10)]))
    #expect(analysis.arms[0].standing == nil && analysis.comparisons[0].test == nil)
    #expect(analysis.comparisons[0].pAdjusted == nil)
    // There is one comparison.
    #expect(analysis.comparisonLevel == .ninetyFive)
    #expect(analysis.comparisons[1].pAdjusted == analysis.comparisons[1].test?.p)
  }

  @Test("a single arm has an interval and no comparison")
  func singleArm() throws {
    let analysis = try CountsAnalysis(make([(3, 10)]))
    // It would be best of nothing.
    #expect(analysis.comparisons.isEmpty && analysis.arms[0].standing == nil)
  }

  @Test("verdicts: two one-sided tests make equivalence, and it comes first")
  func verdicts() throws {
    func verdict(_ counts: [(Int, Int)], _ margin: Double) throws -> Verdict? {
      var options = CountsAnalysis.Options()
      options.margin = margin
      return try CountsAnalysis(make(counts), options: options).comparisons[0].verdict
    }
    #expect(try verdict([(412, 2000), (498, 2010)], 0.005) == .better)
    #expect(try verdict([(498, 2010), (412, 2000)], 0.005) == .worse)
    #expect(try verdict([(41, 200), (49, 201)], 0.005) == .unknown)
    #expect(try verdict([(250_000, 1_000_000), (252_000, 1_000_000)], 0.005) == .equivalent)
    #expect(try verdict([(250_000, 1_000_000), (252_000, 1_000_000)], 0) == .better)
  }

  @Test("a p-value of several options is Dunnett's, and below α where the interval leaves 0 out")
  func together() throws {
    let analysis = try CountsAnalysis(make([(500, 5000), (565, 5000), (640, 5000)]))
    #expect(analysis.comparisons.map(\.verdict) == [.unknown, .better])
    let score = try #require(analysis.comparisons[0].counts.test())
    #expect(abs(score.p.value - 0.0351) < 5e-5)
    // P(some |T| > 2.107) of two comparisons with equal arms, the trapezium rule on 20,001 points in Python.
    #expect(abs((analysis.comparisons[0].pAdjusted?.value ?? 0) - 0.06458) < 2e-5)
    // 1.3 points, give or take 2.2121 standard errors of 0.617.
    let interval = try #require(analysis.comparisons[0].interval)
    #expect(interval.lower < 0 && interval.upper > 0.026)
  }

  @Test("a split of 821,588 against 815,482 is a mismatch, one of 1,000 against 2,010 meant as 1:2 is none")
  func sampleRatio() throws {
    let found = try #require(try SampleRatio.of([821_588, 815_482]))
    let gap = (821_588.0 - 815_482) / 2
    #expect(abs(found.test.statistic - 2 * gap * gap / 818_535) < 1e-9)
    #expect(found.mismatch && found.expected == [818_535, 818_535])
    let meant = try #require(try SampleRatio.of([1_000, 2_010], allocation: [1, 2]))
    #expect(!meant.mismatch)
    #expect(try SampleRatio.of([5]) == nil && SampleRatio.of([0, 0]) == nil)
  }
}
