import CGSL

/// The integral of a function over a finite interval, by adaptive Gauss–Kronrod quadrature with
/// extrapolation.
///
/// The routine is QAGS (Piessens, de Doncker-Kapenga, Überhuber & Kahaner 1983): 21 points a piece,
/// bisection where the error is largest, Wynn's epsilon algorithm, so integrable singularities at
/// the ends are allowed. The function is never evaluated at the ends themselves.
/// - Parameters:
///   - relativeTolerance: the relative error to stop at; the absolute tolerance beside it is
///     `absoluteTolerance`.
/// - Throws: `NumericsError.library` when the tolerance is not met within 1,000 pieces or the integrand misbehaves,
///   `.noFiniteResult`.
public func integral(
  from lower: Double, to upper: Double,
  absoluteTolerance: Double = 0, relativeTolerance: Double = 1e-10,
  of function: (Double) -> Double
) throws(NumericsError) -> Double {
  precondition(lower.isFinite && upper.isFinite)
  _ = ScientificLibrary.errorsAreReturned
  let pieces = 1_000
  guard let workspace = gsl_integration_workspace_alloc(pieces) else {
    throw .library(code: Int(GSL_ENOMEM), message: "no memory for a quadrature workspace")
  }
  defer { gsl_integration_workspace_free(workspace) }
  var value = 0.0
  var error = 0.0
  let code = withScalarFunction(function) { bridged in
    gsl_integration_qags(
      bridged, lower, upper, absoluteTolerance, relativeTolerance, pieces, workspace, &value, &error)
  }
  try ScientificLibrary.check(code)
  return try ScientificLibrary.finite(value, from: "integral")
}
