public import GSLNumerics

/// Releases or languages that are split between the arms instead of installs: many of one size.
public struct PlannedClusters: Hashable, Sendable {
  /// People of one of them.
  public let size: Double
  /// The share of the variance that lies between them.
  public let intraclassCorrelation: Double

  /// - Parameters:
  ///   - size: at least 1.
  ///   - intraclassCorrelation: in [0, 1).
  public init(size: Double, intraclassCorrelation: Double) {
    self.size = size
    self.intraclassCorrelation = intraclassCorrelation
  }

  /// The same as a whole number.
  public var installs: Int { max(1, Int(size.rounded())) }

  /// How many times the people of a test of installs it takes: 1 + (m − 1)ρ.
  public var designEffect: Double { 1 + (size - 1) * intraclassCorrelation }
}

/// How a planned test of several arms against one baseline is split and judged; what its arms do is not in it.
///
/// Several comparisons share the level as the intervals of an analysis do: by Dunnett's constant, and those of looks and of
/// releases or languages by Bonferroni's. Installs are those of all arms together, shares those of each arm, the baseline
/// first, each in (0, 1).
public struct TestDesign: Hashable, Sendable {
  /// What is to be shown of every arm.
  public let aim: TestAim
  /// Of all comparisons together.
  public let level: ConfidenceLevel
  /// The level of each comparison.
  public let comparisonLevel: ConfidenceLevel
  /// The share of the installs that each arm gets, the baseline first; they sum to 1.
  public let allocation: [Double]
  /// What is split between the arms; `nil` for installs.
  public let clusters: PlannedClusters?
  /// How often the test is looked at; `nil` for once, at its end.
  public let looks: PlannedLooks?
  /// What stops each comparison at its looks; `nil` for a single look.
  public let boundaries: GroupSequentialBoundaries?

  /// - Parameters:
  ///   - allocation: installs of each arm in any unit, the baseline first.
  ///   - clusters: `nil` for a split of installs; others are read once, at the end.
  ///   - looks: `nil` for a single look; others look for a difference.
  /// - Throws: `NumericsError.outOfDomain` for an allocation that is not above 0 and finite, for clusters that cannot be, and
  ///   for looks at them or at a test of another aim; `.tooFewValues` for fewer than two arms, and what the recursion and the
  ///   quadrature throw.
  public init(
    aim: TestAim = .difference, level: ConfidenceLevel = .ninetyFive, allocation: [Double] = [1, 1],
    clusters: PlannedClusters? = nil, looks: PlannedLooks? = nil
  ) throws(NumericsError) {
    guard allocation.count > 1 else { throw .tooFewValues(needed: 2, found: allocation.count) }
    for share in allocation where !(share > 0 && share.isFinite) {
      throw .outOfDomain(argument: "allocation", value: share, expected: "above 0 and finite")
    }
    if let clusters {
      guard clusters.size >= 1, clusters.size.isFinite, looks == nil else {
        throw .outOfDomain(
          argument: "clusters", value: clusters.size, expected: "at least 1, finite, and at a single look")
      }
      guard clusters.intraclassCorrelation >= 0, clusters.intraclassCorrelation < 1 else {
        throw .outOfDomain(
          argument: "icc", value: clusters.intraclassCorrelation, expected: "at least 0 and below 1")
      }
    }
    let comparisons = allocation.count - 1
    if comparisons > 1, looks == nil, clusters == nil {
      comparisonLevel = try SimultaneousComparisons(
        level, shares: allocation.dropFirst().map { $0 / (allocation[0] + $0) }
      ).level
    } else {
      comparisonLevel = level.simultaneous(over: comparisons)
    }
    if let looks {
      guard aim == .difference else {
        throw .outOfDomain(
          argument: "looks", value: Double(looks.count), expected: "none but for a difference")
      }
      boundaries = try looks.boundaries(level: comparisonLevel)
    } else {
      boundaries = nil
    }
    let sum = allocation.reduce(0, +)
    self.clusters = clusters
    self.looks = looks
    self.aim = aim
    self.level = level
    self.allocation = allocation.map { $0 / sum }
  }

  /// The whole installs of each arm, the baseline first, that a number of installs of all arms together takes; of releases
  /// or languages whole ones, at least two.
  public func wholeInstalls(_ installs: Double) -> [Double] {
    let unit = Double(clusters?.installs ?? 1)
    // What is a whole number but for rounding stays that number.
    return allocation.map { share in
      max(clusters == nil ? 0 : 2, (installs * share / unit * (1 - 1e-12)).rounded(.up)) * unit
    }
  }

  /// Whether this number of installs gives every arm two releases or languages; one alone has no spread.
  public func fitsClusters(_ installs: Int) -> Bool {
    guard let clusters else { return true }
    return allocation.allSatisfy { Double(installs) * $0 * (1 + 1e-12) >= Double(2 * clusters.installs) }
  }

  /// Installs of all arms together, split between these, the baseline first; the last one gets what is left.
  ///
  /// Of releases or languages whole ones, at least two of each arm, so that their sum may be another.
  public func split(_ installs: Int) -> [Int] {
    if let clusters {
      return allocation.map { share in
        max(2, Int(Double(installs) * share * (1 + 1e-12)) / clusters.installs) * clusters.installs
      }
    }
    // What is a whole number but for rounding stays that number.
    let whole = allocation.dropLast().map { Int((Double(installs) * $0 * (1 + 1e-12)).rounded(.down)) }
    return whole + [installs - whole.reduce(0, +)]
  }

  /// How many arms are compared with the baseline.
  public var comparisons: Int { allocation.count - 1 }

  /// People in an arm for one in the baseline; arms are numbered from 1.
  func ratio(_ arm: Int) -> Double { allocation[arm] / allocation[0] }

  /// People in the baseline, of all installs together, who are worth as much as people split one by one.
  func baselinePeople(ofInstalls installs: Double) -> Double {
    installs * allocation[0] / (clusters?.designEffect ?? 1)
  }

  /// The rule of one comparison.
  func target(power: Double) throws(NumericsError) -> PowerTarget {
    try PowerTarget(level: comparisonLevel.alpha, power: power, aim: aim)
  }

  /// Installs of all arms together that give every comparison a power.
  ///
  /// - Returns: not rounded.
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
  public func inflation(power: Double) throws(NumericsError) -> Double {
    try boundaries?.inflation(power: power, level: comparisonLevel.alpha) ?? 1
  }

  /// The power of each comparison.
  public func powers(installs: Double, shares: [Double]) throws(NumericsError) -> [Double] {
    var powers: [Double] = []
    if let boundaries {
      for drift in try drifts(installs: installs, shares: shares) {
        powers.append(try boundaries.stopping(drift: drift).upper.reduce(0, +))
      }
      return powers
    }
    // The power that a target names has no part in that of a size.
    let target = try target(power: 0.8)
    for arm in 1...comparisons {
      powers.append(
        try target.power(
          ofSize: baselinePeople(ofInstalls: installs), baseline: shares[0], arm: shares[arm],
          allocation: ratio(arm)))
    }
    return powers
  }

  /// The power of all comparisons together; `nil` for a single one, and with looks.
  ///
  /// Scores that share a baseline are normal with a common part: ∫ φ(u) Π Φ((excess + λu)/√(1 − λ²)) du, λ² the arm's
  /// people among those of the arm and the baseline.
  public func powerOfAll(installs: Double, shares: [Double]) throws(NumericsError) -> Double? {
    guard comparisons > 1, looks == nil else { return nil }
    let target = try target(power: 0.8)
    var terms: [(excess: Double, loading: Double, rest: Double)] = []
    for arm in 1...comparisons {
      let excess = try target.excess(
        ofSize: baselinePeople(ofInstalls: installs), baseline: shares[0], arm: shares[arm],
        allocation: ratio(arm)
      ).excess
      let share = ratio(arm) / (1 + ratio(arm))
      let isBelow = aim == .difference && shares[arm] < shares[0]
      terms.append((excess, (isBelow ? -1 : 1) * share.squareRoot(), (1 - share).squareRoot()))
    }
    let parts = terms
    func density(_ score: Double) -> Double {
      var density = StandardNormal.density(score)
      for part in parts {
        density *= StandardNormal.upperTail(-(part.excess + part.loading * score) / part.rest)
      }
      return density
    }
    return min(
      1, try integral(from: -8, to: 8, absoluteTolerance: 1e-9, relativeTolerance: 1e-9, of: density))
  }

  /// The chance that a comparison of equal options finds a difference in one direction, from 0 to 1.
  public var levelOfOneSide: Double { comparisonLevel.alpha / 2 }

  /// The share, on one side of the baseline's, that every comparison detects with a power.
  ///
  /// - Returns: `nil` where the test is too small to detect any share on that side.
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
