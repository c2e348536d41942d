import CGSL
import Foundation

/// A quadrature rule for means over a beta distribution: Σ wᵢ h(pᵢ) = E[h(p)], p ~ Beta(a, b).
///
/// It is the Gauss–Jacobi rule of the distribution itself, exact for polynomials h of degree 2n − 1. Above a
/// parameter of ``most`` the library's normalising constant overflows: then the rule is that of the nearest distribution
/// below, with what is left in the weights; or, where both parameters are large and the distribution is narrow,
/// a Gauss–Legendre rule over nine standard deviations on each side.
public struct BetaRule: Sendable {
  /// Where the function is evaluated, within (0, 1).
  public let points: [Double]
  /// What each value counts for; they sum to 1.
  public let weights: [Double]

  private static let most = 80.0

  /// - Parameters:
  ///   - count: how many points, from 1 to 1,000.
  ///   - a: above 0.
  ///   - b: above 0.
  /// - Throws: `NumericsError.outOfDomain` for parameters outside these ranges, `.library`, `.noFiniteResult`.
  public init(count: Int, a: Double, b: Double) throws(NumericsError) {
    for (name, value) in [("a", a), ("b", b)] { try requirePositive(value, name) }
    if min(a, b) > Self.most {
      let (mean, deviation) = (a / (a + b), (a * b / (a + b + 1)).squareRoot() / (a + b))
      let (low, high) = (max(0, mean - 9 * deviation), min(1, mean + 9 * deviation))
      let rule = try GaussLegendreRule(count: count)
      points = rule.points.map { low + (high - low) * ($0 + 1) / 2 }
      weights = try Self.normalised(points, rule.weights, a - 1, b - 1)
    } else {
      let (within, beyond) = (min(a, Self.most), min(b, Self.most))
      let jacobi = try Self.jacobi(count, a: within, b: beyond)
      points = jacobi.points
      weights = try Self.normalised(points, jacobi.weights, a - within, b - beyond)
    }
  }

  /// The weights times p^`first`·(1 − p)^`second`, scaled to a sum of 1.
  private static func normalised(
    _ points: [Double], _ weights: [Double], _ first: Double, _ second: Double
  ) throws(NumericsError) -> [Double] {
    let logs = points.map { first * log($0) + second * log1p(-$0) }
    let most = logs.max() ?? 0
    let all = zip(weights, logs).map { $0 * exp($1 - most) }
    let sum = try ScientificLibrary.finite(all.reduce(0, +), from: "beta rule")
    return all.map { $0 / sum }
  }

  private static func jacobi(
    _ count: Int, a: Double, b: Double
  ) throws(NumericsError) -> (points: [Double], weights: [Double]) {
    precondition((1...1_000).contains(count))
    _ = ScientificLibrary.errorsAreReturned
    guard let rule = gsl_integration_fixed_alloc(cgsl_jacobi(), count, 0, 1, b - 1, a - 1),
      let nodes = gsl_integration_fixed_nodes(rule), let weights = gsl_integration_fixed_weights(rule)
    else {
      throw .library(code: Int(GSL_ENOMEM), message: "no memory for a Gauss-Jacobi rule")
    }
    defer { gsl_integration_fixed_free(rule) }
    // A node at an end to rounding would have no logarithm.
    let points = (0..<count).map { min(max(nodes[$0], 1e-300), 1 - 1e-16) }
    return (points, (0..<count).map { weights[$0] })
  }
}
