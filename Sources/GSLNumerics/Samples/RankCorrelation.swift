import CGSL

/// The product-moment correlation of ranks, which is Spearman's where ties share their mean rank.
///
/// - Returns: a number in [−1, 1].
/// - Throws: `NumericsError.unequalLengths`, `.tooFewValues` for fewer than two pairs,
///   `.notFinite`, `.noVariation` when all values of one sample are equal.
public func correlation(
  ofRanks first: [Double], _ second: [Double]
) throws(NumericsError) -> Double {
  try requirePairs(first, second, atLeast: 2)
  guard first.contains(where: { $0 != first[0] }), second.contains(where: { $0 != second[0] }) else {
    throw .noVariation
  }
  let correlation = gsl_stats_correlation(first, 1, second, 1, first.count)
  // Rounding can carry a perfect correlation past its bound by an ulp.
  return min(1, max(-1, try ScientificLibrary.finite(correlation, from: "rank correlation")))
}

/// Ranks from 1, ties sharing their mean rank.
///
/// - Precondition: no value is NaN.
public func middleRanks(_ values: [Double]) -> [Double] {
  let order = sortedPositions(values)
  var ranks = [Double](repeating: 0, count: values.count)
  var start = 0
  while start < order.count {
    var end = start
    while end + 1 < order.count, values[order[end + 1]] == values[order[start]] { end += 1 }
    for position in start...end { ranks[order[position]] = Double(start + end) / 2 + 1 }
    start = end + 1
  }
  return ranks
}
