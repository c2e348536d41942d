/// Ranks from 1, ties sharing their mean rank.
///
/// - Precondition: no value is NaN.
public func middleRanks(_ values: [Double]) -> [Double] {
  let order = values.indices.sorted { values[$0] < values[$1] }
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

/// Type-6 quantiles of a sample: the i-th smallest of R values estimates the quantile at i/(R + 1).
///
/// Between two order statistics the quantile is interpolated linearly; below 1/(R + 1) and above
/// R/(R + 1) it is the smallest and the largest value. Type 6 is the definition under which a new
/// value falls below the quantile at q with probability q on average, whatever the distribution
/// (Hyndman & Fan 1996, definition 6).
/// - Parameters:
///   - values: at least one finite value, in any order.
///   - probabilities: each in [0, 1].
/// - Returns: one quantile for each probability, in the order given.
public func quantiles(
  _ values: [Double], at probabilities: [Double]
) throws(NumericsError) -> [Double] {
  try requireSample(values, atLeast: 1)
  let ordered = values.sorted()
  return try probabilities.map { probability throws(NumericsError) in
    guard probability >= 0, probability <= 1 else {
      throw .outOfDomain(argument: "probability", value: probability, expected: "between 0 and 1")
    }
    return quantile(ofOrdered: ordered, at: probability)
  }
}

/// One type-6 quantile; see ``quantiles(_:at:)``.
public func quantile(_ values: [Double], at probability: Double) throws(NumericsError) -> Double {
  try quantiles(values, at: [probability])[0]
}

private func quantile(ofOrdered ordered: [Double], at probability: Double) -> Double {
  // A position such as 0.05 · 20 must be 1, not 1 + 2⁻⁵²: R allows the same few ulps.
  let exact = probability * Double(ordered.count + 1)
  let nearest = exact.rounded()
  let position = abs(exact - nearest) < 4 * exact.ulp ? nearest : exact
  guard position > 1 else { return ordered[0] }
  guard position < Double(ordered.count) else { return ordered[ordered.count - 1] }
  let below = Int(position)
  let weight = position - Double(below)
  guard weight > 0 else { return ordered[below - 1] }
  return ordered[below - 1] + weight * (ordered[below] - ordered[below - 1])
}
