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

  /// From this chance on that an install of one arm is later than one of the other, arms whose clusters do not
  /// interleave are taken to follow one another: releases that are rolled out in steps overlap a little.
  static let sequenceChance = 0.9

  /// Below this the arms are taken to have no release in common: some installs update in between.
  static let leastOverlap = 0.05

  /// - Returns: `nil` where the two arms share releases (languages), as a split of installs does.
  ///
  /// - Parameter days: installs by their day, the earliest first; empty where the data do not say.
  init?(
    _ kind: PartColumn, _ clusters: [ClusterCounts], arm: Int, baseline: Int, denominator: Denominator,
    days: [ClusterCounts]
  ) {
    let pairs = ClusterPair.all(clusters, arm, baseline, denominator)
    guard let overlap = pairs.overlap, overlap < Self.leastOverlap else { return nil }
    var (own, theirs): ([ObservedCount], [ObservedCount]) = ([], [])
    var (ownDates, theirDates): ([Double], [Double]) = ([], [])
    for (cluster, pair) in zip(clusters, pairs) {
      // The few installs on the other side's release say nothing of it.
      let isOwn = pair.shares.arm > pair.shares.baseline
      guard let counts = cluster.arms[isOwn ? arm : baseline], let people = counts[denominator], people > 0,
        let count = try? ObservedCount(counts.allowed, of: people)
      else { continue }
      if isOwn {
        own.append(count)
        ownDates += cluster.meanInstallDay.map { [$0] } ?? []
      } else {
        theirs.append(count)
        theirDates += cluster.meanInstallDay.map { [$0] } ?? []
      }
    }
    guard let comparison = ClusterComparison(arm: own, baseline: theirs) else { return nil }
    self.kind = kind
    option = arm
    self.comparison = comparison
    isInSequence = Self.isInSequence(
      ownDates, theirDates, chance: Self.chanceOfLater(days, arm, than: baseline))
  }

  /// - Parameters:
  ///   - own: the mean install day of each cluster of the arm.
  ///   - theirs: of each of the baseline.
  ///   - chance: that an install of the arm is later than one of the baseline; `nil` where the data do not say.
  private static func isInSequence(_ own: [Double], _ theirs: [Double], chance: Double?) -> Bool? {
    guard let chance, let first = own.min(), let last = own.max(), let firstOther = theirs.min(),
      let lastOther = theirs.max()
    else { return nil }
    return first > lastOther && chance >= sequenceChance || last < firstOther && chance <= 1 - sequenceChance
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

/// What two arms have in one release or language: people, and the share that these are of all people of the arm.
struct ClusterPair {
  var people: (arm: Int, baseline: Int)
  var shares: (arm: Double, baseline: Double)

  /// Of every cluster; shares are 0 where the arm has nobody.
  static func all(
    _ clusters: [ClusterCounts], _ arm: Int, _ baseline: Int, _ denominator: Denominator
  ) -> [ClusterPair] {
    let people = clusters.map {
      (arm: $0.arms[arm]?[denominator] ?? 0, baseline: $0.arms[baseline]?[denominator] ?? 0)
    }
    let whole = (people.reduce(0) { $0 + $1.arm }, people.reduce(0) { $0 + $1.baseline })
    return people.map {
      ClusterPair(
        people: $0,
        shares: (Double($0.arm) / Double(max(1, whole.0)), Double($0.baseline) / Double(max(1, whole.1))))
    }
  }
}

extension [ClusterPair] {
  /// The share of two arms' people that lie in the same clusters: Σ min(share of one, share of the other); `nil` where an
  /// arm has nobody in any cluster.
  var overlap: Double? {
    guard contains(where: { $0.people.arm > 0 }), contains(where: { $0.people.baseline > 0 }) else {
      return nil
    }
    return reduce(0) { $0 + Swift.min($1.shares.arm, $1.shares.baseline) }
  }
}
