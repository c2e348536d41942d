import CGSL

/// One Nelder–Mead simplex of the library; a class because it owns the library's memory.
final class Simplex {
  private let dimension: Int
  private let minimizer: UnsafeMutablePointer<gsl_multimin_fminimizer>?
  private let position: UnsafeMutablePointer<gsl_vector>?
  private let extent: UnsafeMutablePointer<gsl_vector>?

  init(dimension: Int) {
    _ = ScientificLibrary.errorsAreReturned
    self.dimension = dimension
    minimizer = gsl_multimin_fminimizer_alloc(cgsl_nelder_mead(), dimension)
    position = gsl_vector_alloc(dimension)
    extent = gsl_vector_alloc(dimension)
  }

  deinit {
    if let minimizer { gsl_multimin_fminimizer_free(minimizer) }
    if let position { gsl_vector_free(position) }
    if let extent { gsl_vector_free(extent) }
  }

  /// Shrinks a fresh simplex around `start`; `nil` when the iterations ran out first.
  func shrink(
    from start: [Double], step: Double, tolerance: Double, goodEnough: Double,
    iterationsLeft: inout Int, _ function: ([Double]) -> Double
  ) throws(NumericsError) -> (point: [Double], value: Double)? {
    guard let minimizer, let position, let extent else {
      throw .library(code: Int(GSL_ENOMEM), message: "no memory for a simplex")
    }
    for (coordinate, value) in start.enumerated() {
      gsl_vector_set(position, coordinate, value)
      gsl_vector_set(extent, coordinate, step)
    }
    var remaining = iterationsLeft
    let outcome: Result<Bool, NumericsError> = withVectorFunction(function, dimension) { bridged in
      do throws(NumericsError) {
        try ScientificLibrary.check(
          gsl_multimin_fminimizer_set(minimizer, bridged, position, extent))
        while remaining > 0 {
          remaining -= 1
          let code = gsl_multimin_fminimizer_iterate(minimizer)
          // "No progress": the simplex is as small as rounding lets it be.
          if code == Int32(GSL_ENOPROG) { return .success(true) }
          try ScientificLibrary.check(code)
          if minimizer.pointee.fval <= goodEnough { return .success(true) }
          let size = gsl_multimin_fminimizer_size(minimizer)
          if gsl_multimin_test_size(size, tolerance) == Int32(GSL_SUCCESS) { return .success(true) }
        }
        return .success(false)
      } catch {
        return .failure(error)
      }
    }
    iterationsLeft = remaining
    guard try outcome.get(), let best = gsl_multimin_fminimizer_x(minimizer) else { return nil }
    let point = (0..<dimension).map { gsl_vector_get(best, $0) }
    return (point, minimizer.pointee.fval)
  }
}

/// Lends a Swift function of several variables to the library for the length of one call.
private func withVectorFunction<Result>(
  _ function: ([Double]) -> Double, _ dimension: Int,
  _ body: (UnsafeMutablePointer<gsl_multimin_function>) -> Result
) -> Result {
  withoutActuallyEscaping(function) { escapable in
    var context = VectorFunction(value: escapable, dimension: dimension)
    return withUnsafeMutablePointer(to: &context) { address in
      var bridged = gsl_multimin_function(
        f: { vector, context in
          guard let vector, let context else { return VectorFunction.refused }
          let callee = context.assumingMemoryBound(to: VectorFunction.self)
          let value = callee.pointee.value(
            (0..<callee.pointee.dimension).map { gsl_vector_get(vector, $0) })
          return value.isFinite ? value : VectorFunction.refused
        },
        n: dimension,
        params: UnsafeMutableRawPointer(address))
      return withUnsafeMutablePointer(to: &bridged, body)
    }
  }
}

/// A closure of several variables with an address of its own.
private struct VectorFunction {
  /// What stands for a value that is not finite: higher than any, and finite as the library
  /// requires.
  static let refused = 1e300
  let value: ([Double]) -> Double
  let dimension: Int
}
