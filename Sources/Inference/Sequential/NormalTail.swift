import Foundation

/// The probability that a standard normal deviate exceeds `x`, with full relative accuracy in the tail.
func normalUpperTail(_ x: Double) -> Double { 0.5 * erfc(x * 0.5.squareRoot()) }

/// The density of the standard normal distribution.
func normalDensity(_ x: Double) -> Double { exp(-0.5 * x * x) / (2 * Double.pi).squareRoot() }

/// ln x, with the logarithm of the smallest `Double` for 0.
func lnOrLowest(_ x: Double) -> Double { log(max(x, Double.leastNonzeroMagnitude)) }

/// The logarithm of ``normalUpperTail(_:)``, also where that is below the smallest `Double`.
///
/// Beyond 35 by the asymptotic series, whose first term left out is 945/x¹⁰ there: below 10⁻¹².
func lnNormalUpperTail(_ x: Double) -> Double {
  guard x > 35 else { return log(normalUpperTail(x)) }
  let square = 1 / (x * x)
  let series = square * (-1 + square * (3 + square * (-15 + square * 105)))
  return -0.5 * x * x - log(x * (2 * Double.pi).squareRoot()) + log1p(series)
}
