import Foundation
public import GSLNumerics

extension TwoArms {
  /// An interval of the ratio, arm over baseline.
  ///
  /// Koopman's always exists for two arms with people: where the baseline counts nobody its upper
  /// limit is ∞, where the arm counts nobody its lower limit is 0, and where neither counts anybody
  /// it is all of [0, ∞], for nothing is excluded. Katz's needs somebody counted in both.
  /// - Returns: none where an arm is empty, and for Katz where either counts nobody.
  /// - Throws: what the numerical routines throw.
  public func interval(
    _ method: RatioMethod, at level: ConfidenceLevel
  ) throws(NumericsError) -> ValueOrReason<ConfidenceInterval> {
    guard arm.n > 0, baseline.n > 0 else { return .none(.emptyArm) }
    let z = try level.deviate()
    switch method {
    case .koopman:
      let lower = try ratioScoreLimit(deviate: z, upper: false)
      let upper = try ratioScoreLimit(deviate: z, upper: true)
      return .value(ConfidenceInterval(lower: lower, upper: upper, level: level))
    case .katz:
      guard arm.x > 0, baseline.x > 0 else { return .none(.emptyCell) }
      // 1/x − 1/n, written as one fraction so that nothing cancels.
      let variance = odds(arm) + odds(baseline)
      return .value(logInterval(of: rateRatio, standardError: variance.squareRoot(), z, level))
    }
  }

  /// An interval of the odds ratio, arm over baseline.
  ///
  /// - Returns: none where an arm is empty or any cell of the table is 0. Nothing is added to cells
  ///   (Haldane's ½ would answer another question).
  /// - Throws: what the numerical routines throw.
  public func interval(
    _ method: OddsRatioMethod, at level: ConfidenceLevel
  ) throws(NumericsError) -> ValueOrReason<ConfidenceInterval> {
    switch method {
    case .woolf:
      guard arm.n > 0, baseline.n > 0 else { return .none(.emptyArm) }
      let cells = [arm.x, arm.complement.x, baseline.x, baseline.complement.x]
      guard cells.allSatisfy({ $0 > 0 }), let estimate = oddsRatio.value else {
        return .none(.emptyCell)
      }
      let variance = cells.reduce(0) { $0 + 1 / Double($1) }
      return .value(
        logInterval(of: estimate, standardError: variance.squareRoot(), try level.deviate(), level))
    }
  }

  /// p̂₁/p̂₂ for a baseline that counts somebody.
  private var rateRatio: Double {
    Double(arm.x * baseline.n) / Double(baseline.x * arm.n)
  }

  private func odds(_ count: ObservedCount) -> Double {
    Double(count.n - count.x) / (Double(count.x) * Double(count.n))
  }

  private func logInterval(
    of estimate: Double, standardError: Double, _ z: Double, _ level: ConfidenceLevel
  ) -> ConfidenceInterval {
    let factor = exp(z * standardError)
    return ConfidenceInterval(lower: estimate / factor, upper: estimate * factor, level: level)
  }

  /// The score statistic of "the ratio is φ" (Koopman 1984): a normal deviate, positive where the
  /// observed ratio is larger; its square is Koopman's χ².
  ///
  /// - Parameter ratio: φ, finite and above 0.
  /// - Returns: none where an arm is empty; 0 where the observed ratio is φ itself, and where
  ///   neither arm counts anybody, which speaks for no ratio.
  /// - Throws: `NumericsError.outOfDomain` for another φ.
  public func scoreTest(ofRatio ratio: Double) throws(NumericsError) -> ValueOrReason<TestResult> {
    guard arm.n > 0, baseline.n > 0 else { return .none(.emptyArm) }
    guard ratio > 0, ratio.isFinite else {
      throw .outOfDomain(argument: "ratio", value: ratio, expected: "finite and above 0")
    }
    let gap = ratioGap(ratio)
    guard gap != 0 else { return .value(TestResult(statistic: 0, p: .one)) }
    let statistic = gap / max(ratioVariance(ratio), Double.leastNormalMagnitude).squareRoot()
    return .value(
      TestResult(statistic: statistic, p: PValue(ln: try StandardNormal.lnBothTails(statistic))))
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
