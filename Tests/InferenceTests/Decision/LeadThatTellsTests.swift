import GSLNumerics
import Inference
import SeededNumbers
import Testing

@Suite("The lead that tells the best option from the others")
struct LeadThatTellsTests {
  /// By SciPy's quadrature over the chi distribution and Hermite's rule; 2.062 as in every table of Dunnett's.
  @Test(
    "is Dunnett's one-sided constant",
    arguments: [
      (3, 10, 2.150614), (3, 19, 2.033488), (6, 39, 2.311113), (4, 399, 2.068279), (4, 10_000_000, 2.062084),
    ])
  func constant(arms: Int, freedom: Int, expected: Double) throws {
    #expect(abs(try leadThatTells(arms: arms, degreesOfFreedom: freedom) - expected) < 1e-5)
  }

  @Test("two options are distinguished by Student's t")
  func two() throws {
    let t = try StudentT(degreesOfFreedom: 30).quantile(0.95)
    #expect(try leadThatTells(arms: 2, degreesOfFreedom: 30) == t)
  }

  @Test("the truly best of equal arms is called worse in 5 of 100 runs", arguments: [2, 3, 6])
  func equalArms(arms: Int) throws {
    let constant = try leadThatTells(arms: arms, degreesOfFreedom: 100_000)
    var stream = SplitMix(seed: 17)
    let runs = 4_000
    var found = 0
    for _ in 0..<runs {
      let means = try (0..<arms).map { _ in try StandardNormal.quantile(stream.openUniform()) }
      // The first is the best there is.
      if (means.max() ?? 0) - means[0] > constant * 2.0.squareRoot() { found += 1 }
    }
    let share = Double(found) / Double(runs)
    #expect(abs(share - 0.05) < 4 * (0.05 * 0.95 / Double(runs)).squareRoot())
  }
}
