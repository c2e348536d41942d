import GSLNumerics
public import Inference
import RandomStreams
import TestData

/// An arm against the baseline where the arms are in different releases or languages, so that these
/// and not the installs are what was assigned.
public struct ClusteredComparison: Sendable {
  /// What the clusters are.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    case release
    case language
  }

  /// What the clusters are.
  public let kind: Kind
  /// The position of the arm.
  public let arm: Int
  /// What the clusters can tell.
  public let comparison: ClusterComparison
  /// How often another assignment of the clusters gives as large a difference; `nil` where confounded.
  public let randomisation: ClusterRandomisation?

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
  init?(
    _ kind: Kind, _ clusters: [ClusterCounts], arm: Int, baseline: Int, denominator: Denominator
  ) {
    func people(_ cluster: ClusterCounts, _ arm: Int) -> Int { cluster.arms[arm]?[denominator] ?? 0 }
    let all = Double(clusters.reduce(0) { $0 + people($1, arm) })
    let other = Double(clusters.reduce(0) { $0 + people($1, baseline) })
    guard let overlap = Self.overlap(clusters, arm, baseline, denominator), overlap < Self.leastOverlap
    else { return nil }
    var own: [Cluster] = []
    var theirs: [Cluster] = []
    for cluster in clusters {
      // The few installs on the other side's release say nothing of it.
      let isOwn = Double(people(cluster, arm)) / all > Double(people(cluster, baseline)) / other
      let position = isOwn ? arm : baseline
      guard let counts = cluster.arms[position], let people = counts[denominator], people > 0,
        let count = try? ObservedCount(counts.allowed, of: people)
      else { continue }
      if isOwn { own.append(Cluster(count)) } else { theirs.append(Cluster(count)) }
    }
    self.kind = kind
    self.arm = arm
    comparison = ClusterComparison(arm: own, baseline: theirs)
    // Always the same draws, so that the same data give the same answer.
    var draws = FixedDraws()
    randomisation = ClusterRandomisation(arm: own, baseline: theirs, using: &draws)
  }
}

/// Random words that are the same in every analysis.
private struct FixedDraws: RandomNumberGenerator {
  private let stream = Seed(0).trial(0).install(0)
  private var position: UInt64 = 0

  mutating func next() -> UInt64 {
    defer { position += 1 }
    return stream.bits(Address(rawValue: position))
  }
}
