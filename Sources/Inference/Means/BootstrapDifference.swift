public import GSLNumerics

/// The percentile bootstrap of a difference of two means, arm minus baseline (Efron & Tibshirani 1993, chapter 13).
///
/// It takes skewness into account, which Student's interval does not. Values are put into at most ``mostGroups``
/// groups by lot, and groups are drawn with replacement: exact where there are no more values than that, and for
/// more it keeps the work bounded while each group is a small sample of its own. Draws are always the same
/// (SplitMix64 from a fixed seed), so the same values in the same order give the same interval.
public struct BootstrapDifference: Hashable, Sendable {
  /// The mean of the arm less that of the baseline, one per replicate.
  private let differences: [Double]

  /// How many times both arms are drawn.
  public static let replicates = 2_000
  /// Values or groups of them that are drawn, per arm, at most.
  public static let mostGroups = 2_000
  /// Where the sequence of draws begins, of the arm and of the baseline.
  static let seeds: (arm: UInt64, baseline: UInt64) = (1, 2)

  /// - Returns: none where an arm has no values.
  public static func of(_ arm: [Double], against baseline: [Double]) -> ValueOrReason<BootstrapDifference> {
    guard !arm.isEmpty, !baseline.isEmpty else { return .none(.emptyArm) }
    let own = means(arm, seed: seeds.arm)
    let other = means(baseline, seed: seeds.baseline)
    return .value(BootstrapDifference(differences: zip(own, other).map { $0 - $1 }))
  }

  /// The interval between quantiles α/2 and 1 − α/2 of the replicates.
  ///
  /// - Throws: what ``quantiles(_:at:)`` throws.
  public func interval(at level: ConfidenceLevel) throws(NumericsError) -> ConfidenceInterval {
    let limits = try quantiles(differences, at: [level.alpha / 2, 1 - level.alpha / 2])
    return ConfidenceInterval(lower: limits[0], upper: limits[1], level: level)
  }

  /// The mean of each replicate of one arm.
  private static func means(_ values: [Double], seed: UInt64) -> [Double] {
    var groups = values.map { (sum: $0, count: 1.0) }
    if values.count > mostGroups {
      var state = seed &+ 0x5EED
      groups = Array(repeating: (sum: 0.0, count: 0.0), count: mostGroups)
      for value in values {
        let group = FixedSequence.next(&state, below: mostGroups)
        groups[group].sum += value
        groups[group].count += 1
      }
      groups.removeAll { $0.count == 0 }
    }
    return ResampledTrials(trials: groups.count, replicates: replicates, seed: seed).map { positions in
      var sum = 0.0
      var count = 0.0
      for position in positions {
        sum += groups[position].sum
        count += groups[position].count
      }
      return sum / count
    }
  }
}
