import GSLNumerics
import Inference
import TestData
public import TextFormats

/// An arm and the baseline where only some releases (languages) carry both of them.
///
/// Arms given to releases and not to installs are compared fairly only where a release carries both: the difference is
/// that within these releases, put together, and says nothing of the others.
public struct SharedClusters: Encodable, Sendable {
  /// What the clusters are.
  public let kind: ClusteredComparison.Kind
  /// The position of the arm.
  @OptionNames public private(set) var arm: Int
  /// The positions of the clusters that carry both.
  public let clusters: [Int]
  /// How many clusters carry either.
  public let count: Int
  /// Whether arms are compared within days of these clusters, because the split differs between days too.
  public let isByDay: Bool
  /// Of what the first denominator counts in the two arms, the share that is left out.
  public let leftOut: Double
  /// Per denominator, the difference within the clusters that carry both; none where these have too little.
  let pooled: [Denominator: MeasuredDifference]
  /// The installs of the arm and of the baseline in these clusters; `nil` where they are not known.
  let installs: [Int]?

  private enum CodingKeys: String, CodingKey {
    case kind
    case arm = "option"
    case clusters
    case count = "of"
    case isByDay, leftOut
  }

  /// The parts within which the two are compared.
  public var within: ComparedWithin { ComparedWithin(kind, isByDay: isByDay) }

  /// Who must have allowed, and who must not have, of either arm where both are: below that the normal approximation
  /// is not one, and nothing can be read.
  public static let fewestEvents = ConfidenceSequence.fewestEvents
  /// A cluster carries both arms where the rarer is at least this fraction of the other, each as a share of its arm: a
  /// few installs update in between.
  static let leastShare = ClusteredComparison.leastOverlap

  /// - Parameters:
  ///   - clusters: all releases (languages).
  ///   - denominators: those of the data, that of the verdict first.
  ///   - isByDay: whether the split differs between days.
  init(
    _ kind: ClusteredComparison.Kind, _ clusters: [ClusterCounts], arm: Int, baseline: Int,
    denominators: [Denominator], isByDay: Bool
  ) throws {
    let main = denominators[0]
    func people(_ arms: [OutcomeCounts?], _ arm: Int, _ denominator: Denominator) -> Int {
      arms[arm]?[denominator] ?? 0
    }
    let own = clusters.map { people($0.arms, arm, main) }
    let other = clusters.map { people($0.arms, baseline, main) }
    let all = (own: Double(own.reduce(0, +)), other: Double(other.reduce(0, +)))
    let shared = clusters.indices.filter { index in
      let shares = [Double(own[index]) / all.own, Double(other[index]) / all.other].sorted()
      return shares[0] > 0 && shares[0] >= Self.leastShare * shares[1]
    }
    // Without days of its own a cluster is one part, and the split may still differ between its days.
    let byDay = isByDay && shared.allSatisfy { !clusters[$0].days.isEmpty }
    let parts = shared.flatMap { byDay ? clusters[$0].days : [clusters[$0].arms] }
    func pairs(_ denominator: Denominator) throws -> [TwoArms] {
      func count(_ arms: [OutcomeCounts?], _ arm: Int) throws -> ObservedCount {
        try ObservedCount(arms[arm]?.allowed ?? 0, of: people(arms, arm, denominator))
      }
      return try parts.map { TwoArms(try count($0, arm), against: try count($0, baseline)) }
        .filter { $0.arm.n > 0 && $0.baseline.n > 0 }
    }
    var pooled: [Denominator: MeasuredDifference] = [:]
    for denominator in denominators {
      let found = try pairs(denominator)
      guard Self.canBeRead(found) else { continue }
      pooled[denominator] = MeasuredDifference.mantelHaenszel(found)
    }
    self.kind = kind
    self.arm = arm
    self.clusters = shared
    count = clusters.indices.count { own[$0] + other[$0] > 0 }
    self.isByDay = byDay
    self.pooled = pooled
    leftOut = 1 - Double(try pairs(main).reduce(0) { $0 + $1.arm.n + $1.baseline.n }) / (all.own + all.other)
    installs =
      denominators.contains(.installs)
      ? [arm, baseline].map { side in shared.reduce(0) { $0 + people(clusters[$1].arms, side, .installs) } }
      : nil
  }

  private static func canBeRead(_ pairs: [TwoArms]) -> Bool {
    [pairs.map(\.arm), pairs.map(\.baseline)].allSatisfy { arm in
      let allowed = arm.reduce(0) { $0 + $1.x }
      let people = arm.reduce(0) { $0 + $1.n }
      return allowed >= fewestEvents && people - allowed >= fewestEvents
    }
  }
}

/// The parts of a test within which arms are compared, because the split differs between them.
///
/// Raw values are their names in files.
public enum ComparedWithin: String, CaseIterable, Encodable, Hashable, Sendable {
  case days
  case segments
  case releases
  case languages
  case releasesAndDays = "releases_and_days"
  case languagesAndDays = "languages_and_days"

  /// - Parameter isByDay: whether the split differs between days too.
  init(_ kind: ClusteredComparison.Kind, isByDay: Bool) {
    self =
      switch (kind, isByDay) {
      case (.release, false): .releases
      case (.release, true): .releasesAndDays
      case (.language, false): .languages
      case (.language, true): .languagesAndDays
      }
  }
}
