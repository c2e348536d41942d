import CGSL

/// A root of a continuous function inside a bracket, by Brent's method (Brent 1973, chapter 4).
///
/// An end of the bracket at which the function is 0 is the answer.
/// - Parameters:
///   - lower: one end of the bracket, finite.
///   - upper: the other end, above `lower`, finite.
///   - absoluteTolerance: how wide the final bracket may be.
///   - function: continuous, with opposite signs at the two ends.
/// - Throws: `NumericsError.outOfDomain` for ends out of order, `.noSignChange`, `.notConverged`,
///   `.noFiniteResult` where the function is not finite at an end, `.library`.
public func root(
  from lower: Double, to upper: Double, absoluteTolerance: Double = 1e-12,
  of function: (Double) -> Double
) throws(NumericsError) -> Double {
  guard lower < upper, lower.isFinite, upper.isFinite else {
    throw .outOfDomain(argument: "lower", value: lower, expected: "finite and below the upper end")
  }
  _ = ScientificLibrary.errorsAreReturned
  let atLower = try ScientificLibrary.finite(function(lower), from: "root")
  let atUpper = try ScientificLibrary.finite(function(upper), from: "root")
  if atLower == 0 { return lower }
  if atUpper == 0 { return upper }
  guard (atLower < 0) != (atUpper < 0) else { throw .noSignChange(lower: lower, upper: upper) }
  guard let solver = gsl_root_fsolver_alloc(cgsl_brent()) else {
    throw .library(code: Int(GSL_ENOMEM), message: "no memory for a root solver")
  }
  defer { gsl_root_fsolver_free(solver) }
  let iterationLimit = 200
  let outcome: Result<Double, NumericsError> = withScalarFunction(function) { bridged in
    do throws(NumericsError) {
      try ScientificLibrary.check(gsl_root_fsolver_set(solver, bridged, lower, upper))
      for _ in 0..<iterationLimit {
        try ScientificLibrary.check(gsl_root_fsolver_iterate(solver))
        let left = gsl_root_fsolver_x_lower(solver)
        let right = gsl_root_fsolver_x_upper(solver)
        let status = gsl_root_test_interval(left, right, absoluteTolerance, 4 * Double.ulpOfOne)
        if status == Int32(GSL_SUCCESS) {
          return .success(gsl_root_fsolver_root(solver))
        }
      }
      throw .notConverged(routine: "root", iterations: iterationLimit)
    } catch {
      return .failure(error)
    }
  }
  return try ScientificLibrary.finite(try outcome.get(), from: "root")
}
