import CGSL

/// The least value of a function of several variables near a start, by the simplex of Nelder & Mead 1965.
///
/// For functions without derivatives. It ends in a least value of the neighbourhood, so that several starts are wise.
/// - Parameters:
///   - start: finite.
///   - step: the size of the first simplex, above 0.
///   - tolerance: the mean distance of the simplex's corners from their middle at which it ends.
///   - function: what is not finite counts as larger than anything.
/// - Returns: the place and the function there.
/// - Throws: `NumericsError.tooFewValues`, `.notFinite`, `.outOfDomain`, `.noFiniteResult` where the function is finite
///   nowhere near the start, `.notConverged`, `.library`.
public func simplexMinimum(
  from start: [Double], step: Double = 0.5, tolerance: Double = 1e-7, of function: ([Double]) -> Double
) throws(NumericsError) -> (place: [Double], value: Double) {
  try requireSample(start, atLeast: 1)
  guard step > 0, step.isFinite else {
    throw .outOfDomain(argument: "step", value: step, expected: "finite and above 0")
  }
  _ = ScientificLibrary.errorsAreReturned
  let size = start.count
  guard let minimizer = gsl_multimin_fminimizer_alloc(cgsl_simplex(), size),
    let first = gsl_vector_alloc(size), let steps = gsl_vector_alloc(size)
  else { throw .library(code: Int(GSL_ENOMEM), message: "no memory for a simplex") }
  defer {
    gsl_multimin_fminimizer_free(minimizer)
    gsl_vector_free(first)
    gsl_vector_free(steps)
  }
  for index in 0..<size {
    gsl_vector_set(first, index, start[index])
    gsl_vector_set(steps, index, step)
  }
  let iterationLimit = 2_000 * size
  let outcome: Result<(place: [Double], value: Double), NumericsError> = withVectorFunction(
    function, size: size
  ) { bridged in
    do throws(NumericsError) {
      try ScientificLibrary.check(gsl_multimin_fminimizer_set(minimizer, bridged, first, steps))
      for _ in 0..<iterationLimit {
        try ScientificLibrary.check(gsl_multimin_fminimizer_iterate(minimizer))
        if gsl_multimin_fminimizer_size(minimizer) < tolerance {
          guard let place = gsl_multimin_fminimizer_x(minimizer) else { break }
          return .success(
            ((0..<size).map { gsl_vector_get(place, $0) }, gsl_multimin_fminimizer_minimum(minimizer)))
        }
      }
      throw .notConverged(routine: "simplex", iterations: iterationLimit)
    } catch {
      return .failure(error)
    }
  }
  let found = try outcome.get()
  guard found.value < unbounded else { throw .noFiniteResult(routine: "simplex") }
  return found
}

/// Stands for what is not finite: the library's simplex knows how to walk away from it.
private let unbounded = 1e300

/// Lends a Swift function of several variables to the library for the length of one call.
private func withVectorFunction<Result>(
  _ function: ([Double]) -> Double, size: Int,
  _ body: (UnsafeMutablePointer<gsl_multimin_function>) -> Result
) -> Result {
  withoutActuallyEscaping(function) { escapable in
    var context = VectorFunction(value: escapable)
    return withUnsafeMutablePointer(to: &context) { address in
      var bridged = gsl_multimin_function(
        f: { place, context in
          guard let place, let context else { return unbounded }
          let value = context.assumingMemoryBound(to: VectorFunction.self).pointee.value(
            (0..<place.pointee.size).map { gsl_vector_get(place, $0) })
          return value.isFinite ? min(value, unbounded) : unbounded
        },
        n: size, params: UnsafeMutableRawPointer(address))
      return withUnsafeMutablePointer(to: &bridged, body)
    }
  }
}

/// A closure with an address of its own.
private struct VectorFunction {
  let value: ([Double]) -> Double
}
