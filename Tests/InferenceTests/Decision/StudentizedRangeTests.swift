import GSLNumerics
import SeededNumbers
import Testing

@testable import Inference

@Suite("The lead that tells the best option from the others")
struct StudentizedRangeTests {
  /// scipy 1.17, `studentized_range.ppf(0.95, k, df)`; the first two as in every printed table (3.877, 4.445).
  @Test(
    "the 95% point is that of the studentized range",
    arguments: [
      (3, 10, 3.876776750013158), (6, 20, 4.445236663675933), (3, 399, 3.3269269317911387),
      (10, 60, 4.646323963266348), (40, 19, 6.418865514252702),
    ])
  func quantile(means: Int, freedom: Int, expected: Double) throws {
    let range = StudentizedRange(means: means, degreesOfFreedom: Double(freedom))
    #expect(abs(try range.quantile(0.95) - expected) < 1e-5)
  }

  @Test("two options are distinguished by Student's t")
  func two() throws {
    let t = try StudentT(degreesOfFreedom: 30).quantile(0.975)
    #expect(try leadThatTells(arms: 2, degreesOfFreedom: 30) == t)
    let range = try StudentizedRange(means: 2, degreesOfFreedom: 30).quantile(0.95) / 2.0.squareRoot()
    #expect(abs(range - t) < 1e-5)
  }

  @Test("of equal arms none is distinguished from the best in 95 of 100 runs", arguments: [3, 6])
  func equalArms(arms: Int) throws {
    let constant = try leadThatTells(arms: arms, degreesOfFreedom: 199)
    var stream = SplitMix(seed: 17)
    let runs = 2_000
    var found = 0
    for _ in 0..<runs {
      // Means of 200 trials with a known error, so that the constant is a little wide.
      let means = try (0..<arms).map { _ in try StandardNormal.quantile(stream.openUniform()) }
      let spread = (means.max() ?? 0) - (means.min() ?? 0)
      if spread > constant * 2.0.squareRoot() { found += 1 }
    }
    let share = Double(found) / Double(runs)
    #expect(share > 0.03 && share < 0.05 + 3 * (0.05 * 0.95 / Double(runs)).squareRoot())
  }

  /// scipy 1.17, `f.ppf(0.95, n, m)`.
  @Test("what noise alone gives in one direction is the F distribution's")
  func oneDirection() throws {
    let found = try largestOfNoise(directions: 1, trials: 200, draws: 200)
    #expect(abs(found - 1.2629192742937496) < 1e-8)
    #expect(try largestOfNoise(directions: 5, trials: 200, draws: 3) == .infinity)
    #expect(try largestOfNoise(directions: 5, trials: 200, draws: 200) > 1.6)
  }
}
