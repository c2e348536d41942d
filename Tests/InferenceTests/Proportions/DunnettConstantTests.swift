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
      let found = try SimultaneousComparisons(
        ConfidenceLevel(level), people: Array(repeating: 500, count: comparisons + 1), baseline: 0
      ).level.deviate()
      #expect(abs(found - constant) < 0.0051)
    }
  }

  /// The trapezium rule on 20,001 points over ±9, whose error for so smooth an integrand is nothing, in Python.
  @Test("more digits, and arms of unequal size, by another rule of integration")
  func digits() throws {
    let equal = try SimultaneousComparisons(.ninetyFive, people: [10, 10, 10], baseline: 1).level
    #expect(abs(try equal.deviate() - 2.2121) < 5e-5)
    let unequal = try SimultaneousComparisons(.ninetyFive, people: [1_000, 200, 500, 3_000], baseline: 2)
      .level
    #expect(abs(try unequal.deviate() - 2.3268433200006235) < 1e-8)
  }

  @Test("an adjusted p-value is α at the constant, and Bonferroni's far out")
  func p() throws {
    let three = try SimultaneousComparisons(.ninetyFive, people: [900, 400, 400, 700], baseline: 0)
    #expect(abs(try three.p(three.level.deviate()).value - 0.05) < 1e-9)
    #expect(abs(try three.oneSided(three.level.deviate()).value - 0.025) < 1e-9)
    let (near, far) = (try three.p(5.7), try three.p(5.8))
    let bonferroni = try [5.7, 5.8].map { 6 * (1 - (try StandardNormal.cumulative($0))) }
    #expect(abs(near.value / bonferroni[0] - 1) < 0.01 && abs(far.value / bonferroni[1] - 1) < 0.01)
    #expect(try three.oneSided(-1).value > 0.5)
  }

  @Test("one comparison needs none, arms without anybody are none, no baseline is refused")
  func edges() throws {
    #expect(try SimultaneousComparisons(.ninetyFive, people: [4, 9], baseline: 0).level == .ninetyFive)
    #expect(try SimultaneousComparisons(.ninetyFive, people: [9, 0, 9], baseline: 0).level == .ninetyFive)
    #expect(throws: NumericsError.self) {
      try SimultaneousComparisons(.ninetyFive, people: [4, 9], baseline: 2)
    }
  }
}
