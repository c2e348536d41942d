import Foundation

/// Gauss–Hermite quadrature: E[f(X)], X ~ Normal(0, 1), exact for polynomials of degree 2n − 1.
///
/// Orthonormal Hermite polynomials by their three-term recurrence √(k+1)·h₍ₖ₊₁₎ = x·hₖ − √k·h₍ₖ₋₁₎;
/// their roots by bisection, since those of one degree interlace with those of the next; weights
/// 1/(n·h₍ₙ₋₁₎²) (Abramowitz & Stegun 1972, 25.4.46, rescaled to the normal density).
public struct GaussHermite: Sendable {
  /// Points of the standard normal, ascending.
  public let nodes: [Double]
  /// Their weights, which sum to 1.
  public let weights: [Double]

  /// The rule with `count` nodes.
  public init(count: Int) {
    var roots: [Double] = []
    for degree in 1...count {
      // All roots of the degree lie within ±2√degree.
      let edge = 2 * Double(degree).squareRoot() + 1
      let ends = [-edge] + roots + [edge]
      roots = zip(ends, ends.dropFirst()).map { Self.root(degree, between: $0, and: $1) }
    }
    nodes = roots
    weights = roots.map { root in
      let value = Self.polynomial(count - 1, at: root)
      return 1 / (Double(count) * value * value)
    }
  }

  /// E[f(X)].
  public func mean(_ function: (Double) -> Double) -> Double {
    zip(nodes, weights).reduce(0) { $0 + $1.1 * function($1.0) }
  }

  private static func polynomial(_ degree: Int, at x: Double) -> Double {
    var previous = 0.0
    var value = 1.0
    for k in 0..<degree {
      let next = (x * value - Double(k).squareRoot() * previous) / Double(k + 1).squareRoot()
      previous = value
      value = next
    }
    return value
  }

  private static func root(_ degree: Int, between lower: Double, and upper: Double) -> Double {
    var below = lower
    var above = upper
    let sign = polynomial(degree, at: below) < 0
    for _ in 0..<80 {
      let middle = (below + above) / 2
      if (polynomial(degree, at: middle) < 0) == sign { below = middle } else { above = middle }
    }
    return (below + above) / 2
  }
}
