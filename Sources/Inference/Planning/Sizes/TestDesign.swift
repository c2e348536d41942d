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
  /// Which test decides.
  public let test: DecidingTest
  /// How the analysis adjusts p-values.
  public let correction: MultiplicityCorrection
  /// The level of each comparison.
  public private(set) var comparisonLevel: ConfidenceLevel
  /// The share of the installs that each arm gets, the baseline first; they sum to 1.
  public let allocation: [Double]
  /// The share of each arm's installs that the rates are of, the baseline first, in (0, 1].
  public let counted: [Double]
  /// What is split between the arms; `nil` for installs.
  public let clusters: PlannedClusters?
  /// Whether the power is that of all comparisons together, and not of each.
  public let mustShowAll: Bool
  /// How often the test is looked at; `nil` for once, at its end.
  public let looks: PlannedLooks?
  /// What stops each comparison at its looks; `nil` for a single look.
  public let boundaries: GroupSequentialBoundaries?

  /// - Parameters:
  ///   - allocation: installs of each arm in any unit, the baseline first.
  ///   - counted: the share of each arm's installs that the rates are of: those with usable rows, those prompted.
  ///   - clusters: `nil` for a split of installs; counted clusters are for a difference, at a single look.
  ///   - test: Fisher's is for a difference on two sides, of installs and at a single look.
  ///   - looks: `nil` for a single look; others look for a difference, on two sides.
  ///   - mustShowAll: whether the power is that of all comparisons together; where ``hasJointPower``.
  /// - Throws: `NumericsError.outOfDomain` for an allocation that is not above 0 and finite, for a share counted
  ///   outside (0, 1], for looks at a test of another aim or of one side; `.tooFewValues` for fewer than two arms,
  ///   `.unequalLengths`, and what the recursion throws.
  public init(
    aim: TestAim = .difference, level: ConfidenceLevel = .ninetyFive, sides: TestSides = .two,
    correction: MultiplicityCorrection = .holm, allocation: [Double] = [1, 1], counted: [Double]? = nil,
    clusters: PlannedClusters? = nil, test: DecidingTest = .score, looks: PlannedLooks? = nil,
    mustShowAll: Bool = false
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
    switch clusters {
    case nil: break
    case .size(let size, let correlation)?:
      guard size >= 1, size.isFinite else {
        throw .outOfDomain(argument: "clusters", value: size, expected: "at least 1 and finite")
      }
      try Self.require(correlation: correlation)
    case .counts(let counts, let correlation)?:
      guard counts.count == allocation.count else {
        throw .unequalLengths(first: counts.count, second: allocation.count)
      }
      for count in counts where count < 2 {
        throw .outOfDomain(argument: "clusters", value: Double(count), expected: "at least 2 in each option")
      }
      guard aim == .difference, looks == nil else {
        throw .outOfDomain(
          argument: "clusters", value: Double(counts.count),
          expected: "none but for a difference at a single look")
      }
      try Self.require(correlation: correlation)
    }
    self.clusters = clusters
    self.test = test
    guard test == .score || (aim == .difference && sides == .two && clusters == nil && looks == nil) else {
      throw .outOfDomain(
        argument: "test", value: level.alpha,
        expected: "the score test but for a difference of installs on two sides, at a single look")
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
    self.mustShowAll = mustShowAll
    let sum = allocation.reduce(0, +)
    self.aim = aim
    self.level = level
    self.sides = sides
    self.correction = correction
    self.allocation = allocation.map { $0 / sum }
    self.counted = counted
    guard !mustShowAll || hasJointPower else {
      throw .outOfDomain(
        argument: "comparisons", value: Double(comparisons),
        expected: "several with one bound each, at a single look")
    }
  }

  private static func require(correlation: Double) throws(NumericsError) {
    guard correlation >= 0, correlation < 1 else {
      throw .outOfDomain(argument: "icc", value: correlation, expected: "at least 0 and below 1")
    }
  }

  /// The same test where the intervals of an analysis decide, which hold together by Dunnett's constant.
  ///
  /// They are a little narrower than Bonferroni's, as comparisons that share a baseline err together.
  /// - Returns: `nil` where intervals are no other: for a single comparison, without a correction, and for anything but a
  ///   difference of installs that the score test finds on two sides at a single look.
  /// - Throws: what the quadrature throws.
  public func judgedByIntervals() throws(NumericsError) -> TestDesign? {
    guard aim == .difference, sides == .two, test == .score, looks == nil, clusters == nil, !mustShowAll,
      correction != .none, comparisons > 1
    else { return nil }
    var design = self
    design.comparisonLevel = try level.simultaneous(
      shares: (1...comparisons).map { ratio($0) / (1 + ratio($0)) })
    return design
  }

  /// The whole installs of each arm, the baseline first, that a number of installs of all arms together takes.
  public func wholeInstalls(_ installs: Double) -> [Double] {
    // What is a whole number but for rounding stays that number.
    allocation.map { (installs * $0 * (1 - 1e-12)).rounded(.up) }
  }

  /// Installs of all arms together, split between these, the baseline first; the last one gets what is left.
  public func split(_ installs: Int) -> [Int] {
    // What is a whole number but for rounding stays that number.
    let whole = allocation.dropLast().map { Int((Double(installs) * $0 * (1 + 1e-12)).rounded(.down)) }
    return whole + [installs - whole.reduce(0, +)]
  }

  /// How many arms are compared with the baseline.
  public var comparisons: Int { allocation.count - 1 }

  /// People counted in an arm for one counted in the baseline; arms are numbered from 1.
  func ratio(_ arm: Int) -> Double { allocation[arm] / allocation[0] * (counted[arm] / counted[0]) }

  /// People counted in the baseline, of all installs together, who are worth as much as people split one by one.
  func baselinePeople(ofInstalls installs: Double) -> Double {
    installs * allocation[0] * counted[0] / (clusters?.designEffect ?? 1)
  }

  /// The rule of a comparison of counted clusters; `nil` for all else.
  func clustered(_ arm: Int) -> ClusteredPower? {
    guard case .counts(let counts, _)? = clusters else { return nil }
    return clustered((counts[arm], counts[0]))
  }

  private func clustered(_ counts: (Int, Int)) -> ClusteredPower? {
    guard case .counts(_, let correlation)? = clusters else { return nil }
    return ClusteredPower(
      level: comparisonLevel.alpha, sides: sides, clusters: counts, correlation: correlation)
  }

  /// The rule of one comparison.
  func target(power: Double) throws(NumericsError) -> PowerTarget {
    try PowerTarget(level: comparisonLevel.alpha, power: power, sides: sides, aim: aim, test: test)
  }

  /// Installs of all arms together that give every comparison a power, or all of them together.
  ///
  /// - Parameters:
  ///   - shares: of each arm, the baseline first, each in (0, 1).
  ///   - power: of each comparison, or of all together as the design asks.
  /// - Returns: not rounded; infinite where counted clusters do not have the power with any number of installs.
  /// - Throws: `NumericsError.outOfDomain`, and what the root finder throws.
  public func installs(shares: [Double], power: Double) throws(NumericsError) -> Double {
    try mustShowAll
      ? installsForAll(shares: shares, power: power) : installsForEach(shares: shares, power: power)
  }

  /// Installs of all arms together that give every comparison a power.
  func installsForEach(shares: [Double], power: Double) throws(NumericsError) -> Double {
    let target = try target(power: power)
    var people = 0.0
    for arm in 1...comparisons {
      let needed: Double
      if let clustered = clustered(arm) {
        needed = try clustered.people(power: power, planned(shares, arm)) ?? .infinity
      } else {
        needed = try target.baselineSize(baseline: shares[0], arm: shares[arm], allocation: ratio(arm))
      }
      people = max(people, needed)
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
      if let clustered = clustered(arm) {
        powers.append(try clustered.power(people: people, planned(shares, arm)))
        continue
      }
      // The power that a target names has no part in that of a size.
      powers.append(
        try target(power: 0.8).power(
          ofSize: people, baseline: shares[0], arm: shares[arm], allocation: ratio(arm)))
    }
    return powers
  }

  private func planned(_ shares: [Double], _ arm: Int) throws(NumericsError) -> PlannedShares {
    try PlannedShares(baseline: shares[0], arm: shares[arm], allocation: ratio(arm))
  }

  /// The chance that a comparison of equal options finds a difference in one direction, from 0 to 1.
  public var levelOfOneSide: Double {
    aim == .difference ? sides.levelOfEachSide(comparisonLevel.alpha) : comparisonLevel.alpha / 2
  }

  /// Whether powers count differences that are found in the wrong direction too, as tests on two sides do.
  public var powerCountsBothSides: Bool {
    if case .counts? = clusters { return false }
    return aim == .difference && sides == .two && looks == nil
  }

  /// The most power that each comparison of counted clusters can have, with any number of installs; 1 for all else.
  ///
  /// - Throws: `NumericsError.outOfDomain`, and what the quadrature throws.
  func mostPowers(shares: [Double]) throws(NumericsError) -> [Double] {
    var powers: [Double] = []
    for arm in 1...comparisons {
      powers.append(try clustered(arm)?.power(people: .infinity, planned(shares, arm)) ?? 1)
    }
    return powers
  }

  /// The fewest clusters of each arm with which enough installs have a power in every comparison.
  ///
  /// - Returns: `nil` where clusters are not counted, or where thousands of them are too few.
  /// - Throws: `NumericsError`.
  func fewestClusters(shares: [Double], power: Double) throws(NumericsError) -> Int? {
    func suffice(_ count: Int) throws(NumericsError) -> Bool {
      for arm in 1...comparisons {
        guard let rule = clustered((count, count)) else { return false }
        // With exactly that power only infinitely many installs would do.
        if try rule.power(people: .infinity, planned(shares, arm)) <= power { return false }
      }
      return true
    }
    var enough = 2
    while try !suffice(enough) {
      enough *= 2
      guard enough <= 4096 else { return nil }
    }
    var few = enough / 2
    while enough - few > 1 {
      let middle = (few + enough) / 2
      if try suffice(middle) { enough = middle } else { few = middle }
    }
    return enough
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
    if mustShowAll {
      return try shareForAll(installs: installs, baseline: baseline, power: power, above: above)
    }
    return try shareForEach(installs: installs, baseline: baseline, power: power, above: above)
  }

  /// The share that every comparison detects with a power.
  func shareForEach(
    installs: Double, baseline: Double, power: Double, above: Bool
  ) throws(NumericsError) -> Double? {
    let target = try target(power: power)
    let people = try baselinePeople(ofInstalls: installs) / inflation(power: power)
    var farthest = baseline
    for arm in 1...comparisons {
      if clustered(arm) != nil {
        throw .outOfDomain(argument: "clusters", value: Double(arm), expected: "a difference that is given")
      }
      guard
        let share = try target.detectableShare(
          ofSize: people, baseline: baseline, allocation: ratio(arm), above: above)
      else { return nil }
      farthest = above ? max(farthest, share) : min(farthest, share)
    }
    return farthest
  }
}
