/// The values of the arm and of the baseline in one part of a test.
public struct TwoSamples: Sendable {
  /// Those of the arm.
  public var arm: SampleMoments
  /// Those of the baseline.
  public var baseline: SampleMoments

  /// The values of one stratum; of nobody where none are given.
  public init(_ arm: SampleMoments = SampleMoments(), against baseline: SampleMoments = SampleMoments()) {
    self.arm = arm
    self.baseline = baseline
  }
}

// The difference of two means within strata, put together as Mantel and Haenszel do for rates: each stratum's own
// difference, weighted by n₁n₀/N. It is the coefficient of the arm in a regression on arm and strata, so a split that is
// not the same in every stratum does no harm.
extension MeanDifference {
  /// The difference within strata, put together.
  ///
  /// Each arm of each stratum has its own variance, and the degrees of freedom are Satterthwaite's over all of them: with
  /// one stratum it is Welch's difference. Strata in which an arm has fewer than two values say nothing of its spread
  /// and are left out.
  /// - Returns: `nil` where no stratum is left, or none has any spread.
  public static func within(_ strata: [TwoSamples]) -> MeanDifference? {
    let used = strata.filter { $0.arm.count > 1 && $0.baseline.count > 1 }
    guard !used.isEmpty else { return nil }
    let weights = used.map { weight($0.arm.count, $0.baseline.count) }
    let whole = weights.reduce(0, +)
    var estimate = 0.0
    var variance = 0.0
    for (pair, weight) in zip(used, weights) {
      let share = weight / whole
      estimate += share * (pair.arm.mean - pair.baseline.mean)
      variance += share * share * (pair.arm.varianceOfMean + pair.baseline.varianceOfMean)
    }
    guard variance > 0 else { return nil }
    var reciprocal = 0.0
    for (pair, weight) in zip(used, weights) {
      for sample in [pair.arm, pair.baseline] {
        // As shares of the whole, so that none of the squares can vanish.
        let part = weight / whole * (weight / whole) * sample.varianceOfMean / variance
        reciprocal += part * part / Double(sample.count - 1)
      }
    }
    return MeanDifference(
      estimate: estimate, standardError: variance.squareRoot(), degreesOfFreedom: 1 / reciprocal)
  }

  private static func weight(_ arm: Int, _ baseline: Int) -> Double {
    Double(arm) * Double(baseline) / Double(arm + baseline)
  }
}
