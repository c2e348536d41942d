import CGSL

/// Lends a Swift function of one variable to the library for the length of one call.
///
/// The library keeps a C function pointer and an untyped context. The context is the address of the
/// closure, which stays put because the call happens inside `body`.
func withScalarFunction<Result>(
  _ function: (Double) -> Double,
  _ body: (UnsafeMutablePointer<gsl_function>) -> Result
) -> Result {
  withoutActuallyEscaping(function) { escapable in
    var context = escapable
    return withUnsafeMutablePointer(to: &context) { address in
      var bridged = gsl_function(
        function: { x, context in
          guard let context else { return .nan }
          return context.assumingMemoryBound(to: ((Double) -> Double).self).pointee(x)
        },
        params: UnsafeMutableRawPointer(address))
      return withUnsafeMutablePointer(to: &bridged, body)
    }
  }
}
