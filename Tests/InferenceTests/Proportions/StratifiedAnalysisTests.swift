import Inference
import Testing

@Suite("Arms within strata")
struct StratifiedAnalysisTests {
  private func strata(_ counts: [[(Int, Int)]]) throws -> [[ObservedCount]] {
    try counts.map { try $0.map { try ObservedCount($0.0, of: $0.1) } }
  }

  private static let counts = [
    [(120, 1000), (160, 1010)], [(30, 400), (30, 390)], [(5, 12), (9, 11)], [(1, 5), (2, 4)],
  ]

  @Test("Cochran's Q agrees with numpy and SciPy, strata of a handful left out")
  func heterogeneity() throws {
    let analysis = try StratifiedAnalysis(strata(Self.counts), baseline: 0, options: .init())
    let test = try #require(analysis.heterogeneity[0].value)
    // Written out in numpy 2.4.6, p by scipy.stats.chi2.sf of SciPy 1.17.1.
    #expect(abs((test.statistic ?? 0) - 6.771548705851593) < 1e-12)
    #expect(test.degreesOfFreedom == 2)
    #expect(abs(test.p.value - 0.033851419248481195) < 1e-12)
  }

  @Test("intervals hold together over all strata, and p-values are adjusted over all")
  func together() throws {
    let analysis = try StratifiedAnalysis(strata(Self.counts), baseline: 0, options: .init())
    #expect(analysis.comparisons == 4)
    #expect(analysis.comparisonLevel == ConfidenceLevel.ninetyFive.simultaneous(over: 4))
    let alone = TwoArms(try ObservedCount(160, of: 1010), against: try ObservedCount(120, of: 1000))
    let first = analysis.strata[0].comparisons[0]
    #expect(
      first.interval.value
        == (try alone.interval(DifferenceMethod.miettinenNurminen, at: analysis.comparisonLevel).value))
    let values = analysis.strata.compactMap { $0.comparisons[0].test.value?.p }
    #expect(
      analysis.strata.map { $0.comparisons[0].adjusted }
        == MultiplicityCorrection.holm.adjusted(values).map { Optional($0) })
  }

  @Test("without a correction each comparison keeps its own level")
  func uncorrected() throws {
    var options = CountsAnalysis.Options()
    options.correction = .none
    let analysis = try StratifiedAnalysis(strata(Self.counts), baseline: 0, options: options)
    #expect(analysis.comparisonLevel == .ninetyFive)
    #expect(analysis.strata[2].comparisons[0].adjusted == analysis.strata[2].comparisons[0].test.value?.p)
  }

  @Test("a stratum without one of the options is no comparison, and none of the count")
  func emptyArm() throws {
    let analysis = try StratifiedAnalysis(
      strata([[(1, 10), (0, 0)], [(2, 20), (3, 30)]]), baseline: 0, options: .init())
    #expect(analysis.comparisons == 1 && analysis.comparisonLevel == .ninetyFive)
    #expect(analysis.strata[0].comparisons[0].interval.reason == .emptyArm)
    #expect(analysis.heterogeneity[0].reason == .tooFewStrata(people: 10))
  }

  @Test("a split that drifts is found as SciPy's chi2_contingency finds it")
  func drift() throws {
    let test = try #require(try SplitDrift.test([[1000, 900], [400, 480], [300, 350]]).value)
    // scipy.stats.chi2_contingency(correction=False), SciPy 1.17.1.
    #expect(abs((test.statistic ?? 0) - 16.120881570155884) < 1e-11)
    #expect(test.degreesOfFreedom == 2 && abs(test.p.value - 0.0003157875801664918) < 1e-14)
  }

  @Test("strata of a handful are put together, arms without anybody left out")
  func pooled() throws {
    let pooled = try SplitDrift.test([[3, 0, 2], [4, 0, 3], [3, 0, 5], [50, 0, 40], [1, 0, 0]])
    // The first two, with 5.4 people due to the smaller arm, and the rest.
    let expected = try SplitDrift.test([[7, 5], [54, 45]])
    #expect(pooled.value?.statistic == expected.value?.statistic && expected.value?.degreesOfFreedom == 1)
    #expect(try SplitDrift.test([[10, 12]]).reason == .tooFewStrata(people: 5))
    #expect(try SplitDrift.test([[10, 0], [12, 0]]).reason == .singleArm)
  }
}
