import Foundation
import GSLNumerics
import Testing

@testable import Inference

@Suite("Differences of means")
struct MeanDifferenceTests {
  // Welch's example as in the documentation of R's t.test(extra ~ group, data = sleep):
  // t = -1.8608, df = 17.776, p-value = 0.07939, 95 percent confidence interval -3.3654832 to 0.2054832.
  private let first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
  private let second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]

  @Test("Student's sleep data have the interval and the degrees of freedom that R prints")
  func sleep() throws {
    let found = try #require(MeasuredDifference.welch(SampleMoments(first), against: SampleMoments(second)))
    let interval = try #require(try found.interval(at: .ninetyFive))
    #expect(abs(interval.lower + 3.3654832) < 5e-8 && abs(interval.upper - 0.2054832) < 5e-8)
    #expect(abs(found.degreesOfFreedom - 17.776) < 5e-4)
    let test = try #require(try found.exceedance(of: 0))
    #expect(abs(test.statistic + 1.8608) < 5e-5 && abs(test.p.value - (1 - 0.07939 / 2)) < 5e-6)
    let turned = try #require(MeasuredDifference.welch(SampleMoments(second), against: SampleMoments(first)))
    #expect(abs(try #require(try turned.exceedance(of: 0)).p.value - 0.07939 / 2) < 5e-6)
  }

  @Test("without two values or without any spread there is no interval")
  func degenerate() {
    #expect(MeasuredDifference.welch(SampleMoments([1]), against: SampleMoments(second)) == nil)
    #expect(MeasuredDifference.welch(SampleMoments([1, 1]), against: SampleMoments([2, 2])) == nil)
  }

  @Test("values far out move to the quantiles of all options together")
  func winsorised() throws {
    let values = (1...1_999).map(Double.init) + [100_000]
    let moved = try Winsorising(values)
    // Type 6: the quantile at 0.99 of 2,000 values lies at position 1,980.99.
    #expect(abs(moved.upper - 1_980.99) < 1e-9 && abs(moved.lower - 20.01) < 1e-9)
    #expect(moved(100_000) == moved.upper && moved(50) == 50 && moved(-3) == moved.lower)
  }

  private let arm = [1.0, 4, 2, 8, 3]
  private let baseline = [2.0, 2, 5, 1]

  private func pair(_ arm: [Double], against baseline: [Double]) -> (
    arm: SampleMoments, baseline: SampleMoments
  ) {
    (SampleMoments(arm), SampleMoments(baseline))
  }

  @Test("it is the coefficient of the arm in a regression on arm and strata")
  func regression() throws {
    let strata = [
      pair(arm, against: baseline), pair([10.0, 12], against: [9.0, 9, 15, 11, 6, 9]),
      // An arm alone, and one value: neither says anything of a difference and its spread.
      pair([100.0, 200], against: []), pair([7.0], against: [1, 2]),
    ]
    let found = try #require(MeasuredDifference.welch(within: strata))
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
    #expect(MeasuredDifference.welch(within: [pair([1], against: [2, 3])]) == nil)
    #expect(MeasuredDifference.welch(within: [pair([1, 1], against: [2, 2])]) == nil)
  }
}
