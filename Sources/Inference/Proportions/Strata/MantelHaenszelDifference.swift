public import GSLNumerics

/// The difference of two rates within strata, put together over all of them (Mantel and Haenszel).
///
/// δ = Σ (x₁n₀ − x₀n₁)/N over Σ n₁n₀/N: each stratum's own difference, weighted by the people it
/// compares, so that a split which is not the same in every stratum does no harm. The variance is that of
/// Sato, Greenland and Robins (Biometrics 45, 1989), right both for a few large strata and for many
/// small ones. Where the difference itself differs between strata it is their average, and the interval
/// is that of such an average over the given strata.
public struct MantelHaenszelDifference: Hashable, Sendable {
  /// δ, arm minus baseline.
  public let estimate: Double
  /// The square root of the variance.
  public let standardError: Double
  /// δ with its normal interval, cut to [−1, 1].
  public let interval: ConfidenceInterval
  /// The two-sided test of no difference that the interval inverts: the estimate over its standard error.
  public let test: SignificanceTest

  /// The normal interval of δ at another level, cut to [−1, 1].
  ///
  /// - Throws: what the normal quantile throws.
  public func interval(_ level: ConfidenceLevel) throws(NumericsError) -> ConfidenceInterval {
    let half = try level.deviate() * standardError
    return ConfidenceInterval(
      lower: max(-1, estimate - half), upper: min(1, estimate + half), level: level)
  }

  /// The one-sided test of "the difference is at most δ", normal: a small p shows that it is larger.
  ///
  /// Its p is below α/2 exactly where the lower limit of the interval at 1 − α lies above δ.
  /// - Throws: what the normal distribution throws.
  public func exceedance(of difference: Double) throws(NumericsError) -> SignificanceTest {
    let deviate = (estimate - difference) / standardError
    return SignificanceTest(statistic: deviate, p: PValue(ln: try StandardNormal.lnUpperTail(deviate)))
  }

  /// - Parameters:
  ///   - strata: the two arms in each stratum; those without people in both say nothing.
  ///   - level: the confidence.
  /// - Returns: `nil` where no stratum has both arms, or nobody, or everybody, is counted.
  /// - Throws: what the numerical routines throw.
  public static func of(
    _ strata: [TwoArms], at level: ConfidenceLevel
  ) throws(NumericsError) -> MantelHaenszelDifference? {
    var excess = 0.0
    var weight = 0.0
    var asymmetry = 0.0
    var spread = 0.0
    for pair in strata where pair.arm.n > 0 && pair.baseline.n > 0 {
      let x1 = Double(pair.arm.x)
      let n1 = Double(pair.arm.n)
      let x0 = Double(pair.baseline.x)
      let n0 = Double(pair.baseline.n)
      let people = n1 + n0
      excess += (x1 * n0 - x0 * n1) / people
      weight += n1 * n0 / people
      asymmetry += (n1 / people * (n1 / people) * x0 - n0 / people * (n0 / people) * x1)
      asymmetry += n1 / people * (n0 / people) * (n0 - n1) / 2
      spread += (x1 * (n0 - x0) + x0 * (n1 - x1)) / (2 * people)
    }
    guard weight > 0 else { return nil }
    let estimate = excess / weight
    let variance = (estimate * asymmetry + spread) / (weight * weight)
    guard variance > 0 else { return nil }
    let half = try level.deviate() * variance.squareRoot()
    let score = estimate / variance.squareRoot()
    return MantelHaenszelDifference(
      estimate: estimate, standardError: variance.squareRoot(),
      interval: ConfidenceInterval(
        lower: max(-1, estimate - half), upper: min(1, estimate + half), level: level),
      test: SignificanceTest(statistic: score, p: PValue(ln: try StandardNormal.lnBothTails(score))))
  }
}
