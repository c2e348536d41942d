public import GSLNumerics

/// Releases or languages that are split between the arms instead of installs: many of one size.
public struct PlannedClusters: Codable, Hashable, Sendable {
  /// People of one of them.
  public let size: Double
  /// The intraclass correlation: the share of the variance that lies between them.
  public let icc: Double
  /// How many times the people of a test of installs it takes: 1 + (m − 1)ρ.
  public let designEffect: Double

  /// - Parameters:
  ///   - size: at least 1.
  ///   - icc: in [0, 1).
  public init(size: Double, icc: Double) {
    self.size = size
    self.icc = icc
    designEffect = 1 + (size - 1) * icc
  }

  /// The people of one of them as a whole number.
  public var installs: Int { max(1, Int(size.rounded())) }
}

/// How a planned test of several arms against one baseline is split and judged; what its arms do is not in it.
///
/// Several comparisons share the level as the intervals of an analysis do: by Dunnett's constant, and those of looks and of
/// releases or languages by Bonferroni's. Installs are those of all arms together, shares those of each arm, the baseline
/// first, each in (0, 1).
public struct TestDesign: Hashable, Sendable {
  /// The margin by which no arm is to be worse, one-sided at half of the level, which agrees with the lower limit of an
  /// interval at that level; `nil` where arms are to differ, in either direction.
  public let nonInferior: Double?
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
  /// The normal deviate that each side of a comparison is exceeded by at its level.
  let levelDeviate: Double

  /// - Parameters:
  ///   - allocation: installs of each arm in any unit, the baseline first.
  ///   - clusters: `nil` for a split of installs; others are read once, at the end.
  ///   - looks: `nil` for a single look; others look for a difference.
  /// - Precondition: two arms or more, each with a finite allocation above 0; a margin and an intraclass correlation below 1,
  ///   clusters of at least one install; no looks at clusters or at a test with a margin.
  /// - Throws: what the recursion and the quadrature throw.
  public init(
    nonInferior: Double? = nil, level: ConfidenceLevel = .ninetyFive, allocation: [Double] = [1, 1],
    clusters: PlannedClusters? = nil, looks: PlannedLooks? = nil
  ) throws(NumericsError) {
    precondition(allocation.count > 1 && allocation.allSatisfy { $0 > 0 && $0.isFinite })
    precondition(nonInferior.map { $0 > 0 && $0 < 1 && looks == nil } ?? true)
    precondition(
      clusters.map { $0.size >= 1 && $0.size.isFinite && (0..<1).contains($0.icc) && looks == nil } ?? true)
    let comparisons = allocation.count - 1
    if comparisons > 1, looks == nil, clusters == nil {
      comparisonLevel = try SimultaneousComparisons(
        level, shares: allocation.dropFirst().map { $0 / (allocation[0] + $0) }
      ).level
    } else {
      comparisonLevel = level.simultaneous(over: comparisons)
    }
    boundaries = try looks?.boundaries(level: comparisonLevel)
    levelDeviate = try comparisonLevel.deviate()
    let sum = allocation.reduce(0, +)
    self.clusters = clusters
    self.looks = looks
    self.nonInferior = nonInferior
    self.level = level
    self.allocation = allocation.map { $0 / sum }
  }

  /// The whole installs of each arm, the baseline first, that a number of installs of all arms together takes; of releases
  /// or languages whole ones, at least two.
  public func wholeInstalls(_ installs: Double) -> [Int] {
    let unit = clusters?.installs ?? 1
    // What is a whole number but for rounding stays that number.
    return allocation.map { share in
      max(clusters == nil ? 0 : 2, Int((installs * share / Double(unit) * (1 - 1e-12)).rounded(.up))) * unit
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
}
