import CGSL

/// Spearman's rank correlation: the product-moment correlation of the ranks, ties sharing their
/// mean rank.
///
/// - Returns: a number in [−1, 1].
/// - Throws: `NumericsError.unequalLengths`, `.tooFewValues` for fewer than two pairs,
///   `.notFinite`, `.noVariation` when all values of one sample are equal.
public func spearmanCorrelation(
  _ first: [Double], _ second: [Double]
) throws(NumericsError) -> Double {
  try requirePairs(first, second, atLeast: 2)
  guard varies(first), varies(second) else { throw .noVariation }
  var workspace = [Double](repeating: 0, count: 2 * first.count)
  let correlation = gsl_stats_spearman(first, 1, second, 1, first.count, &workspace)
  // Rounding can carry a perfect correlation past its bound by an ulp.
  return min(1, max(-1, try ScientificLibrary.finite(correlation, from: "rank correlation")))
}

private func varies(_ values: [Double]) -> Bool {
  values.contains { $0 != values[0] }
}
