import CGSL

/// The Gauss–Legendre rule of a given number of points on [−1, 1].
///
/// Exact for polynomials of degree 2n − 1; for composing into panels, where the integrand's scale is
/// known and ``integral(from:to:absoluteTolerance:relativeTolerance:of:)`` would be called too often.
public struct GaussLegendreRule: Sendable {
  /// Where the integrand is evaluated, increasing, within (−1, 1).
  public let points: [Double]
  /// What each value counts for; they sum to 2.
  public let weights: [Double]

  /// - Parameter count: how many points, from 1 to 1,000.
  /// - Throws: `NumericsError.library` without memory.
  public init(count: Int) throws(NumericsError) {
    precondition((1...1_000).contains(count))
    _ = ScientificLibrary.errorsAreReturned
    guard let table = gsl_integration_glfixed_table_alloc(count) else {
      throw .library(code: Int(GSL_ENOMEM), message: "no memory for a Gauss-Legendre rule")
    }
    defer { gsl_integration_glfixed_table_free(table) }
    var points = [Double](repeating: 0, count: count)
    var weights = points
    for index in 0..<count {
      try ScientificLibrary.check(
        gsl_integration_glfixed_point(-1, 1, index, &points[index], &weights[index], table))
    }
    (self.points, self.weights) = (points, weights)
  }
}
