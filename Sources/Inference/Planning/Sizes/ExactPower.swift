import Foundation
public import GSLNumerics

extension RejectionRegion {
  /// The tables on which the score test finds the arms to differ, as an analysis does it.
  ///
  /// For a given count of the arm the deviate falls with the baseline's, so each side is one run.
  /// - Parameters:
  ///   - arm: the people of the arm, at least 1.
  ///   - baseline: the people of the baseline, at least 1.
  ///   - bound: the normal deviate that has to be exceeded, in either direction.
  ///   - isAbove: `nil` for both directions; else whether only a larger share of the arm counts.
  init(arm: Int, baseline: Int, scoreBound bound: Double, isAbove: Bool?) {
    sizes = (arm, baseline)
    let people = Double(arm + baseline)
    let (first, second) = (Double(arm), Double(baseline))
    /// The square of the deviate over that of the bound is above 1: N/(N − 1) times the pooled variance.
    func exceeds(_ count: Int, _ other: Int) -> Bool {
      let events = Double(count + other)
      let gap = Double(count) * second - Double(other) * first
      let variance = events * (people - events) * first * second / (people - 1)
      return gap * gap > bound * bound * variance
    }
    rows = (0...arm).map { count in
      let even = Int((Double(count) / first * second).rounded(.down))
      var runs: [ClosedRange<Int>] = []
      if isAbove != false {
        // The first of the baseline's counts that is too near.
        let near = partition(0, even + 1) { !exceeds(count, $0) }
        if near > 0 { runs.append(0...(near - 1)) }
      }
      if isAbove != true, even < baseline {
        let far = partition(even + 1, baseline + 1) { exceeds(count, $0) }
        if far <= baseline { runs.append(far...baseline) }
      }
      return runs
    }
  }
}

/// The first of `low`, …, `high − 1` for which a condition holds that holds from there on, or `high`.
private func partition(_ low: Int, _ high: Int, where holds: (Int) -> Bool) -> Int {
  var (low, high) = (low, high)
  while low < high {
    let middle = low + (high - low) / 2
    if holds(middle) { high = middle } else { low = middle + 1 }
  }
  return low
}

extension TestDesign {
  /// The most tables of one comparison over which a power is added up.
  static let mostTables = 4_000_000
  /// The most tables among which a size is looked for by Fisher's test, whose tables take longer to find.
  private static let mostTablesOfFisher = 250_000

  /// Whether the power of small tests can be added up over their tables.
  private var isCountable: Bool {
    aim == .difference && looks == nil && clusters == nil && !mustShowAll && counted.allSatisfy { $0 == 1 }
  }

  private func isSmall(_ installs: [Int], most tables: Int = mostTables) -> Bool {
    let most = installs.dropFirst().max() ?? 0
    return (Double(installs[0]) + 1) * (Double(most) + 1) <= Double(tables)
  }

  /// The power of each comparison, added up over all tables that the test can find.
  ///
  /// - Parameters:
  ///   - installs: of each arm, the baseline first.
  ///   - shares: of each arm, the baseline first, each in (0, 1).
  /// - Returns: `nil` for tests that are too large for that, and for those that are not a split of installs with a
  ///   difference to find at a single look.
  /// - Throws: `NumericsError`.
  public func exactPowers(installs: [Int], shares: [Double]) throws(NumericsError) -> [Double]? {
    guard isCountable, isSmall(installs), installs.allSatisfy({ $0 > 0 }) else { return nil }
    return try countedPowers(installs, shares)
  }

  /// The share of every arm at which each comparison has a power, added up over all tables.
  ///
  /// - Parameters:
  ///   - installs: of each arm, the baseline first.
  ///   - baseline: the baseline's share, in (0, 1).
  ///   - power: of each comparison.
  ///   - above: whether the arms' share is the larger one.
  /// - Returns: the share, `nil` where no share on that side has the power; and whether that is known, as it is where
  ///   ``exactPowers(installs:shares:)`` has powers.
  /// - Throws: `NumericsError`.
  func exactDetectableShare(
    installs: [Int], baseline: Double, power: Double, above: Bool
  ) throws(NumericsError) -> (share: Double?, isKnown: Bool) {
    guard isCountable, isSmall(installs), installs.allSatisfy({ $0 > 0 }) else { return (nil, false) }
    let regions = try regions(installs) { _ in above }
    let room = above ? 1 - baseline : baseline
    func share(_ part: Double) -> Double { baseline + (above ? room : -room) * part }
    func lacking(_ part: Double) -> Double {
      let powers = regions.map {
        $0.probability(arm: share(part), baseline: baseline, negligible: Self.negligible)
      }
      return power - (powers.min() ?? 0)
    }
    let (least, most) = (1e-6, 1 - 1e-6)
    guard lacking(most) <= 0 else { return (nil, true) }
    // Where options that are alike already have it, any difference does.
    guard lacking(least) > 0 else { return (share(least), true) }
    return (share(try root(from: least, to: most, absoluteTolerance: 1e-10, of: lacking)), true)
  }

  /// Counts less probable are left out of a power.
  private static let negligible = 1e-18

  private func countedPowers(_ installs: [Int], _ shares: [Double]) throws(NumericsError) -> [Double] {
    zip(1..., try regions(installs) { shares[$0] > shares[0] }).map { arm, region in
      region.probability(arm: shares[arm], baseline: shares[0], negligible: Self.negligible)
    }
  }

  /// The tables of each comparison on which the test finds a difference.
  private func regions(
    _ installs: [Int], _ looksAbove: (_ arm: Int) -> Bool
  ) throws(NumericsError) -> [RejectionRegion] {
    let bound = -(try StandardNormal.quantile(sides.levelOfEachSide(comparisonLevel.alpha)))
    var regions: [RejectionRegion] = []
    for arm in 1...comparisons {
      let isAbove: Bool? =
        switch sides {
        case .one: looksAbove(arm)
        case .two: nil
        }
      let region: RejectionRegion
      switch test {
      case .score:
        region = RejectionRegion(
          arm: installs[arm], baseline: installs[0], scoreBound: bound, isAbove: isAbove)
      case .fisher:
        region = try RejectionRegion(
          arm: installs[arm], baseline: installs[0], lnLevel: log(comparisonLevel.alpha))
      }
      regions.append(region)
    }
    return regions
  }

  /// The fewest installs of each arm that have the power, as those do that are up to a tenth more.
  ///
  /// The power of whole counts saws up and down with their number (Chernick & Liu 2002), so a size that has it by
  /// chance is passed over.
  /// - Parameters:
  ///   - shares: of each arm, the baseline first, each in (0, 1).
  ///   - power: of each comparison.
  ///   - formula: installs of the baseline by the formula, near which the size is looked for.
  /// - Returns: `nil` where ``exactPowers(installs:shares:)`` has none.
  /// - Throws: `NumericsError`.
  func exactInstalls(
    shares: [Double], power: Double, near formula: Double
  ) throws(NumericsError) -> [Int]? {
    guard isCountable else { return nil }
    func split(_ baseline: Int) -> [Int] {
      allocation.map { Int((Double(baseline) * $0 / allocation[0] * (1 - 1e-12)).rounded(.up)) }
    }
    let most =
      switch test {
      case .score: Self.mostTables
      case .fisher: Self.mostTablesOfFisher
      }
    var start: Int?
    var baseline = max(1, Int(0.8 * formula))
    guard formula < Double(Self.mostTables), isSmall(split(baseline), most: most) else { return nil }
    while true {
      let installs = split(baseline)
      let found = try countedPowers(installs, shares).min() ?? 0
      if found < power {
        start = nil
        guard isSmall(installs, most: most) else { return nil }
      } else if let start {
        if Double(baseline) >= 1.1 * Double(start) { return split(start) }
      } else {
        guard isSmall(installs, most: most) else { return nil }
        start = baseline
      }
      baseline += 1
    }
  }
}
