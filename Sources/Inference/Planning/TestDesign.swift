public import GSLNumerics

/// How a planned test of several arms against one baseline is split and judged; what its arms do is not in it.
///
/// With several comparisons each is tested at the level over their number (Bonferroni), which suffices for every
/// correction of p-values: those that ``MultiplicityCorrection`` names find at least as much.
public struct TestDesign: Hashable, Sendable {
  /// What is to be shown of every arm.
  public let aim: TestAim
  /// Of all comparisons together.
  public let level: ConfidenceLevel
  /// In which directions a difference is looked for.
  public let sides: TestSides
  /// How the analysis adjusts p-values.
  public let correction: MultiplicityCorrection
  /// The level of each comparison.
  public let comparisonLevel: ConfidenceLevel
  /// The share of the installs that each arm gets, the baseline first; they sum to 1.
  public let allocation: [Double]
  /// The share of each arm's installs that the rates are of, the baseline first, in (0, 1].
  public let counted: [Double]
  /// How often the test is looked at; `nil` for once, at its end.
  public let looks: PlannedLooks?
  /// What stops each comparison at its looks; `nil` for a single look.
  public let boundaries: GroupSequentialBoundaries?

  /// - Parameters:
  ///   - allocation: installs of each arm in any unit, the baseline first.
  ///   - counted: the share of each arm's installs that the rates are of: those with usable rows, those prompted.
  ///   - looks: `nil` for a single look; others look for a difference, on two sides.
  /// - Throws: `NumericsError.outOfDomain` for an allocation that is not above 0 and finite, for a share counted
  ///   outside (0, 1], for looks at a test of another aim or of one side; `.tooFewValues` for fewer than two arms,
  ///   `.unequalLengths`, and what the recursion throws.
  public init(
    aim: TestAim = .difference, level: ConfidenceLevel = .ninetyFive, sides: TestSides = .two,
    correction: MultiplicityCorrection = .holm, allocation: [Double] = [1, 1], counted: [Double]? = nil,
    looks: PlannedLooks? = nil
  ) throws(NumericsError) {
    let counted = counted ?? [Double](repeating: 1, count: allocation.count)
    guard allocation.count > 1 else { throw .tooFewValues(needed: 2, found: allocation.count) }
    guard allocation.count == counted.count else {
      throw .unequalLengths(first: allocation.count, second: counted.count)
    }
    for share in allocation where !(share > 0 && share.isFinite) {
      throw .outOfDomain(argument: "allocation", value: share, expected: "above 0 and finite")
    }
    for share in counted where !(share > 0 && share <= 1) {
      throw .outOfDomain(argument: "counted", value: share, expected: "above 0 and at most 1")
    }
    let comparisons = allocation.count - 1
    // The boundaries of looks share the level of all comparisons, however p-values are adjusted.
    comparisonLevel =
      correction == .none && looks == nil ? level : level.simultaneous(over: comparisons)
    if let looks {
      guard aim == .difference, sides == .two else {
        throw .outOfDomain(
          argument: "looks", value: Double(looks.count), expected: "none but for a difference, on two sides")
      }
      boundaries = try looks.boundaries(level: comparisonLevel)
    } else {
      boundaries = nil
    }
    self.looks = looks
    let sum = allocation.reduce(0, +)
    self.aim = aim
    self.level = level
    self.sides = sides
    self.correction = correction
    self.allocation = allocation.map { $0 / sum }
    self.counted = counted
  }

  /// How many arms are compared with the baseline.
  public var comparisons: Int { allocation.count - 1 }

  /// People counted in an arm for one counted in the baseline; arms are numbered from 1.
  func ratio(_ arm: Int) -> Double { allocation[arm] / allocation[0] * (counted[arm] / counted[0]) }

  /// People counted in the baseline, of all installs together.
  func baselinePeople(ofInstalls installs: Double) -> Double { installs * allocation[0] * counted[0] }

  /// The rule of one comparison.
  func target(power: Double) throws(NumericsError) -> PowerTarget {
    try PowerTarget(level: comparisonLevel.alpha, power: power, sides: sides, aim: aim)
  }

  /// Installs of all arms together that give every comparison a power.
  ///
  /// - Parameters:
  ///   - shares: of each arm, the baseline first, each in (0, 1).
  ///   - power: of each comparison.
  /// - Returns: not rounded.
  /// - Throws: `NumericsError.outOfDomain`, and what the root finder throws.
  public func installs(shares: [Double], power: Double) throws(NumericsError) -> Double {
    let target = try target(power: power)
    var people = 0.0
    for arm in 1...comparisons {
      people = max(
        people, try target.baselineSize(baseline: shares[0], arm: shares[arm], allocation: ratio(arm)))
    }
    return try inflation(power: power) * people / baselinePeople(ofInstalls: 1)
  }

  /// How many times the installs of a test with a single look the test takes, for the same power.
  ///
  /// - Throws: `NumericsError.outOfDomain`, and what the root finder throws.
  public func inflation(power: Double) throws(NumericsError) -> Double {
    try boundaries?.inflation(power: power, level: comparisonLevel.alpha) ?? 1
  }

  /// The power of each comparison.
  ///
  /// - Parameters:
  ///   - installs: of all arms together.
  ///   - shares: of each arm, the baseline first, each in (0, 1).
  /// - Throws: `NumericsError.outOfDomain`.
  public func powers(installs: Double, shares: [Double]) throws(NumericsError) -> [Double] {
    var powers: [Double] = []
    if let boundaries {
      for drift in try drifts(installs: installs, shares: shares) {
        powers.append(try boundaries.stopping(drift: drift).upper.reduce(0, +))
      }
      return powers
    }
    let people = baselinePeople(ofInstalls: installs)
    for arm in 1...comparisons {
      // The power that a target names has no part in that of a size.
      powers.append(
        try target(power: 0.8).power(
          ofSize: people, baseline: shares[0], arm: shares[arm], allocation: ratio(arm)))
    }
    return powers
  }

  /// The share, on one side of the baseline's, that every comparison detects with a power.
  ///
  /// - Parameters:
  ///   - installs: of all arms together.
  ///   - baseline: the share in the baseline, in (0, 1).
  ///   - power: of each comparison.
  ///   - above: whether the arms' share is the larger one.
  /// - Returns: `nil` where the test is too small to detect any share on that side.
  /// - Throws: `NumericsError.outOfDomain`, and what the root finder throws.
  public func detectableShare(
    installs: Double, baseline: Double, power: Double, above: Bool
  ) throws(NumericsError) -> Double? {
    let target = try target(power: power)
    let people = try baselinePeople(ofInstalls: installs) / inflation(power: power)
    var farthest = baseline
    for arm in 1...comparisons {
      guard
        let share = try target.detectableShare(
          ofSize: people, baseline: baseline, allocation: ratio(arm), above: above)
      else { return nil }
      farthest = above ? max(farthest, share) : min(farthest, share)
    }
    return farthest
  }
}
