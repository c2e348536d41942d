import CGSL
import Foundation

extension StandardNormal {
  /// The logarithm of the probability of a value above `x`; never −∞ for a finite `x`.
  ///
  /// - Throws: `NumericsError.outOfDomain` for NaN and infinity.
  public static func lnUpperTail(_ x: Double) throws(NumericsError) -> Double {
    guard x.isFinite else { throw .outOfDomain(argument: "x", value: x, expected: "finite") }
    // Where the tail itself is far from underflow it is exact to some ulps.
    if x < 30 { return x < -5 ? log1p(-gsl_cdf_ugaussian_P(x)) : log(gsl_cdf_ugaussian_Q(x)) }
    // Laplace's continued fraction of Mills' ratio; ten levels leave nothing from 30 on.
    var fraction = x
    for level in stride(from: 10.0, through: 1, by: -1) { fraction = x + level / fraction }
    return -0.5 * x * x - 0.5 * log(2 * Double.pi) - log(fraction)
  }

  /// The logarithm of the probability of a value at least as far from 0 as `x`, at most 0.
  ///
  /// - Throws: as ``lnUpperTail(_:)``.
  public static func lnBothTails(_ x: Double) throws(NumericsError) -> Double {
    // For small deviates, where ln 2Q(x) is near 0, by the complement's error function.
    if abs(x) < 0.5 { return log1p(-erf(abs(x) / 2.0.squareRoot())) }
    return min(0, log(2) + (try lnUpperTail(abs(x))))
  }
}

extension ChiSquare {
  /// The logarithm of the probability of a value above `x`; never −∞ for a finite `x`.
  ///
  /// The library's upper tail below 200, Legendre's continued fraction of Γ(ν/2, x/2) above, as far as
  /// degrees of freedom leave that the far tail.
  /// - Throws: `NumericsError.outOfDomain` unless `x` is finite and at least 0; `.noFiniteResult`,
  ///   `.notConverged`.
  public func lnUpperTail(_ x: Double) throws(NumericsError) -> Double {
    try requireNonnegative(x, "x")
    guard x.isFinite else { throw .outOfDomain(argument: "x", value: x, expected: "finite") }
    if degreesOfFreedom == 1 { return try StandardNormal.lnBothTails(x.squareRoot()) }
    let shape = degreesOfFreedom / 2
    let half = x / 2
    guard half > 100, half > 2 * shape else {
      let tail = try upperTail(x)
      return tail > 0.5 ? log1p(-(try cumulative(x))) : log(tail)
    }
    // Γ(s, y) = e⁻ʸ yˢ/(y + 1 − s − 1(1 − s)/(y + 3 − s − …)), by Lentz's method.
    var b = half + 1 - shape
    var c = 1e300
    var d = 1 / b
    var fraction = d
    for n in 1...10_000 {
      let n = Double(n)
      let a = -n * (n - shape)
      b += 2
      d = 1 / (a * d + b)
      c = b + a / c
      fraction *= d * c
      if abs(d * c - 1) < 1e-15 {
        return -half + shape * log(half) + log(fraction) - (try lnGamma(shape))
      }
    }
    throw .notConverged(routine: "chi-square upper tail", iterations: 10_000)
  }
}
