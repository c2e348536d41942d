import CGSL

/// The natural logarithm of Euler's beta function B(a, b).
///
/// - Throws: `NumericsError.outOfDomain` unless both arguments are finite and above 0; `.library`
///   on overflow.
public func lnBeta(_ a: Double, _ b: Double) throws(NumericsError) -> Double {
  try requirePositive(a, "a")
  try requirePositive(b, "b")
  _ = ScientificLibrary.errorsAreReturned
  var result = gsl_sf_result()
  try ScientificLibrary.check(gsl_sf_lnbeta_e(a, b, &result))
  return try ScientificLibrary.finite(result.val, from: "log beta")
}

/// The natural logarithm of Euler's gamma function at `x` above 0.
///
/// - Throws: `NumericsError.outOfDomain` unless `x` is finite and above 0; `.library` on overflow.
public func lnGamma(_ x: Double) throws(NumericsError) -> Double {
  try requirePositive(x, "x")
  _ = ScientificLibrary.errorsAreReturned
  var result = gsl_sf_result()
  try ScientificLibrary.check(gsl_sf_lngamma_e(x, &result))
  return try ScientificLibrary.finite(result.val, from: "log gamma")
}

/// The derivative of the natural logarithm of Euler's gamma function, ψ(x), at `x` above 0.
///
/// - Throws: `NumericsError.outOfDomain` unless `x` is finite and above 0; `.library` on overflow.
public func digamma(_ x: Double) throws(NumericsError) -> Double {
  try requirePositive(x, "x")
  _ = ScientificLibrary.errorsAreReturned
  var result = gsl_sf_result()
  try ScientificLibrary.check(gsl_sf_psi_e(x, &result))
  return try ScientificLibrary.finite(result.val, from: "digamma")
}
