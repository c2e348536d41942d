/// The values of the arm and of the baseline in one part of a test.
public struct TwoSamples<Sample> {
  /// Those of the arm.
  public var arm: Sample
  /// Those of the baseline.
  public var baseline: Sample

  /// Creates the values of one stratum.
  public init(_ arm: Sample, against baseline: Sample) {
    self.arm = arm
    self.baseline = baseline
  }
}

extension TwoSamples: Sendable where Sample: Sendable {}

// The difference of two means within strata, put together as Mantel and Haenszel do for rates: each stratum's own
// difference, weighted by n₁n₀/N. It is the coefficient of the arm in a regression on arm and strata, so a split that is
// not the same in every stratum does no harm.
extension MeanDifference {
  /// The difference within strata, put together.
  ///
  /// Each arm of each stratum has its own variance, and the degrees of freedom are Satterthwaite's over all of them: with
  /// one stratum it is Welch's difference. Strata in which an arm has fewer than two values say nothing of its spread
  /// and are left out.
  /// - Returns: none where no stratum is left, or none has any spread.
  public static func within(_ strata: [TwoSamples<SampleMoments>]) -> ValueOrReason<MeanDifference> {
    let used = strata.filter { $0.arm.count > 1 && $0.baseline.count > 1 }
    guard !used.isEmpty else { return .none(.emptyArm) }
    let weights = used.map { weight($0.arm.count, $0.baseline.count) }
    let whole = weights.reduce(0, +)
    var estimate = 0.0
    var variance = 0.0
    for (pair, weight) in zip(used, weights) {
      let share = weight / whole
      estimate += share * (pair.arm.mean - pair.baseline.mean)
      variance += share * share * (pair.arm.varianceOfMean + pair.baseline.varianceOfMean)
    }
    guard variance > 0 else { return .none(.noVariance) }
    var reciprocal = 0.0
    for (pair, weight) in zip(used, weights) {
      for sample in [pair.arm, pair.baseline] {
        // As shares of the whole, so that none of the squares can vanish.
        let part = weight / whole * (weight / whole) * sample.varianceOfMean / variance
        reciprocal += part * part / Double(sample.count - 1)
      }
    }
    return .value(
      MeanDifference(
        estimate: estimate, standardError: variance.squareRoot(), degreesOfFreedom: 1 / reciprocal))
  }

  /// Values of two arms whose plain difference of means is that within strata, for ``BootstrapDifference``.
  ///
  /// Every value's distance from the mean of its arm in its stratum is multiplied by the weight it has in the
  /// difference, and by √(n/(n − 1)) as the mean is estimated; drawing these with replacement has the variance of
  /// ``within(_:)`` and the skewness of the values.
  /// - Returns: none where no stratum has two values in each arm.
  public static func standardised(_ strata: [TwoSamples<[Double]>]) -> ValueOrReason<TwoSamples<[Double]>> {
    let used = strata.filter { $0.arm.count > 1 && $0.baseline.count > 1 }
    guard !used.isEmpty else { return .none(.emptyArm) }
    let weights = used.map { weight($0.arm.count, $0.baseline.count) }
    let whole = weights.reduce(0, +)
    func values(of side: (TwoSamples<[Double]>) -> [Double]) -> [Double] {
      let people = Double(used.reduce(0) { $0 + side($1).count })
      let means = used.map { SampleMoments(side($0)).mean }
      let mean = zip(means, weights).reduce(0) { $0 + $1.0 * $1.1 } / whole
      return zip(used, zip(means, weights)).flatMap { pair, known in
        let own = side(pair)
        let count = Double(own.count)
        let scale = people / count * known.1 / whole * (count / (count - 1)).squareRoot()
        return own.map { mean + scale * ($0 - known.0) }
      }
    }
    return .value(TwoSamples(values { $0.arm }, against: values { $0.baseline }))
  }

  private static func weight(_ arm: Int, _ baseline: Int) -> Double {
    Double(arm) * Double(baseline) / Double(arm + baseline)
  }
}
