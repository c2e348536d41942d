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

/// A root of an increasing function whose slope is known, by Newton's method inside a bracket.
///
/// A step that leaves the bracket, as of a function that is flat there, halves it instead (Press et al., Numerical Recipes,
/// section 9.4); GSL's Newton has no bracket.
/// - Parameters:
///   - guess: where the search begins, inside the bracket.
///   - lower: one end of the bracket, finite; the function is at most 0 there.
///   - upper: the other end, above `lower`, finite; the function is at least 0 there.
///   - absoluteTolerance: how far the last step may go, above 0.
///   - function: its value and its slope.
/// - Throws: `NumericsError.outOfDomain` for ends out of order, or a guess outside; `.notConverged`, `.noFiniteResult`
///   where the function is not finite.
public func root(
  near guess: Double, from lower: Double, to upper: Double, absoluteTolerance: Double,
  of function: (Double) -> (value: Double, slope: Double)
) throws(NumericsError) -> Double {
  guard lower < upper, lower.isFinite, upper.isFinite else {
    throw .outOfDomain(argument: "lower", value: lower, expected: "finite and below the upper end")
  }
  guard lower <= guess, guess <= upper else {
    throw .outOfDomain(argument: "guess", value: guess, expected: "between the ends")
  }
  var (low, high) = (lower, upper)
  var place = guess
  let iterationLimit = 200
  for step in 0..<iterationLimit {
    let (value, slope) = function(place)
    _ = try ScientificLibrary.finite(value, from: "root")
    if value == 0 { return place }
    if value < 0 { low = place } else { high = place }
    let newton = place - value / slope
    // About a jump Newton's steps can go from one side to the other and hardly narrow the bracket: then it is halved.
    let narrows = step < 50 && newton > low && newton < high
    let next = narrows ? newton : low + (high - low) / 2
    if abs(next - place) <= absoluteTolerance { return next }
    place = next
  }
  throw .notConverged(routine: "root", iterations: iterationLimit)
}
