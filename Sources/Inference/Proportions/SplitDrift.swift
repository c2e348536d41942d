public import GSLNumerics

/// Whether the split of people between arms is the same in every stratum: Pearson's χ² of strata by
/// arms.
///
/// A split that drifts (a ramp-up, a filter on one platform) mixes what differs between strata into
/// the difference between arms even where the totals are as planned (Simpson's paradox).
public enum SplitDrift {
  /// The p-value below which the split is said to drift, that of ``SampleRatio``.
  public static let threshold = SampleRatio.threshold

  /// The people expected in a cell, below which neighbouring strata are put together.
  static let fewestExpected = 5.0

  /// The test of the people of each arm in each stratum.
  ///
  /// Strata in which an arm would have fewer than five people are put together with those that
  /// follow, the rest with the last.
  /// - Parameter strata: one list per stratum, each one number of people per arm.
  /// - Returns: `nil` for fewer than two arms with people, or fewer than two strata large enough.
  public static func test(_ strata: [[Int]]) throws(NumericsError) -> SignificanceTest? {
    let sums = (strata.first ?? []).indices.map { arm in strata.reduce(0.0) { $0 + Double($1[arm]) } }
    let arms = sums.indices.filter { sums[$0] > 0 }
    guard arms.count > 1 else { return nil }
    let people = sums.reduce(0, +)
    let shares = arms.map { sums[$0] / people }
    let least = shares.reduce(1, min)
    var pooled: [[Double]] = []
    var open = arms.map { _ in 0.0 }
    for stratum in strata {
      for (index, arm) in arms.enumerated() { open[index] += Double(stratum[arm]) }
      guard open.reduce(0, +) * least >= fewestExpected else { continue }
      pooled.append(open)
      open = arms.map { _ in 0.0 }
    }
    if let last = pooled.indices.last { pooled[last] = zip(pooled[last], open).map { $0 + $1 } }
    guard pooled.count > 1 else { return nil }
    var statistic = 0.0
    for stratum in pooled {
      let whole = stratum.reduce(0, +)
      for (found, share) in zip(stratum, shares) {
        let gap = found - whole * share
        statistic += gap * gap / (whole * share)
      }
    }
    return try chiSquare(statistic, degreesOfFreedom: (pooled.count - 1) * (arms.count - 1))
  }
}
