import GSLNumerics
import Inference
import Testing

@Suite("The difference of means within strata")
struct MeanDifferenceWithinTests {
  private let arm = [1.0, 4, 2, 8, 3]
  private let baseline = [2.0, 2, 5, 1]

  private func moments(_ samples: TwoSamples<[Double]>) -> TwoSamples<SampleMoments> {
    TwoSamples<SampleMoments>(SampleMoments(samples.arm), against: SampleMoments(samples.baseline))
  }

  @Test("with one stratum it is Welch's")
  func one() throws {
    let welch = try #require(
      MeanDifference.of(SampleMoments(arm), against: SampleMoments(baseline)).value)
    let within = try #require(MeanDifference.within([moments(TwoSamples(arm, against: baseline))]).value)
    #expect(abs(welch.estimate - within.estimate) < 1e-12)
    #expect(abs(welch.standardError - within.standardError) < 1e-12)
    #expect(abs(welch.degreesOfFreedom - within.degreesOfFreedom) < 1e-9)
  }

  @Test("it is the coefficient of the arm in a regression on arm and strata")
  func regression() throws {
    let strata = [
      TwoSamples(arm, against: baseline), TwoSamples([10.0, 12], against: [9.0, 9, 15, 11, 6, 9]),
      // An arm alone, and one value: neither says anything of a difference and its spread.
      TwoSamples([100.0, 200], against: []), TwoSamples([7.0], against: [1, 2]),
    ]
    let found = try #require(MeanDifference.within(strata.map(moments)).value)
    // Numpy, least squares of the first two strata on arm and strata; the error by hand:
    // weights 20/9 and 3/2, differences 1.1 and 7/6, variances of means 1.46, 0.75, 1 and 1.494444.
    let weights = [20.0 / 9, 1.5]
    let estimate = (weights[0] * 1.1 + weights[1] * (11 - 59.0 / 6)) / (weights[0] + weights[1])
    #expect(abs(found.estimate - estimate) < 1e-12)
    let shares = weights.map { $0 / (weights[0] + weights[1]) }
    let variance = zip(shares, strata).reduce(0.0) {
      let pair = moments($1.1)
      return $0 + $1.0 * $1.0 * (pair.arm.varianceOfMean + pair.baseline.varianceOfMean)
    }
    #expect(abs(found.standardError - variance.squareRoot()) < 1e-12)
  }

  @Test("standardised values have the same difference, and drawing them the same error")
  func standardised() throws {
    let strata = (0..<6).map { stratum -> TwoSamples<[Double]> in
      let level = Double(stratum)
      let own = (0..<(10 + 7 * stratum)).map { Double($0 * $0 % 13) + level }
      let other = (0..<(40 - 3 * stratum)).map { Double($0 * 5 % 11) - level }
      return TwoSamples(own, against: other)
    }
    let within = try #require(MeanDifference.within(strata.map(moments)).value)
    let drawn = try #require(MeanDifference.standardised(strata).value)
    let plain = try #require(
      MeanDifference.of(SampleMoments(drawn.arm), against: SampleMoments(drawn.baseline)).value)
    #expect(abs(plain.estimate - within.estimate) < 1e-12)
    // n against n − 1 of the whole arm is what is between them.
    #expect(abs(plain.standardError / within.standardError - 1) < 0.01)
  }

  @Test("no stratum with two values in each option, or no spread, has none")
  func none() {
    #expect(MeanDifference.within([moments(TwoSamples([1], against: [2, 3]))]).reason == .emptyArm)
    #expect(MeanDifference.within([moments(TwoSamples([1, 1], against: [2, 2]))]).reason == .noVariance)
    #expect(MeanDifference.standardised([TwoSamples([1], against: [2, 3])]).reason == .emptyArm)
  }
}
