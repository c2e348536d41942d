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
/// of the most likely shares that differ by the margin (Farrington & Manning 1990). Sizes are people of the baseline, not
/// rounded: what shows one rounds it up. An allocation is people of the arm for one of the baseline.
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

  /// How far two shares are from what shows nothing, and what one person of the baseline adds to the variance of their
  /// difference: were nothing to be shown, and as they are.
  private func terms(
    _ baseline: Double, _ arm: Double, _ allocation: Double
  ) throws(NumericsError) -> (distance: Double, levelVariance: Double, variance: Double) {
    for (name, share) in [("baseline", baseline), ("arm", arm)] where !(share > 0 && share < 1) {
      throw .outOfDomain(argument: name, value: share, expected: "above 0 and below 1")
    }
    guard allocation > 0, allocation.isFinite else {
      throw .outOfDomain(argument: "allocation", value: allocation, expected: "above 0 and finite")
    }
    let variance = baseline * (1 - baseline) + arm * (1 - arm) / allocation
    switch aim {
    case .difference:
      let mean = (baseline + allocation * arm) / (1 + allocation)
      return (abs(arm - baseline), mean * (1 - mean) * (1 + 1 / allocation), variance)
    case .nonInferior(let margin):
      let pair = ConstrainedCubic(
        arm: (allocation * arm, allocation * (1 - arm)), baseline: (baseline, 1 - baseline)
      ).pair(differingBy: -margin)
      let constrained = pair.baseline * (1 - pair.baseline) + pair.arm * (1 - pair.arm) / allocation
      return (arm - baseline + margin, constrained, variance)
    }
  }

  /// The people whom the baseline needs to show the aim of two shares.
  public func baselineSize(
    baseline: Double, arm: Double, allocation: Double = 1
  ) throws(NumericsError) -> Double {
    let (distance, levelVariance, variance) = try terms(baseline, arm, allocation)
    guard distance > 0 else {
      throw .outOfDomain(
        argument: "arm", value: arm,
        expected: "another share than the baseline's, and within the margin of it")
    }
    let root = levelDeviate * levelVariance.squareRoot() + powerDeviate * variance.squareRoot()
    return root * root / (distance * distance)
  }

  /// The chance that a test of a given size shows its aim, whatever ``power`` asks.
  ///
  /// That of a difference counts those that find the wrong one ahead.
  public func power(
    ofSize size: Double, baseline: Double, arm: Double, allocation: Double = 1
  ) throws(NumericsError) -> Double {
    let (excess, reach) = try excess(ofSize: size, baseline: baseline, arm: arm, allocation: allocation)
    return StandardNormal.upperTail(-excess)
      + (aim == .difference ? StandardNormal.upperTail(excess + 2 * reach) : 0)
  }

  /// By how many of its standard errors the estimate of a test is expected beyond what shows the aim, and how many of
  /// them it takes to show it; for a difference beyond the bound on its own side.
  func excess(
    ofSize size: Double, baseline: Double, arm: Double, allocation: Double
  ) throws(NumericsError) -> (excess: Double, reach: Double) {
    guard size > 0, size.isFinite else {
      throw .outOfDomain(argument: "size", value: size, expected: "above 0 and finite")
    }
    let (distance, levelVariance, variance) = try terms(baseline, arm, allocation)
    let error = (variance / size).squareRoot()
    let reach = levelDeviate * (levelVariance / size).squareRoot()
    return ((distance - reach) / error, reach / error)
  }

  /// The share of an arm that a test of a given size detects with ``power``, on one side of the baseline's.
  ///
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
