public import GSLNumerics

/// What a planned test is to show of an arm against the baseline.
public enum TestAim: Hashable, Sendable {
  /// That the two differ, in either direction.
  case difference
  /// That the arm is not worse by the margin or more; the margin is above 0 and below 1.
  ///
  /// One-sided at half of the level, which agrees with the lower limit of an interval at that level.
  case nonInferior(margin: Double)
}

/// How rarely a planned test of two arms may err: the sizes of tests follow from this alone.
///
/// Sizes are of the large-sample score test, with the variance of equal arms for its level and that of the arms as
/// they are for its power (Fleiss, Levin & Paik 2003, 4.14 and 4.19). For a margin the variance of its level is that
/// of the most likely shares that differ by the margin (Farrington & Manning 1990). Sizes are not rounded: what shows
/// one rounds it up.
public struct PowerTarget: Hashable, Sendable {
  /// The chance to find a difference although both are equal, in (0, 1): of both sides together.
  public let level: Double
  /// The chance to find the difference that is looked for, in (0, 1).
  public let power: Double
  /// What the test is to show.
  public let aim: TestAim
  /// The normal deviate that each side of the test is exceeded by at its level.
  private let levelDeviate: Double
  /// The normal deviate below which a share ``power`` lies.
  private let powerDeviate: Double

  /// - Throws: `NumericsError.outOfDomain` unless level and power are in (0, 1), the power exceeds the level of a side,
  ///   and a margin is above 0 and below 1.
  public init(
    level: Double = 0.05, power: Double = 0.8, aim: TestAim = .difference
  ) throws(NumericsError) {
    self.level = level
    self.power = power
    self.aim = aim
    if case .nonInferior(let margin) = aim {
      guard margin > 0, margin < 1 else {
        throw .outOfDomain(argument: "margin", value: margin, expected: "above 0 and below 1")
      }
    }
    levelDeviate = -(try StandardNormal.quantile(level / 2))
    powerDeviate = try StandardNormal.quantile(power)
    guard levelDeviate + powerDeviate > 0 else {
      throw .outOfDomain(argument: "power", value: power, expected: "above the level of a side")
    }
  }

  /// The mean that the score of a single look needs.
  var drift: Double { levelDeviate + powerDeviate }

  /// The people whom the baseline needs to show the aim of two shares.
  ///
  /// - Parameters:
  ///   - baseline: the share in the baseline, in (0, 1).
  ///   - arm: the share in the arm, in (0, 1); for a difference another one, else within the margin.
  ///   - allocation: people of the arm for one of the baseline.
  /// - Throws: `NumericsError.outOfDomain`.
  public func baselineSize(
    baseline: Double, arm: Double, allocation: Double = 1
  ) throws(NumericsError) -> Double {
    let shares = try PlannedShares(baseline: baseline, arm: arm, allocation: allocation)
    switch aim {
    case .difference:
      guard shares.difference != 0 else {
        throw .outOfDomain(argument: "arm", value: arm, expected: "another share than the baseline's")
      }
      return size(shares.pooledVariance, shares.variance, distance: shares.difference)
    case .nonInferior(let margin):
      let distance = shares.difference + margin
      guard distance > 0 else {
        throw .outOfDomain(
          argument: "arm", value: arm, expected: "less than the margin below the baseline's share")
      }
      return size(shares.variance(differingBy: -margin), shares.variance, distance: distance)
    }
  }

  private func size(_ levelVariance: Double, _ variance: Double, distance: Double) -> Double {
    let root = levelDeviate * levelVariance.squareRoot() + powerDeviate * variance.squareRoot()
    return root * root / (distance * distance)
  }

  /// The chance that a test of a given size shows its aim, whatever ``power`` asks.
  ///
  /// That of a difference counts those that find the wrong one ahead.
  /// - Parameters:
  ///   - size: people of the baseline, above 0.
  ///   - baseline: the share in the baseline, in (0, 1).
  ///   - arm: the share in the arm, in (0, 1).
  ///   - allocation: people of the arm for one of the baseline.
  /// - Throws: `NumericsError.outOfDomain`.
  public func power(
    ofSize size: Double, baseline: Double, arm: Double, allocation: Double = 1
  ) throws(NumericsError) -> Double {
    let excess = try excess(ofSize: size, baseline: baseline, arm: arm, allocation: allocation)
    let power = normalUpperTail(-excess)
    guard aim == .difference else { return power }
    let shares = try PlannedShares(baseline: baseline, arm: arm, allocation: allocation)
    let error = (shares.variance / size).squareRoot()
    return power
      + normalUpperTail(excess + 2 * levelDeviate * (shares.pooledVariance / size).squareRoot() / error)
  }

  /// By how many of its standard errors the estimate of a test is expected beyond what shows the aim; for a difference
  /// beyond the bound on its own side.
  ///
  /// - Throws: `NumericsError.outOfDomain`.
  func excess(
    ofSize size: Double, baseline: Double, arm: Double, allocation: Double
  ) throws(NumericsError) -> Double {
    guard size > 0, size.isFinite else {
      throw .outOfDomain(argument: "size", value: size, expected: "above 0 and finite")
    }
    let shares = try PlannedShares(baseline: baseline, arm: arm, allocation: allocation)
    let error = (shares.variance / size).squareRoot()
    switch aim {
    case .difference:
      return (abs(shares.difference) - levelDeviate * (shares.pooledVariance / size).squareRoot()) / error
    case .nonInferior(let margin):
      let reach = levelDeviate * (shares.variance(differingBy: -margin) / size).squareRoot()
      return (shares.difference + margin - reach) / error
    }
  }

  /// The share of an arm that a test of a given size detects with ``power``, on one side of the baseline's.
  ///
  /// - Parameters:
  ///   - size: people of the baseline, above 0.
  ///   - baseline: the share in the baseline, in (0, 1).
  ///   - allocation: people of the arm for one of the baseline.
  ///   - above: whether the arm's share is the larger one.
  /// - Returns: `nil` where the test is too small to detect any share on that side.
  /// - Throws: `NumericsError.outOfDomain`, for an aim other than a difference too, and what the root finder throws.
  public func detectableShare(
    ofSize size: Double, baseline: Double, allocation: Double = 1, above: Bool
  ) throws(NumericsError) -> Double? {
    guard aim == .difference else {
      throw .outOfDomain(argument: "aim", value: level, expected: "a difference")
    }
    guard size > 0, size.isFinite else {
      throw .outOfDomain(argument: "size", value: size, expected: "above 0 and finite")
    }
    let room = above ? 1 - baseline : baseline
    func share(_ part: Double) -> Double { baseline + (above ? room : -room) * part }
    /// Above 0 where the test is too small.
    func lacking(_ part: Double) throws(NumericsError) -> Double {
      lnOrLowest(try baselineSize(baseline: baseline, arm: share(part), allocation: allocation))
        - lnOrLowest(size)
    }
    let most = 1 - 1e-9
    guard try lacking(most) <= 0 else { return nil }
    let part = try root(from: 1e-10, to: most, absoluteTolerance: 1e-13) { part in
      // A value that is not a number ends the search with an error.
      (try? lacking(part)) ?? .nan
    }
    return share(part)
  }
}
