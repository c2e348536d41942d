public import GSLNumerics

/// How rarely a planned test of two arms may err: the sizes of tests follow from this alone.
///
/// Sizes are of the large-sample score test, with the variance of equal arms for its level and that of the arms as
/// they are for its power (Fleiss, Levin & Paik 2003, 4.14 and 4.19). For a margin the variance of its level is that
/// of the most likely shares that differ by the margin (Farrington & Manning 1990). Equivalence has two one-sided tests
/// with the variance of the arms as they are. For Fisher's test the size n of the score test becomes
///
///     n′ = n/4 · (1 + √(1 + c/n))²,   c = 2(r + 1)/(r|δ|)
///
/// with the continuity correction of Casagrande, Pike & Smith 1978 and, for r people of the arm for one of the baseline,
/// Fleiss, Tytun & Ury 1980. Sizes are not rounded: what shows one rounds it up.
public struct PowerTarget: Hashable, Sendable {
  /// The chance to find a difference although both are equal, in (0, 1): of both sides together.
  public let level: Double
  /// The chance to find the difference that is looked for, in (0, 1).
  public let power: Double
  /// In which directions the test looks for a difference.
  public let sides: TestSides
  /// What the test is to show.
  public let aim: TestAim
  /// Which test decides that.
  public let test: DecidingTest
  /// The normal deviate that each side of the test is exceeded by at its level.
  private let levelDeviate: Double
  /// The normal deviate below which a share ``power`` lies.
  private let powerDeviate: Double

  /// - Throws: `NumericsError.outOfDomain` unless level and power are in (0, 1), the power exceeds the level of a side,
  ///   and a margin is above 0 and below 1; for Fisher's test of a margin or of one side too.
  public init(
    level: Double = 0.05, power: Double = 0.8, sides: TestSides = .two, aim: TestAim = .difference,
    test: DecidingTest = .score
  ) throws(NumericsError) {
    self.level = level
    self.power = power
    self.sides = sides
    self.aim = aim
    self.test = test
    guard test == .score || (aim == .difference && sides == .two) else {
      throw .outOfDomain(
        argument: "test", value: level, expected: "the score test but for a difference on two sides")
    }
    let levelOfSide: Double
    switch aim {
    case .difference: levelOfSide = sides.levelOfEachSide(level)
    case .nonInferior(let margin):
      try Self.require(margin: margin)
      levelOfSide = level / 2
    case .equivalent(let margin):
      try Self.require(margin: margin)
      levelOfSide = level
    }
    levelDeviate = -(try StandardNormal.quantile(levelOfSide))
    powerDeviate = try StandardNormal.quantile(power)
    guard levelDeviate + powerDeviate > 0 else {
      throw .outOfDomain(argument: "power", value: power, expected: "above the level of a side")
    }
  }

  /// The mean that the score of a single look needs.
  var drift: Double { levelDeviate + powerDeviate }

  private static func require(margin: Double) throws(NumericsError) {
    guard margin > 0, margin < 1 else {
      throw .outOfDomain(argument: "margin", value: margin, expected: "above 0 and below 1")
    }
  }

  /// The people whom the baseline needs to show the aim of two shares.
  ///
  /// - Parameters:
  ///   - baseline: the share in the baseline, in (0, 1).
  ///   - arm: the share in the arm, in (0, 1); for a difference another one, else within the margin.
  ///   - allocation: people of the arm for one of the baseline.
  /// - Throws: `NumericsError.outOfDomain`, and what the root finder throws.
  public func baselineSize(
    baseline: Double, arm: Double, allocation: Double = 1
  ) throws(NumericsError) -> Double {
    let shares = try PlannedShares(baseline: baseline, arm: arm, allocation: allocation)
    switch aim {
    case .difference:
      guard shares.difference != 0 else {
        throw .outOfDomain(argument: "arm", value: arm, expected: "another share than the baseline's")
      }
      let score = size(shares.pooledVariance, shares.variance, distance: shares.difference)
      switch test {
      case .score: return score
      case .fisher:
        let root = 1 + (1 + Self.correction(shares) / score).squareRoot()
        return score / 4 * root * root
      }
    case .nonInferior(let margin):
      let distance = shares.difference + margin
      guard distance > 0 else {
        throw .outOfDomain(
          argument: "arm", value: arm, expected: "less than the margin below the baseline's share")
      }
      return size(shares.variance(differingBy: -margin), shares.variance, distance: distance)
    case .equivalent(let margin): return try sizeOfEquivalence(shares, margin: margin)
    }
  }

  /// c of the continuity correction, in people of the baseline.
  private static func correction(_ shares: PlannedShares) -> Double {
    2 * (shares.allocation + 1) / (shares.allocation * abs(shares.difference))
  }

  /// The people of the baseline with whom the score test has the power of this test: n of n′, which is √n = √n′ − c/(4√n′).
  private func scoreSize(ofSize size: Double, _ shares: PlannedShares) -> Double {
    switch test {
    case .score: return size
    case .fisher:
      let root = size.squareRoot() - Self.correction(shares) / (4 * size.squareRoot())
      return root > 0 ? root * root : 0
    }
  }

  private func size(_ levelVariance: Double, _ variance: Double, distance: Double) -> Double {
    let root = levelDeviate * levelVariance.squareRoot() + powerDeviate * variance.squareRoot()
    return root * root / (distance * distance)
  }

  private func sizeOfEquivalence(
    _ shares: PlannedShares, margin: Double
  ) throws(NumericsError) -> Double {
    let nearest = margin - abs(shares.difference)
    guard nearest > 0 else {
      throw .outOfDomain(
        argument: "arm", value: shares.difference, expected: "a difference within the margin")
    }
    // Were both margins as near as the nearer one, the chance to miss would be shared by two tests.
    let both = levelDeviate - (try StandardNormal.quantile((1 - power) / 2))
    let most = both * both * shares.variance / (nearest * nearest)
    guard shares.difference != 0 else { return most }
    let one = levelDeviate + powerDeviate
    let least = one * one * shares.variance / (nearest * nearest)
    return try root(from: least * (1 - 1e-9), to: most * (1 + 1e-9), absoluteTolerance: 1e-12 * most) {
      size in
      chanceOfEquivalence(shares, margin: margin, size: size) - power
    }
  }

  private func chanceOfEquivalence(_ shares: PlannedShares, margin: Double, size: Double) -> Double {
    let error = (shares.variance / size).squareRoot()
    let missed =
      normalUpperTail((margin - shares.difference) / error - levelDeviate)
      + normalUpperTail((margin + shares.difference) / error - levelDeviate)
    return max(0, 1 - missed)
  }

  /// The people whom the baseline needs to detect the difference of two means.
  ///
  /// - Parameters:
  ///   - difference: of the means, other than 0.
  ///   - baselineVariance: of one person's value in the baseline, at least 0.
  ///   - armVariance: the same in the arm.
  ///   - allocation: people of the arm for one of the baseline.
  /// - Throws: `NumericsError.outOfDomain`.
  public func baselineSize(
    difference: Double, baselineVariance: Double, armVariance: Double, allocation: Double = 1
  ) throws(NumericsError) -> Double {
    guard difference.isFinite, difference != 0 else {
      throw .outOfDomain(argument: "difference", value: difference, expected: "finite and not 0")
    }
    let variance = baselineVariance + armVariance / allocation
    guard baselineVariance >= 0, armVariance >= 0, allocation > 0, variance.isFinite else {
      throw .outOfDomain(argument: "variance", value: variance, expected: "finite and at least 0")
    }
    let deviates = levelDeviate + powerDeviate
    return deviates * deviates * variance / (difference * difference)
  }

  /// The chance that a test of a given size shows its aim, whatever ``power`` asks.
  ///
  /// With two sides it counts those that find the wrong one ahead.
  /// - Parameters:
  ///   - size: people of the baseline, above 0.
  ///   - baseline: the share in the baseline, in (0, 1).
  ///   - arm: the share in the arm, in (0, 1).
  ///   - allocation: people of the arm for one of the baseline.
  /// - Throws: `NumericsError.outOfDomain`.
  public func power(
    ofSize size: Double, baseline: Double, arm: Double, allocation: Double = 1
  ) throws(NumericsError) -> Double {
    guard size > 0, size.isFinite else {
      throw .outOfDomain(argument: "size", value: size, expected: "above 0 and finite")
    }
    let shares = try PlannedShares(baseline: baseline, arm: arm, allocation: allocation)
    let error = (shares.variance / size).squareRoot()
    switch aim {
    case .difference:
      let found = chanceToFind(abs(shares.difference), shares, size: size)
      switch sides {
      case .one: return found
      case .two: return found + chanceToFind(-abs(shares.difference), shares, size: size)
      }
    case .nonInferior(let margin):
      let reach = levelDeviate * (shares.variance(differingBy: -margin) / size).squareRoot()
      return try StandardNormal.cumulative((shares.difference + margin - reach) / error)
    case .equivalent(let margin): return chanceOfEquivalence(shares, margin: margin, size: size)
    }
  }

  /// The chance of the score on one side, of a difference that is above 0 on its own side and below 0 on the other.
  ///
  /// Sizes follow from that of their own side alone, as those of R's `power.prop.test`.
  func chanceToFind(_ difference: Double, _ shares: PlannedShares, size: Double) -> Double {
    let people = scoreSize(ofSize: size, shares)
    guard people > 0 else { return 0 }
    let pooled = levelDeviate * (shares.pooledVariance / people).squareRoot()
    return normalUpperTail((pooled - difference) / (shares.variance / people).squareRoot())
  }

  /// By how many errors the expected score of a test of a given size lies beyond the bound of its aim.
  ///
  /// - Parameters:
  ///   - size: people of the baseline, above 0.
  ///   - allocation: people of the arm for one of the baseline.
  /// - Throws: `NumericsError.outOfDomain`, for equivalence too, which has two bounds.
  func scoreBeyondBound(
    ofSize size: Double, baseline: Double, arm: Double, allocation: Double
  ) throws(NumericsError) -> Double {
    let shares = try PlannedShares(baseline: baseline, arm: arm, allocation: allocation)
    let distance: Double
    let levelVariance: Double
    switch aim {
    case .difference: (distance, levelVariance) = (abs(shares.difference), shares.pooledVariance)
    case .nonInferior(let margin):
      (distance, levelVariance) = (shares.difference + margin, shares.variance(differingBy: -margin))
    case .equivalent(let margin):
      throw .outOfDomain(argument: "margin", value: margin, expected: "that of a test with a single bound")
    }
    return (distance * size.squareRoot() - levelDeviate * levelVariance.squareRoot())
      / shares.variance.squareRoot()
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
