import GSLNumerics
import Testing

@testable import Inference

@Suite("Dunnett's constant")
struct DunnettConstantTests {
  /// Dunnett, "New tables for multiple comparisons with a control" (Biometrics 20, 1964), two-sided, arms of equal
  /// size and infinite degrees of freedom: two decimals at 95% and 99% for one to nine comparisons.
  @Test(
    "the published tables",
    arguments: zip(
      1...9,
      [
        (1.96, 2.58), (2.21, 2.79), (2.35, 2.92), (2.44, 3.00), (2.51, 3.06), (2.57, 3.11), (2.61, 3.15),
        (2.65, 3.19), (2.69, 3.22),
      ]))
  func published(comparisons: Int, constants: (Double, Double)) throws {
    for (level, constant) in [(0.95, constants.0), (0.99, constants.1)] {
      let found = try ConfidenceLevel(level)
        .simultaneous(comparing: Array(repeating: 500, count: comparisons + 1), baseline: 0).deviate()
      #expect(abs(found - constant) < 0.0051)
    }
  }

  /// The trapezium rule on 20,001 points over ±9, whose error for so smooth an integrand is nothing, in Python.
  @Test("more digits, and arms of unequal size, by another rule of integration")
  func digits() throws {
    let equal = try ConfidenceLevel.ninetyFive.simultaneous(comparing: [10, 10, 10], baseline: 1)
    #expect(abs(try equal.deviate() - 2.2121) < 5e-5)
    let unequal = try ConfidenceLevel.ninetyFive.simultaneous(
      comparing: [1_000, 200, 500, 3_000], baseline: 2)
    #expect(abs(try unequal.deviate() - 2.3268433200006235) < 1e-8)
  }

  /// Values of R (`mvtnorm`), for evenly split arms and for a baseline √k times an arm's size.
  @Test(
    "equal arms, and a baseline that is larger by the square root of their number",
    arguments: [
      (2, 2.212128, 2.220572), (3, 2.348971, 2.368463), (4, 2.441771, 2.470991), (5, 2.511463, 2.549046),
    ])
  func baselineOfRoot(comparisons: Int, even: Double, root: Double) throws {
    for (ratio, constant) in [(1.0, even), (1 / Double(comparisons).squareRoot(), root)] {
      let shares = [Double](repeating: ratio / (1 + ratio), count: comparisons)
      let found = try ConfidenceLevel.ninetyFive.simultaneous(shares: shares).deviate()
      #expect(abs(found - constant) < 2e-6)
    }
  }

  @Test("between one comparison's and Bonferroni's deviate, whatever the sizes and the level")
  func bounds() throws {
    for level in [0.5, 0.9, 0.95, 0.9999] {
      for sizes in [
        [5, 5, 5], [1, 1_000_000_000, 7], [1_000_000_000, 1, 1, 1], [20, 0, 30],
        [3, 1_000_000_000, 1_000_000_000],
      ] {
        let single = try ConfidenceLevel(level)
        let found = try single.simultaneous(comparing: sizes, baseline: 0)
        let bonferroni = single.simultaneous(over: sizes.count - 1)
        #expect(found.alpha <= single.alpha * (1 + 1e-9) && found.alpha >= bonferroni.alpha * (1 - 1e-9))
      }
    }
  }

  @Test("one comparison needs none, an empty baseline has Bonferroni's, no baseline is refused")
  func edges() throws {
    #expect(try ConfidenceLevel.ninetyFive.simultaneous(comparing: [4, 9], baseline: 0) == .ninetyFive)
    #expect(
      try ConfidenceLevel.ninetyFive.simultaneous(comparing: [0, 9, 9], baseline: 0)
        == ConfidenceLevel.ninetyFive.simultaneous(over: 2))
    #expect(throws: NumericsError.self) {
      try ConfidenceLevel.ninetyFive.simultaneous(comparing: [4, 9], baseline: 2)
    }
  }
}
