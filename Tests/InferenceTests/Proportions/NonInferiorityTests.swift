import Foundation
import GSLNumerics
import SeededNumbers
import Testing

@testable import Inference

@Suite("Not worse by a margin")
struct NonInferiorityTests {
  /// The most likely proportion of the baseline where the arm's is δ above it, by golden section on the likelihood
  /// itself, which knows nothing of the cubic that solves its equation.
  private func mostLikely(_ pair: TwoArms, difference: Double) -> Double {
    func likelihood(_ p: Double) -> Double {
      func term(_ count: Int, _ p: Double) -> Double { count == 0 ? 0 : Double(count) * log(p) }
      return term(pair.arm.x, p + difference) + term(pair.arm.n - pair.arm.x, 1 - p - difference)
        + term(pair.baseline.x, p) + term(pair.baseline.n - pair.baseline.x, 1 - p)
    }
    var low = max(0, -difference)
    var high = min(1, 1 - difference)
    let ratio = (5.0.squareRoot() - 1) / 2
    for _ in 0..<200 {
      let first = high - ratio * (high - low)
      let second = low + ratio * (high - low)
      if likelihood(first) < likelihood(second) { low = first } else { high = second }
    }
    return (low + high) / 2
  }

  @Test(
    "the deviate has its variance at the most likely pair of proportions that differ by the margin",
    arguments: [
      (74, 80, 70, 81, 0.1), (412, 2000, 498, 2010, 0.05), (5, 56, 1, 29, 0.02), (0, 20, 1, 30, 0.1),
      (120, 1000, 119, 1000, 0.005), (48, 80, 56, 70, 0.3),
    ])
  func deviate(x1: Int, n1: Int, x0: Int, n0: Int, margin: Double) throws {
    let pair = try arms(x1, n1, x0, n0)
    let p = mostLikely(pair, difference: -margin)
    let own = p - margin
    let people = Double(n1 + n0)
    let variance = (own * (1 - own) / Double(n1) + p * (1 - p) / Double(n0)) * people / (people - 1)
    let gap = Double(x1) / Double(n1) - Double(x0) / Double(n0) + margin
    let expected = gap / variance.squareRoot()
    let test = try #require(pair.exceedance(of: -margin))
    let found = test.statistic
    // The likelihood is flat at its maximum: golden section finds p to the root of the rounding, 1e-8.
    #expect(abs(found - expected) < 1e-6 * max(1, abs(expected)))
    #expect(abs(test.p.value - (1 - (try StandardNormal.cumulative(expected)))) < 1e-6)
  }

  @Test("nobody, everybody and a margin of nothing have a decided answer")
  func degenerate() throws {
    let none = try ObservedCount(0, of: 10)
    let all = try ObservedCount(10, of: 10)
    let nobody = try ObservedCount(0, of: 0)
    #expect(TwoArms(nobody, against: all).exceedance(of: -0.1) == nil)
    #expect(TwoArms(none, against: none).exceedance(of: -0)?.p.value == 0.5)
    let worst = try #require(TwoArms(none, against: all).exceedance(of: -0.1))
    #expect(worst.p.value > 0.9999 && TwoArms(all, against: all).exceedance(of: 1.1) == nil)
  }

  @Test("at the edge of the margin it errs in 2.5 of 100 tests, retention of 12% and 800 installs an arm")
  func size() throws {
    var draws = SplitMix(seed: 11)
    let tests = 2_000
    var rejected = 0
    for _ in 0..<tests {
      func count(_ rate: Double) -> Int {
        (0..<800).reduce(0) { sum, _ in sum + (draws.happens(rate) ? 1 : 0) }
      }
      let pair = try arms(count(0.09), 800, count(0.12), 800)
      if (pair.exceedance(of: -0.03)?.p.value ?? 1) < 0.025 { rejected += 1 }
    }
    // Four standard errors of 0.025 over 2,000 tests, 0.0035 each.
    #expect(abs(Double(rejected) / Double(tests) - 0.025) < 0.014)
  }
}
