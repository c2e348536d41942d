import Foundation

/// The probability that a standard normal deviate exceeds `x`, with full relative accuracy in the tail.
func normalUpperTail(_ x: Double) -> Double { 0.5 * erfc(x * 0.5.squareRoot()) }

/// The density of the standard normal distribution.
func normalDensity(_ x: Double) -> Double { exp(-0.5 * x * x) / (2 * Double.pi).squareRoot() }

/// ln x, with the logarithm of the smallest `Double` for 0.
func lnOrLowest(_ x: Double) -> Double { log(max(x, Double.leastNonzeroMagnitude)) }
