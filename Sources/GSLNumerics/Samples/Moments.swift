import CGSL

/// The arithmetic mean of a sample, by the running recurrence, which does not overflow.
///
/// - Throws: `NumericsError.tooFewValues` for an empty sample, `.notFinite`.
public func sampleMean(_ values: [Double]) throws(NumericsError) -> Double {
  try requireSample(values, atLeast: 1)
  return try ScientificLibrary.finite(gsl_stats_mean(values, 1, values.count), from: "mean")
}

/// The unbiased variance (divisor n − 1) of a sample, by a two-pass running recurrence.
///
/// - Parameter mean: that of the sample, where it is known: the same number in half the time.
/// - Throws: `NumericsError.tooFewValues` for fewer than two values, `.notFinite`.
public func sampleVariance(_ values: [Double], about mean: Double? = nil) throws(NumericsError) -> Double {
  try requireSample(values, atLeast: 2)
  let found =
    mean.map { gsl_stats_variance_m(values, 1, values.count, $0) }
    ?? gsl_stats_variance(values, 1, values.count)
  return try ScientificLibrary.finite(found, from: "variance")
}
