public import GSLNumerics

/// How rarely a planned test of two arms may err: the sizes of tests follow from this alone.
///
/// Sizes are of the large-sample score test, with the variance of equal arms for its level and that of the arms as
/// they are for its power (Fleiss, Levin & Paik 2003, 4.14 and 4.19). They are not rounded: what shows one rounds it
/// up.
public struct PowerTarget: Hashable, Sendable {
  /// The chance to find a difference although both are equal, in (0, 1): of both sides together.
  public let level: Double
  /// The chance to find the difference that is looked for, in (0, 1).
  public let power: Double
  /// In which directions the test looks.
  public let sides: TestSides
  /// The normal deviate that each side of the test is exceeded by at its level.
  private let levelDeviate: Double
  /// The normal deviate below which a share ``power`` lies.
  private let powerDeviate: Double

  /// - Throws: `NumericsError.outOfDomain` unless level and power are in (0, 1) and the power exceeds the level of a
  ///   side.
  public init(level: Double = 0.05, power: Double = 0.8, sides: TestSides = .two) throws(NumericsError) {
    self.level = level
    self.power = power
    self.sides = sides
    levelDeviate = -(try StandardNormal.quantile(sides.levelOfEachSide(level)))
    powerDeviate = try StandardNormal.quantile(power)
    guard levelDeviate + powerDeviate > 0 else {
      throw .outOfDomain(argument: "power", value: power, expected: "above the level of a side")
    }
  }

  /// The people whom the baseline needs to detect the difference of two shares.
  ///
  /// - Parameters:
  ///   - baseline: the share in the baseline, in (0, 1).
  ///   - arm: the share in the arm, in (0, 1), another one.
  ///   - allocation: people of the arm for one of the baseline.
  /// - Throws: `NumericsError.outOfDomain`.
  public func baselineSize(
    baseline: Double, arm: Double, allocation: Double = 1
  ) throws(NumericsError) -> Double {
    let shares = try Shares(baseline: baseline, arm: arm, allocation: allocation)
    guard shares.difference != 0 else {
      throw .outOfDomain(argument: "arm", value: arm, expected: "another share than the baseline's")
    }
    let root =
      levelDeviate * shares.pooledVariance.squareRoot() + powerDeviate * shares.variance.squareRoot()
    return root * root / (shares.difference * shares.difference)
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

  /// The chance that a test of a given size finds two shares to differ, whatever ``power`` asks.
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
    let shares = try Shares(baseline: baseline, arm: arm, allocation: allocation)
    let pooled = levelDeviate * (shares.pooledVariance / size).squareRoot()
    let error = (shares.variance / size).squareRoot()
    let found = try StandardNormal.cumulative((abs(shares.difference) - pooled) / error)
    switch sides {
    case .one: return found
    case .two: return found + (try StandardNormal.cumulative((-abs(shares.difference) - pooled) / error))
    }
  }
}

/// Two shares and what one person of the baseline contributes to the variance of their difference.
private struct Shares {
  var difference: Double
  /// Were both the share of all people together.
  var pooledVariance: Double
  /// As they are.
  var variance: Double

  init(baseline: Double, arm: Double, allocation: Double) throws(NumericsError) {
    for (name, share) in [("baseline", baseline), ("arm", arm)] {
      guard share > 0, share < 1 else {
        throw .outOfDomain(argument: name, value: share, expected: "above 0 and below 1")
      }
    }
    guard allocation > 0, allocation.isFinite else {
      throw .outOfDomain(argument: "allocation", value: allocation, expected: "above 0 and finite")
    }
    difference = arm - baseline
    let mean = (baseline + allocation * arm) / (1 + allocation)
    pooledVariance = mean * (1 - mean) * (1 + 1 / allocation)
    variance = baseline * (1 - baseline) + arm * (1 - arm) / allocation
  }
}
