import Foundation
import Inference
import SeededNumbers
import Testing

@Suite("The interval around Lee's bounds")
struct CommonStratumIntervalTests {
  private func interval(_ arm: [Int], _ baseline: [Int]) throws -> ConfidenceInterval {
    try #require(
      try CommonStratumBounds.interval(
        PromptedCount(allowed: arm[0], prompted: arm[1], installs: arm[2]),
        against: PromptedCount(allowed: baseline[0], prompted: baseline[1], installs: baseline[2]),
        at: .ninetyFive
      ).value)
  }

  /// Imbens and Manski's interval written out in mpmath 1.4.1 at 40 digits: the bounds as Lee trims
  /// them, their gradients by numerical differentiation, c by root finding.
  @Test("away from corners it agrees with differentiation at 40 digits")
  func references() throws {
    let near = try interval([600, 1500, 2000], [500, 1400, 2000])
    #expect(abs(near.lower - -0.036949275090622138) < 1e-10 && abs(near.upper - 0.10502511131638636) < 1e-10)
    let far = try interval([1600, 4000, 8000], [2800, 7600, 8000])
    #expect(abs(far.lower - -0.32521182962450317) < 1e-10 && abs(far.upper - 0.41273806252600401) < 1e-10)
  }

  @Test("exchanging the arms turns the interval around")
  func exchanged() throws {
    let one = try interval([60, 150, 200], [50, 90, 210])
    let other = try interval([50, 90, 210], [60, 150, 200])
    #expect(abs(one.lower + other.upper) < 1e-12 && abs(one.upper + other.lower) < 1e-12)
  }

  @Test("it holds the bounds, and narrows to them as installs grow")
  func holds() throws {
    var widths: [Double] = []
    for scale in [1, 100, 10_000] {
      let arm = try PromptedCount(allowed: 30 * scale, prompted: 75 * scale, installs: 100 * scale)
      let baseline = try PromptedCount(allowed: 20 * scale, prompted: 40 * scale, installs: 100 * scale)
      let bounds = try #require(CommonStratumBounds.of(arm, against: baseline).value)
      let found = try #require(
        try CommonStratumBounds.interval(arm, against: baseline, at: .ninetyFive).value)
      #expect(found.lower < bounds.lower && bounds.upper < found.upper)
      widths.append((found.upper - found.lower) - (bounds.upper - bounds.lower))
    }
    // Two standard errors at each end shrink by ten where installs grow by a hundred.
    #expect(abs(widths[1] / widths[2] - 10) < 0.5 && widths[0] > 5 * widths[1])
  }

  /// Installs per arm, and the truth: the shares prompted and the rates per prompted.
  static let truths: [(installs: Int, shares: (Double, Double), rates: (Double, Double))] = [
    (1000, (0.8, 0.6), (0.3, 0.4)),
    // The corner where both arms prompt alike many.
    (1000, (0.6, 0.6), (0.3, 0.4)),
    // The corner where as many refuse as are trimmed: 1 − 0.7 = 0.3 = 1 − 0.63/0.9.
    (1000, (0.9, 0.63), (0.3, 0.5)),
    // Beyond that corner, where few of the trimmed are needed to hold everybody who allows.
    (300, (0.4, 0.8), (0.4, 0.3)),
    (200, (0.9, 0.5), (0.05, 0.1)),
  ]

  @Test("either bound is held as often as promised", arguments: truths)
  func coverage(_ truth: (installs: Int, shares: (Double, Double), rates: (Double, Double))) throws {
    let scale = 1_000_000_000.0
    func exact(_ share: Double, _ rate: Double) throws -> PromptedCount {
      try PromptedCount(
        allowed: Int((scale * share * rate).rounded()), prompted: Int((scale * share).rounded()),
        installs: Int(scale))
    }
    let bounds = try #require(
      CommonStratumBounds.of(
        exact(truth.shares.0, truth.rates.0), against: exact(truth.shares.1, truth.rates.1)
      ).value)
    var random = SplitMix(seed: 20_261_121)
    func count(_ people: Int, _ chance: Double) -> Int {
      (0..<people).count { _ in random.happens(chance) }
    }
    let tests = 600
    var held = (lower: 0, upper: 0)
    for _ in 0..<tests {
      func drawn(_ share: Double, _ rate: Double) throws -> PromptedCount {
        let prompted = count(truth.installs, share)
        return try PromptedCount(allowed: count(prompted, rate), prompted: prompted, installs: truth.installs)
      }
      let arm = try drawn(truth.shares.0, truth.rates.0)
      let baseline = try drawn(truth.shares.1, truth.rates.1)
      let found = try #require(
        try CommonStratumBounds.interval(arm, against: baseline, at: .ninetyFive).value)
      // The bounds of a billion are rounded at 10⁻⁹.
      if found.lower <= bounds.lower + 1e-8, bounds.lower <= found.upper { held.lower += 1 }
      if bounds.upper - 1e-8 <= found.upper, found.lower <= bounds.upper { held.upper += 1 }
    }
    // Four standard errors of a share of 95% over 600 tests are 3.6 points.
    let least = 0.95 - 4 * (0.95 * 0.05 / Double(tests)).squareRoot()
    #expect(Double(held.lower) / Double(tests) >= least, "lower \(held.lower)")
    #expect(Double(held.upper) / Double(tests) >= least, "upper \(held.upper)")
  }
}
