public import GSLNumerics

/// An arm against another by one measure: the difference, and how sure it is, all by one statistic.
public protocol ArmContrast: Sendable {
  /// Arm less baseline; `nil` where an arm is empty.
  var difference: Double? { get }

  /// How large the difference may be; `nil` where nothing says.
  func interval(at level: ConfidenceLevel) throws(NumericsError) -> Interval?

  /// The one-sided test of "the difference is at most δ": a small p shows that it is larger.
  ///
  /// It is below α/2 exactly where the lower limit of the interval at 1 − α lies above δ.
  ///
  /// - Returns: `nil` where nothing says.
  func exceedance(of difference: Double) throws(NumericsError) -> SignificanceTest?
}

/// A difference of two arms, arm minus baseline, with its standard error, which Student's t or the normal distribution
/// holds it against.
public struct MeasuredDifference: ArmContrast, Encodable, Hashable, Sendable {
  /// Arm less baseline.
  public let estimate: Double
  /// Of the estimate; 0 where the data show no spread to judge by.
  public let standardError: Double
  /// Of Student's t; ∞ for a difference of shares that is held against the normal distribution.
  public let degreesOfFreedom: Double

  /// The same, as there always is one.
  public var difference: Double? { estimate }

  /// The interval of the difference; that of shares is cut to [−1, 1].
  ///
  /// - Returns: `nil` where the standard error is 0.
  public func interval(at level: ConfidenceLevel) throws(NumericsError) -> Interval? {
    guard standardError > 0 else { return nil }
    guard level.alpha < 1 else {
      return Interval(lower: estimate, upper: estimate)
    }
    guard degreesOfFreedom.isFinite else {
      let half = try level.deviate() * standardError
      return Interval(
        lower: max(-1, estimate - half), upper: min(1, estimate + half))
    }
    let half = -(try StudentT(degreesOfFreedom: degreesOfFreedom).quantile(level.alpha / 2)) * standardError
    return Interval(lower: estimate - half, upper: estimate + half)
  }

  /// The test by the standard error; `nil` where that is 0.
  public func exceedance(of difference: Double) throws(NumericsError) -> SignificanceTest? {
    guard standardError > 0 else { return nil }
    let statistic = (estimate - difference) / standardError
    return SignificanceTest(statistic: statistic, p: PValue(try upperTail(statistic)))
  }

  /// The two-sided test of no difference that the interval inverts.
  ///
  /// - Returns: `nil` where the standard error is 0.
  public func test() throws(NumericsError) -> SignificanceTest? {
    guard standardError > 0 else { return nil }
    let statistic = estimate / standardError
    return SignificanceTest(statistic: statistic, p: PValue(2 * (try upperTail(abs(statistic)))))
  }

  private func upperTail(_ statistic: Double) throws(NumericsError) -> Double {
    degreesOfFreedom.isFinite
      ? try StudentT(degreesOfFreedom: degreesOfFreedom).upperTail(statistic)
      : StandardNormal.upperTail(statistic)
  }
}

extension MeasuredDifference {
  /// The difference of two means whose spreads may differ (Welch 1947), for large samples.
  ///
  /// - Returns: `nil` where an arm has fewer than two values, or neither has any spread.
  public static func welch(_ arm: SampleMoments, against baseline: SampleMoments) -> MeasuredDifference? {
    welch(within: [(arm, baseline)])
  }

  /// The difference of two means within strata, put together as Mantel and Haenszel do for rates: each stratum's own
  /// difference, weighted by n₁n₀/N.
  ///
  /// It is the coefficient of the arm in a regression on arm and strata, so a split that is not the same in every
  /// stratum does no harm.
  ///
  /// Each arm of each stratum has its own variance, and the degrees of freedom are Satterthwaite's over all of them.
  /// Strata in which an arm has fewer than two values say nothing of its spread and are left out.
  /// - Returns: `nil` where no stratum is left, or none has any spread.
  public static func welch(within strata: [(arm: SampleMoments, baseline: SampleMoments)])
    -> MeasuredDifference?
  {
    let used = strata.filter { $0.arm.count > 1 && $0.baseline.count > 1 }
    let weights = used.map {
      Double($0.arm.count) * Double($0.baseline.count) / Double($0.arm.count + $0.baseline.count)
    }
    let whole = weights.reduce(0, +)
    var (estimate, variance) = (0.0, 0.0)
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
    return MeasuredDifference(
      estimate: estimate, standardError: variance.squareRoot(), degreesOfFreedom: 1 / reciprocal)
  }

  /// The difference of two rates within strata, put together over all of them (Mantel and Haenszel).
  ///
  /// δ = Σ (x₁n₀ − x₀n₁)/N over Σ n₁n₀/N. The variance is that of Sato, Greenland and Robins (Biometrics 45, 1989), right
  /// both for a few large strata and for many small ones. Where the difference itself differs between strata it is
  /// their average, and the interval is that of such an average over the given strata.
  /// - Parameter strata: the two arms in each stratum; those without people in both say nothing.
  /// - Returns: `nil` where no stratum has both arms, or nobody, or everybody, is counted.
  public static func mantelHaenszel(_ strata: [TwoArms]) -> MeasuredDifference? {
    var (excess, weight, asymmetry, spread) = (0.0, 0.0, 0.0, 0.0)
    for pair in strata where pair.arm.n > 0 && pair.baseline.n > 0 {
      let (x1, n1) = (Double(pair.arm.x), Double(pair.arm.n))
      let (x0, n0) = (Double(pair.baseline.x), Double(pair.baseline.n))
      let people = n1 + n0
      excess += (x1 * n0 - x0 * n1) / people
      weight += n1 * n0 / people
      asymmetry += (n1 / people * (n1 / people) * x0 - n0 / people * (n0 / people) * x1)
      asymmetry += n1 / people * (n0 / people) * (n0 - n1) / 2
      spread += (x1 * (n0 - x0) + x0 * (n1 - x1)) / (2 * people)
    }
    guard weight > 0 else { return nil }
    let estimate = excess / weight
    let variance = (estimate * asymmetry + spread) / (weight * weight)
    guard variance > 0 else { return nil }
    return MeasuredDifference(
      estimate: estimate, standardError: variance.squareRoot(), degreesOfFreedom: .infinity)
  }
}
