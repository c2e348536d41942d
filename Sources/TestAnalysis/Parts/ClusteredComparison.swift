import GSLNumerics
public import Inference
public import TestData
public import TextFormats

/// An arm against the baseline where the arms are in different releases or languages, so that these
/// and not the installs are what was assigned.
public struct ClusteredComparison: Encodable, Sendable {
  /// What the clusters are.
  public let kind: PartColumn
  /// The position of the arm.
  @OptionNames public private(set) var option: Int
  /// What the clusters can tell.
  public let comparison: ClusterComparison
  /// Whether the clusters of one arm were installed after those of the other; `nil` where the data do not say when.
  public let isInSequence: Bool?

  /// Why what is the arm's cannot be distinguished from what is its clusters'; `nil` where it can, if they were dealt
  /// by lot.
  var confounding: NoVerdictReason? {
    if comparison.contrast == nil { return .confounded }
    return isInSequence == true ? .inSequence : nil
  }

  /// From this chance on that an install of one arm is later than one of the other, the arms' clusters are taken to
  /// follow one another: releases that are rolled out in steps overlap a little.
  static let sequenceChance = 0.9

  /// Below this the arms are taken to have no release in common: some installs update in between.
  static let leastOverlap = 0.05

  /// - Returns: `nil` where the two arms share releases (languages), as a split of installs does.
  ///
  /// - Parameter days: installs by their day, the earliest first; empty where the data do not say.
  init?(
    _ kind: PartColumn, _ clusters: [ClusterCounts], arm: Int, baseline: Int, denominator: Denominator,
    days: [ClusterCounts]
  ) throws {
    let pairs = try clusters.map(\.arms).pairs(arm, baseline, denominator)
    guard let overlap = pairs.overlap, overlap < Self.leastOverlap else { return nil }
    // The few installs on the other side's release say nothing of it.
    let sides = pairs.shares.map { $0.arm > $0.baseline }
    let own = zip(pairs, sides).filter { $1 }.map(\.0.arm)
    let theirs = zip(pairs, sides).filter { !$1 && $0.baseline.n > 0 }.map(\.0.baseline)
    guard let comparison = ClusterComparison(arm: own, baseline: theirs) else { return nil }
    self.kind = kind
    option = arm
    self.comparison = comparison
    isInSequence = Self.chanceOfLater(days, arm, than: baseline).map {
      max($0, 1 - $0) >= Self.sequenceChance
    }
  }

  /// The chance that an install of one arm is of a later day than one of another, halves for the same day.
  private static func chanceOfLater(_ days: [ClusterCounts], _ arm: Int, than other: Int) -> Double? {
    var before = 0.0
    var later = 0.0
    var all = 0.0
    for day in days {
      let own = Double(day.arms[arm]?.installs ?? 0)
      let others = Double(day.arms[other]?.installs ?? 0)
      later += own * (before + others / 2)
      before += others
      all += own
    }
    return all > 0 && before > 0 ? later / (all * before) : nil
  }
}

extension [[OutcomeCounts?]] {
  /// What two arms have in each part of a test; 0 of 0 where an arm has nobody there.
  func pairs(_ arm: Int, _ baseline: Int, _ denominator: Denominator) throws -> [TwoArms] {
    try map { part in
      let counts = try part.observed(denominator)
      return TwoArms(counts[arm], against: counts[baseline])
    }
  }
}

extension [TwoArms] {
  /// The people of both arms.
  var people: Int { reduce(0) { $0 + $1.arm.n + $1.baseline.n } }

  /// By part the share that its people are of all people of the arm, and of the baseline; 0 where that has nobody.
  var shares: [(arm: Double, baseline: Double)] {
    let (arm, baseline) = (reduce(0) { $0 + $1.arm.n }, reduce(0) { $0 + $1.baseline.n })
    return map {
      (Double($0.arm.n) / Double(Swift.max(1, arm)), Double($0.baseline.n) / Double(Swift.max(1, baseline)))
    }
  }

  /// The share of two arms' people that lie in the same clusters: Σ min(share of one, share of the other); `nil` where an
  /// arm has nobody in any cluster.
  var overlap: Double? {
    guard contains(where: { $0.arm.n > 0 }), contains(where: { $0.baseline.n > 0 }) else { return nil }
    return shares.reduce(0) { $0 + Swift.min($1.arm, $1.baseline) }
  }
}
