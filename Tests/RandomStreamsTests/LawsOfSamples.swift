import Foundation

/// Distribution functions to compare samples with, from the C library and textbook series.
enum Cumulative {
  static func normal(_ x: Double) -> Double { 0.5 * erfc(-x / 2.0.squareRoot()) }

  /// The regularised lower incomplete gamma function.
  ///
  /// Its power series x^a·e^−x·Σ xⁿ/Γ(a + n + 1), which converges for every x; the test
  /// laws stay where its terms do not overflow.
  static func gamma(_ x: Double, shape: Double) -> Double {
    guard x > 0 else { return 0 }
    var term = exp(shape * log(x) - x - lgamma(shape + 1))
    var sum = term
    var n = 1.0
    while term > sum * 1e-16 {
      term *= x / (shape + n)
      sum += term
      n += 1
    }
    return min(1, sum)
  }

  static func triangular(_ x: Double, low: Double, mode: Double, high: Double) -> Double {
    x < mode
      ? (x - low) * (x - low) / ((high - low) * (mode - low))
      : 1 - (high - x) * (high - x) / ((high - low) * (high - mode))
  }

  /// The Poisson probability of `count`.
  static func poissonProbability(_ count: Int, mean: Double) -> Double {
    exp(Double(count) * log(mean) - mean - lgamma(Double(count) + 1))
  }
}
