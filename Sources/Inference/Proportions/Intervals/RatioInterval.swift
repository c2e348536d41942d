import Foundation
public import GSLNumerics

extension TwoArms {
  /// Koopman's interval of the ratio (1984), arm over baseline, which inverts the score test of the ratio.
  ///
  /// Where the baseline counts nobody its upper limit is ∞, where the arm counts nobody its lower limit is 0, and
  /// where neither counts anybody it is all of [0, ∞], for nothing is excluded.
  /// - Returns: `nil` where an arm is empty.
  public func ratioInterval(at level: ConfidenceLevel) throws(NumericsError) -> Interval? {
    guard arm.n > 0, baseline.n > 0 else { return nil }
    let z = try level.deviate()
    let lower = try ratioScoreLimit(deviate: z, upper: false)
    let upper = try ratioScoreLimit(deviate: z, upper: true)
    return Interval(lower: lower, upper: upper)
  }

  /// p̂₁/p̂₂ for a baseline that counts somebody.
  private var rateRatio: Double {
    Double(arm.x * baseline.n) / Double(baseline.x * arm.n)
  }

  /// p̂₁ − φ p̂₂.
  private func ratioGap(_ ratio: Double) -> Double {
    Double(arm.x) / Double(arm.n) - ratio * (Double(baseline.x) / Double(baseline.n))
  }

  /// The variance of p̂₁ − φ p̂₂ at the most likely pair of proportions whose ratio is φ.
  ///
  /// The pair solves a quadratic whose discriminant is written as a sum of positive terms.
  private func ratioVariance(_ ratio: Double) -> Double {
    let first = Double(arm.n)
    let second = Double(baseline.n)
    let u = ratio * (first + Double(baseline.x))
    let v = Double(arm.x) + second
    let discriminant =
      (u - v) * (u - v) + 4 * ratio * Double(arm.complement.x) * Double(baseline.complement.x)
    let events = Double(arm.x + baseline.x)
    let p = min(1, 2 * events / (u + v + discriminant.squareRoot()))
    let q = min(1, ratio * p)
    return q * (1 - q) / first + ratio * ratio * p * (1 - p) / second
  }

  /// The φ on one side of the observed ratio at which the score statistic is ∓z.
  private func ratioScoreLimit(deviate z: Double, upper: Bool) throws(NumericsError) -> Double {
    if upper, baseline.x == 0 { return .infinity }
    if !upper, arm.x == 0 { return 0 }
    // Solved for ln φ, within e^±80: far beyond what 1 of 10⁹ against 10⁹ of 10⁹ can reach.
    let widest = 80.0
    func excess(_ ln: Double) -> Double {
      let ratio = exp(ln)
      // Divided by the larger proportion, so that neither end overflows.
      let scale = max(1, ratio)
      return (abs(ratioGap(ratio)) - z * ratioVariance(ratio).squareRoot()) / scale
    }
    let observed =
      arm.x == 0 ? -widest : baseline.x == 0 ? widest : log(rateRatio)
    guard z > 0 else { return exp(observed) }
    let step = 1e-14 * max(1, abs(observed))
    let ends = upper ? (observed + step, widest) : (-widest, observed - step)
    guard excess(upper ? ends.0 : ends.1) < 0 else { return exp(observed) }
    return exp(try root(from: ends.0, to: ends.1, absoluteTolerance: 1e-16) { excess($0) })
  }
}
