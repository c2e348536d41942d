import CGSL
import Foundation

/// The standard normal distribution.
public enum StandardNormal {
  /// The probability of a value at most `x`; −∞ and ∞ give 0 and 1.
  ///
  /// - Throws: `NumericsError.outOfDomain` for NaN.
  public static func cumulative(_ x: Double) throws(NumericsError) -> Double {
    guard !x.isNaN else { throw .outOfDomain(argument: "x", value: x, expected: "a number") }
    return gsl_cdf_ugaussian_P(x)
  }

  /// The probability of a value above `x`, accurate far in the tail.
  public static func upperTail(_ x: Double) -> Double { gsl_cdf_ugaussian_Q(x) }

  /// The probability of a value at least as far from 0 as `x`.
  public static func bothTails(_ x: Double) -> Double { min(1, 2 * gsl_cdf_ugaussian_Q(abs(x))) }

  /// The density.
  public static func density(_ x: Double) -> Double { exp(-0.5 * x * x) / (2 * Double.pi).squareRoot() }

  /// The value below which a share `probability` lies.
  ///
  /// - Throws: `NumericsError.outOfDomain` unless 0 < `probability` < 1.
  public static func quantile(_ probability: Double) throws(NumericsError) -> Double {
    try requireOpenUnit(probability)
    return try ScientificLibrary.finite(gsl_cdf_ugaussian_Pinv(probability), from: "normal quantile")
  }
}

/// The chi-square distribution with `degreesOfFreedom` above 0.
public struct ChiSquare: Sendable {
  /// Its degrees of freedom, not necessarily whole.
  public let degreesOfFreedom: Double

  /// - Throws: `NumericsError.outOfDomain` unless the degrees of freedom are finite and above 0.
  public init(degreesOfFreedom: Double) throws(NumericsError) {
    try requirePositive(degreesOfFreedom, "degreesOfFreedom")
    _ = ScientificLibrary.errorsAreReturned
    self.degreesOfFreedom = degreesOfFreedom
  }

  /// The probability of a value above `x`, accurate far in the tail.
  ///
  /// - Throws: `NumericsError.outOfDomain` unless `x` is at least 0.
  public func upperTail(_ x: Double) throws(NumericsError) -> Double {
    guard x >= 0 else { throw .outOfDomain(argument: "x", value: x, expected: "at least 0") }
    return try ScientificLibrary.finite(gsl_cdf_chisq_Q(x, degreesOfFreedom), from: "chi-square")
  }

  /// The value below which a share `probability` lies.
  ///
  /// - Throws: `NumericsError.outOfDomain` unless 0 < `probability` < 1.
  public func quantile(_ probability: Double) throws(NumericsError) -> Double {
    try requireOpenUnit(probability)
    let found = gsl_cdf_chisq_Pinv(probability, degreesOfFreedom)
    if found.isFinite { return found }
    // The library finds none below 1e-8, where P(x) = (x/2)ᵃ/Γ(a + 1) to the last digit.
    let half = degreesOfFreedom / 2
    return try ScientificLibrary.finite(
      2 * exp((log(probability) + gsl_sf_lngamma(half + 1)) / half), from: "chi-square quantile")
  }
}

/// Student's t distribution with `degreesOfFreedom` above 0.
public struct StudentT: Sendable {
  /// Its degrees of freedom, not necessarily whole.
  public let degreesOfFreedom: Double

  /// - Throws: `NumericsError.outOfDomain` unless the degrees of freedom are finite and above 0.
  public init(degreesOfFreedom: Double) throws(NumericsError) {
    try requirePositive(degreesOfFreedom, "degreesOfFreedom")
    _ = ScientificLibrary.errorsAreReturned
    self.degreesOfFreedom = degreesOfFreedom
  }

  /// The probability of a value above `t`, accurate in the tail.
  public func upperTail(_ t: Double) throws(NumericsError) -> Double {
    try ScientificLibrary.finite(gsl_cdf_tdist_Q(t, degreesOfFreedom), from: "Student t")
  }

  /// The value below which a share `probability` lies.
  ///
  /// - Throws: `NumericsError.outOfDomain` unless 0 < `probability` < 1.
  public func quantile(_ probability: Double) throws(NumericsError) -> Double {
    try requireOpenUnit(probability)
    return try ScientificLibrary.finite(
      gsl_cdf_tdist_Pinv(probability, degreesOfFreedom), from: "Student t quantile")
  }
}

/// Checks for a probability strictly between 0 and 1; written so that NaN is refused.
func requireOpenUnit(_ probability: Double) throws(NumericsError) {
  guard probability > 0, probability < 1 else {
    throw .outOfDomain(argument: "probability", value: probability, expected: "above 0 and below 1")
  }
}

/// Checks for a finite number above 0; written so that NaN is refused.
public func requirePositive(_ value: Double, _ argument: String) throws(NumericsError) {
  guard value > 0, value.isFinite else {
    throw .outOfDomain(argument: argument, value: value, expected: "finite and above 0")
  }
}
