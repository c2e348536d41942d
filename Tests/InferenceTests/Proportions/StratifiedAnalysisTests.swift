import Inference
import Testing

@Suite("Arms within strata")
struct StratifiedAnalysisTests {
  private func strata(_ counts: [[(Int, Int)]]) throws -> [[ObservedCount]] {
    try counts.map { try $0.map { try ObservedCount($0.0, of: $0.1) } }
  }

  @Test("intervals hold together over all strata, and p-values are adjusted over all")
  func together() throws {
    let analysis = try StratifiedAnalysis(
      strata([[(120, 1000), (160, 1010)], [(30, 400), (30, 390)], [(5, 12), (9, 11)], [(1, 5), (2, 4)]]),
      baseline: 0, at: .ninetyFive)
    #expect(analysis.comparisons == 4)
    #expect(analysis.comparisonLevel == ConfidenceLevel.ninetyFive.simultaneous(over: 4))
    let alone = TwoArms(try ObservedCount(160, of: 1010), against: try ObservedCount(120, of: 1000))
    #expect(analysis.strata[0].comparisons[0].interval == (try alone.interval(at: analysis.comparisonLevel)))
    let values = analysis.strata.compactMap { $0.comparisons[0].test?.p }
    #expect(analysis.strata.map { $0.comparisons[0].adjusted } == values.map { $0.multiplied(by: 4) })
  }

  @Test("a stratum without one of the options is no comparison, and none of the count")
  func emptyArm() throws {
    let analysis = try StratifiedAnalysis(
      strata([[(1, 10), (0, 0)], [(2, 20), (3, 30)]]), baseline: 0, at: .ninetyFive)
    #expect(analysis.comparisons == 1 && analysis.comparisonLevel == .ninetyFive)
    #expect(analysis.strata[0].comparisons[0].interval == nil)
  }

  @Test("a split that drifts is found as SciPy's chi2_contingency finds it")
  func drift() throws {
    let test = try #require(try SplitDrift.test([[1000, 900], [400, 480], [300, 350]]))
    // scipy.stats.chi2_contingency(correction=False), SciPy 1.17.1.
    #expect(abs(test.statistic - 16.120881570155884) < 1e-11)
    #expect(test.degreesOfFreedom == 2 && abs(test.p.value - 0.0003157875801664918) < 1e-14)
  }

  @Test("strata of a handful are put together, arms without anybody left out")
  func pooled() throws {
    let pooled = try SplitDrift.test([[3, 0, 2], [4, 0, 3], [3, 0, 5], [50, 0, 40], [1, 0, 0]])
    // The first two, with 5.4 people due to the smaller arm, and the rest.
    let expected = try SplitDrift.test([[7, 5], [54, 45]])
    #expect(pooled?.statistic == expected?.statistic && expected?.degreesOfFreedom == 1)
    #expect(try SplitDrift.test([[10, 12]]) == nil && SplitDrift.test([[10, 0], [12, 0]]) == nil)
  }
}
