import Foundation
public import GSLNumerics

/// The difference of two means whose spreads may differ, arm minus baseline (Welch 1947).
///
/// Degrees of freedom by Welch and Satterthwaite. For large samples.
public struct MeanDifference: Hashable, Sendable {
  /// Mean of the arm less mean of the baseline.
  public let estimate: Double
  /// √(s₁²/n₁ + s₀²/n₀), above 0.
  public let standardError: Double
  /// Of the t distribution that the estimate over its error is held against.
  public let degreesOfFreedom: Double

  /// - Returns: `nil` where an arm has fewer than two values, or neither has any spread.
  public static func of(_ arm: SampleMoments, against baseline: SampleMoments) -> MeanDifference? {
    guard arm.count > 1, baseline.count > 1 else { return nil }
    let first = arm.varianceOfMean
    let second = baseline.varianceOfMean
    let variance = first + second
    guard variance > 0 else { return nil }
    // As shares of the whole, so that neither squares can vanish.
    let share = first / variance
    let rest = second / variance
    let degrees = 1 / (share * share / Double(arm.count - 1) + rest * rest / Double(baseline.count - 1))
    return MeanDifference(
      estimate: arm.mean - baseline.mean, standardError: variance.squareRoot(), degreesOfFreedom: degrees)
  }

  /// Student's interval of the difference.
  ///
  /// - Throws: what the numerical routines throw.
  public func interval(at level: ConfidenceLevel) throws(NumericsError) -> ConfidenceInterval {
    guard level.alpha < 1 else {
      return ConfidenceInterval(lower: estimate, upper: estimate, level: level)
    }
    let t = -(try StudentT(degreesOfFreedom: degreesOfFreedom).quantile(level.alpha / 2))
    return ConfidenceInterval(
      lower: estimate - t * standardError, upper: estimate + t * standardError, level: level)
  }

  /// The one-sided test of "the difference is at most δ": a small p shows that it is larger.
  ///
  /// - Throws: what the numerical routines throw.
  public func exceedance(of difference: Double) throws(NumericsError) -> SignificanceTest {
    let t = (estimate - difference) / standardError
    let student = try StudentT(degreesOfFreedom: degreesOfFreedom)
    let ln = t >= 0 ? try student.lnUpperTail(t) : log1p(-exp(try student.lnUpperTail(-t)))
    return SignificanceTest(statistic: t, p: PValue(ln: ln))
  }
}
