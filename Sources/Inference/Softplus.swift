import Foundation

/// ln(1 + eˣ), without overflow: minus the logarithm of the probability with log-odds −x.
func softplus(_ x: Double) -> Double { max(x, 0) + log1p(exp(-abs(x))) }
