import GSLNumerics
import Inference
import Testing

@Suite("The difference of means within strata")
struct MeanDifferenceWithinTests {
  private let arm = [1.0, 4, 2, 8, 3]
  private let baseline = [2.0, 2, 5, 1]

  private func pair(_ arm: [Double], against baseline: [Double]) -> TwoSamples {
    TwoSamples(SampleMoments(arm), against: SampleMoments(baseline))
  }

  @Test("with one stratum it is Welch's")
  func one() throws {
    let welch = try #require(
      MeanDifference.of(SampleMoments(arm), against: SampleMoments(baseline)))
    let within = try #require(MeanDifference.within([pair(arm, against: baseline)]))
    #expect(abs(welch.estimate - within.estimate) < 1e-12)
    #expect(abs(welch.standardError - within.standardError) < 1e-12)
    #expect(abs(welch.degreesOfFreedom - within.degreesOfFreedom) < 1e-9)
  }

  @Test("it is the coefficient of the arm in a regression on arm and strata")
  func regression() throws {
    let strata = [
      pair(arm, against: baseline), pair([10.0, 12], against: [9.0, 9, 15, 11, 6, 9]),
      // An arm alone, and one value: neither says anything of a difference and its spread.
      pair([100.0, 200], against: []), pair([7.0], against: [1, 2]),
    ]
    let found = try #require(MeanDifference.within(strata))
    // Numpy, least squares of the first two strata on arm and strata; the error by hand:
    // weights 20/9 and 3/2, differences 1.1 and 7/6, variances of means 1.46, 0.75, 1 and 1.494444.
    let weights = [20.0 / 9, 1.5]
    let estimate = (weights[0] * 1.1 + weights[1] * (11 - 59.0 / 6)) / (weights[0] + weights[1])
    #expect(abs(found.estimate - estimate) < 1e-12)
    let shares = weights.map { $0 / (weights[0] + weights[1]) }
    let variance = zip(shares, strata).reduce(0.0) {
      $0 + $1.0 * $1.0 * ($1.1.arm.varianceOfMean + $1.1.baseline.varianceOfMean)
    }
    #expect(abs(found.standardError - variance.squareRoot()) < 1e-12)
  }

  @Test("no stratum with two values in each option, or no spread, has none")
  func none() {
    #expect(MeanDifference.within([pair([1], against: [2, 3])]) == nil)
    #expect(MeanDifference.within([pair([1, 1], against: [2, 2])]) == nil)
  }
}
