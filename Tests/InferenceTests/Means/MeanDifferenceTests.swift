import Foundation
import GSLNumerics
import SeededNumbers
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
    let found = try #require(MeanDifference.of(SampleMoments(first), against: SampleMoments(second)).value)
    let interval = try found.interval(at: .ninetyFive)
    #expect(abs(interval.lower + 3.3654832) < 5e-8 && abs(interval.upper - 0.2054832) < 5e-8)
    #expect(abs(found.degreesOfFreedom - 17.776) < 5e-4)
    let test = try found.exceedance(of: 0)
    #expect(abs((test.statistic ?? 0) + 1.8608) < 5e-5 && abs(test.p.value - (1 - 0.07939 / 2)) < 5e-6)
    let turned = try #require(MeanDifference.of(SampleMoments(second), against: SampleMoments(first)).value)
    #expect(abs(try turned.exceedance(of: 0).p.value - 0.07939 / 2) < 5e-6)
  }

  @Test("without two values or without any spread there is no interval")
  func degenerate() {
    #expect(MeanDifference.of(SampleMoments([1]), against: SampleMoments(second)).reason == .emptyArm)
    #expect(MeanDifference.of(SampleMoments([1, 1]), against: SampleMoments([2, 2])).reason == .noVariance)
    #expect(BootstrapDifference.of([], against: [1]).reason == .emptyArm)
  }

  @Test("values far out move to the quantiles of all options together, and with 1 none does")
  func winsorised() throws {
    let values = (1...99).map(Double.init) + [100_000]
    let moved = try Winsorising(values, quantile: 0.9)
    // Type 6: the quantile at 0.9 of 100 values lies at position 90.9.
    #expect(abs(moved.upper - 90.9) < 1e-9 && abs(moved.lower - 10.1) < 1e-9)
    #expect(moved(100_000) == moved.upper && moved(50) == 50 && moved(-3) == moved.lower)
    let none = try Winsorising(values, quantile: 1)
    #expect(none(100_000) == 100_000 && none(1) == 1)
    #expect(throws: NumericsError.self) { try Winsorising(values, quantile: 0.5) }
  }

  @Test("the bootstrap is the same each time, and for large samples near Welch's interval")
  func bootstrap() throws {
    var draws = SplitMix(seed: 5)
    let arm = (0..<5_000).map { _ in draws.uniform() + 0.1 }
    let baseline = (0..<5_000).map { _ in draws.uniform() }
    let made = try #require(BootstrapDifference.of(arm, against: baseline).value)
    #expect(BootstrapDifference.of(arm, against: baseline).value == made)
    let interval = try made.interval(at: .ninetyFive)
    let welch = try #require(MeanDifference.of(SampleMoments(arm), against: SampleMoments(baseline)).value)
      .interval(at: .ninetyFive)
    // A 2.5% quantile of 2,000 replicates of a normal has a standard error of 0.06 deviates, √(0.025·0.975/2000)/φ(1.96),
    // and 2,000 groups give the spread to 1.6%.
    let error = (welch.upper - welch.lower) / 3.92
    #expect(abs(interval.lower - welch.lower) < 0.36 * error)
    #expect(abs(interval.upper - welch.upper) < 0.36 * error)
  }

  @Test("for a skewed value, one in fifty installs worth something, both intervals cover 95 of 100")
  func coverage() throws {
    var draws = SplitMix(seed: 21)
    func values(_ count: Int) -> [Double] {
      (0..<count).map { _ in draws.happens(0.02) ? -log(1 - draws.uniform()) : 0 }
    }
    let tests = 150
    var welch = 0
    var bootstrap = 0
    for _ in 0..<tests {
      let arm = values(1_500)
      let baseline = values(1_500)
      let difference = try #require(
        MeanDifference.of(SampleMoments(arm), against: SampleMoments(baseline)).value)
      if try difference.interval(at: .ninetyFive).contains(0) { welch += 1 }
      let replicates = try #require(BootstrapDifference.of(arm, against: baseline).value)
      if try replicates.interval(at: .ninetyFive).contains(0) { bootstrap += 1 }
    }
    // Four standard errors of 0.95 over 150 tests, 0.018 each.
    #expect(Double(welch) / Double(tests) > 0.95 - 0.072)
    #expect(Double(bootstrap) / Double(tests) > 0.95 - 0.072)
  }
}
