import GSLNumerics
public import Inference
public import TestData
public import TextFormats

/// An arm against the baseline where the arms are in different releases or languages, so that these
/// and not the installs are what was assigned.
public struct ClusteredComparison: Encodable, Sendable {
  /// What the clusters are.
  public let kind: ClusterColumn
  /// The position of the arm.
  @OptionNames public private(set) var arm: Int
  /// What the clusters can tell.
  public let comparison: ClusterComparison
  /// Whether the clusters of one arm were installed after those of the other; `nil` where the data do not say when.
  public let isInSequence: Bool?

  private enum CodingKeys: String, CodingKey {
    case kind
    case arm = "option"
    case comparison, isInSequence
  }

  /// Why what is the arm's cannot be distinguished from what is its clusters'; `nil` where it can, if they were dealt
  /// by lot.
  public var confounding: NoVerdictReason? {
    if case .confounded = comparison { return .confounded }
    return isInSequence == true ? .inSequence : nil
  }

  /// From this chance on that an install of one arm is later than one of the other, arms whose clusters do not
  /// interleave are taken to follow one another: releases that are rolled out in steps overlap a little.
  static let sequenceChance = 0.9

  /// Below this the arms are taken to have no release in common: some installs update in between.
  static let leastOverlap = 0.05

  /// The share of two arms' people that lie in the same clusters: Σ min(share of one, share of the other).
  ///
  /// - Returns: `nil` where an arm has nobody in any cluster.
  static func overlap(
    _ clusters: [ClusterCounts], _ arm: Int, _ baseline: Int, _ denominator: Denominator
  ) -> Double? {
    func people(_ cluster: ClusterCounts, _ arm: Int) -> Double {
      Double(cluster.arms[arm]?[denominator] ?? 0)
    }
    let all = clusters.reduce(0) { $0 + people($1, arm) }
    let other = clusters.reduce(0) { $0 + people($1, baseline) }
    guard all > 0, other > 0 else { return nil }
    return clusters.reduce(0) { $0 + min(people($1, arm) / all, people($1, baseline) / other) }
  }

  /// - Returns: `nil` where the two arms share releases (languages), as a split of installs does.
  ///
  /// - Parameter days: installs by their day, the earliest first; empty where the data do not say.
  init?(
    _ kind: ClusterColumn, _ clusters: [ClusterCounts], arm: Int, baseline: Int, denominator: Denominator,
    days: [ClusterCounts]
  ) {
    func people(_ cluster: ClusterCounts, _ arm: Int) -> Int { cluster.arms[arm]?[denominator] ?? 0 }
    let all = Double(clusters.reduce(0) { $0 + people($1, arm) })
    let other = Double(clusters.reduce(0) { $0 + people($1, baseline) })
    guard let overlap = Self.overlap(clusters, arm, baseline, denominator), overlap < Self.leastOverlap
    else { return nil }
    var own: [ObservedCount] = []
    var theirs: [ObservedCount] = []
    var dates: (own: [Double?], theirs: [Double?]) = ([], [])
    for cluster in clusters {
      // The few installs on the other side's release say nothing of it.
      let isOwn = Double(people(cluster, arm)) / all > Double(people(cluster, baseline)) / other
      let position = isOwn ? arm : baseline
      guard let counts = cluster.arms[position], let people = counts[denominator], people > 0,
        let count = try? ObservedCount(counts.allowed, of: people)
      else { continue }
      if isOwn {
        own.append(count)
        dates.own.append(cluster.meanInstallDay)
      } else {
        theirs.append(count)
        dates.theirs.append(cluster.meanInstallDay)
      }
    }
    isInSequence = Self.isInSequence(
      dates.own.compactMap { $0 }, dates.theirs.compactMap { $0 },
      chance: Self.chanceOfLater(days, arm, than: baseline))
    self.kind = kind
    self.arm = arm
    comparison = ClusterComparison(arm: own, baseline: theirs)
  }
}

extension ClusteredComparison {
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
