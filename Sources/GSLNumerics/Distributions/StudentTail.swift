import CGSL
import Foundation

extension StudentT {
  /// The logarithm of the probability of a value above `t`, for `t` at least 0.
  ///
  /// The library's distribution function loses its relative accuracy in the far tail of many degrees of
  /// freedom (nine digits are left at 20 standard deviations of ν = 100, none at 100 of ν = 1,000). There
  /// the continued fraction of the incomplete beta function is used, I(ν/2, ½) at ν/(ν + t²).
  /// - Throws: `NumericsError.outOfDomain` unless `t` is finite and at least 0; `.notConverged`.
  public func lnUpperTail(_ t: Double) throws(NumericsError) -> Double {
    guard t >= 0, t.isFinite else {
      throw .outOfDomain(argument: "t", value: t, expected: "finite and at least 0")
    }
    // The fraction converges fast for t² above about 3; nearer the middle the library is exact.
    guard t > 2 else { return log(try cumulative(-t)) }
    let shape = degreesOfFreedom / 2
    let ratio = t * t / degreesOfFreedom
    let x = 1 / (1 + ratio)
    // Iₓ(a, ½) = xᵃ √(1 − x)/(a B(a, ½)) · 1/(1 + d₁/(1 + d₂/(1 + …))), by Lentz's method.
    let lnOdds = ratio < 1e16 ? log1p(ratio) : 2 * log(t) - log(degreesOfFreedom)
    let power = -shape * lnOdds - 0.5 * log1p(1 / ratio)
    let ln = power - log(shape) - (try lnBeta(shape, 0.5)) + log(0.5)
    var c = 1.0
    var d = 1 / guarded(1 - (shape + 0.5) * x / (shape + 1))
    var fraction = d
    for index in 1...1_000 {
      let m = Double(index)
      let even = m * (0.5 - m) * x / ((shape + 2 * m - 1) * (shape + 2 * m))
      d = 1 / guarded(1 + even * d)
      c = guarded(1 + even / c)
      fraction *= d * c
      let odd = -(shape + m) * (shape + 0.5 + m) * x / ((shape + 2 * m) * (shape + 2 * m + 1))
      d = 1 / guarded(1 + odd * d)
      c = guarded(1 + odd / c)
      let factor = d * c
      fraction *= factor
      if abs(factor - 1) < 1e-15 { return ln + log(fraction) }
    }
    throw .notConverged(routine: "Student t upper tail", iterations: 1_000)
  }
}

/// Keeps a denominator of Lentz's method away from 0.
private func guarded(_ value: Double) -> Double { abs(value) < 1e-300 ? 1e-300 : value }
