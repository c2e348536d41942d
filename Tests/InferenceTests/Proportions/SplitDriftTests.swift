import Inference
import Testing

@Suite("The split of strata")
struct SplitDriftTests {
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
