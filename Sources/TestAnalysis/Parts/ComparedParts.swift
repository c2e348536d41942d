import Inference
public import TestData
public import TextFormats

/// The parts of a test within which an arm is compared with the baseline, because the split differs between them: the
/// differences within these are put together.
///
/// Arms given to releases and not to installs are compared fairly only where a release carries both: the difference then
/// says nothing of the others.
public struct ComparedParts: Encodable, Sendable {
  /// The position of the arm.
  @OptionNames public private(set) var arm: Int
  /// What the parts are.
  public let within: ComparedWithin
  /// The releases or languages that carry both arms; `nil` where the parts are all of the test.
  public let shared: SharedClusters?
  /// By part the counts of every arm.
  private let cells: [[OutcomeCounts?]]
  /// The positions of ``shared``, to be looked up row by row.
  private let carrying: Set<Int>

  private enum CodingKeys: String, CodingKey {
    case arm = "option"
    case within, shared
  }

  /// Within all parts of a test.
  init(arm: Int, _ strata: Strata) {
    self.arm = arm
    within = strata.kind == .day ? .days : .segments
    shared = nil
    carrying = [0]
    cells = strata.cells
  }

  /// Within the releases (languages) that carry both arms.
  init(arm: Int, _ shared: SharedClusters) {
    self.arm = arm
    self.shared = shared
    within = ComparedWithin(shared.kind, isByDay: shared.isByDay)
    carrying = Set(shared.clusters)
    cells = shared.cells
  }

  /// The difference within the parts, put together; `nil` where no part has both arms, and where releases or languages that
  /// carry both have too few to be read.
  func pooled(_ denominator: Denominator, baseline: Int) throws -> MeasuredDifference? {
    let pairs = try cells.map { cell in
      let counts = try cell.observed(denominator)
      return TwoArms(counts[arm], against: counts[baseline])
    }.filter { $0.arm.n > 0 && $0.baseline.n > 0 }
    guard shared == nil || SharedClusters.canBeRead(pairs) else { return nil }
    return .mantelHaenszel(pairs)
  }

  /// The installs of the arm and of the baseline in these parts; `nil` where they are not known.
  func installs(baseline: Int) -> [Int]? {
    let sums = cells.summed
    guard !sums.isEmpty else { return [0, 0] }
    let known = [arm, baseline].compactMap { sums[$0]?.installs }
    return known.count == 2 ? known : nil
  }

  /// The part of a row, for what must not get worse; `nil` where it is in none.
  func key(_ row: GuardedRow) -> ClusterDayKey? {
    let cluster = shared.map { row[$0.kind] } ?? 0
    guard let cluster, carrying.contains(cluster), let day = within.isByDay ? row.day : 0 else { return nil }
    return ClusterDayKey(cluster: cluster, day: day)
  }
}

/// Releases or languages that carry an arm and the baseline, where not all do.
public struct SharedClusters: Encodable, Sendable {
  /// What they are.
  public let kind: ClusterColumn
  /// The positions of those that carry both.
  public let clusters: [Int]
  /// How many carry either.
  public let count: Int
  /// Of what the denominator of the verdict counts in the two arms, the share that is left out.
  public let leftOut: Double
  /// Whether arms are compared within days of these clusters, because the split differs between days too.
  fileprivate let isByDay: Bool
  /// By part, a cluster or a day of one, the counts of every arm.
  fileprivate let cells: [[OutcomeCounts?]]

  private enum CodingKeys: String, CodingKey {
    case kind, clusters
    case count = "of"
    case leftOut
  }

  /// Who must have allowed, and who must not have, of either arm where both are: below that the normal approximation
  /// is not one, and nothing can be read.
  public static let fewestEvents = ConfidenceSequence.fewestEvents
  /// A cluster carries both arms where the rarer is at least this fraction of the other, each as a share of its arm: a
  /// few installs update in between.
  static let leastShare = ClusteredComparison.leastOverlap

  /// - Parameters:
  ///   - clusters: all releases (languages).
  ///   - denominator: that of the verdict.
  ///   - isByDay: whether the split differs between days.
  init(
    _ kind: ClusterColumn, _ clusters: [ClusterCounts], arm: Int, baseline: Int,
    denominator: Denominator, isByDay: Bool
  ) {
    func people(_ arms: [OutcomeCounts?]) -> [Int] { [arm, baseline].map { arms[$0]?[denominator] ?? 0 } }
    let all = people(clusters.map(\.arms).summed)
    let both = clusters.indices.filter { index in
      let shares = zip(people(clusters[index].arms), all).map { Double($0) / Double($1) }.sorted()
      return shares[0] > 0 && shares[0] >= Self.leastShare * shares[1]
    }
    // Without days of its own a cluster is one part, and the split may still differ between its days.
    let byDay = isByDay && both.allSatisfy { !clusters[$0].days.isEmpty }
    cells = both.flatMap { byDay ? clusters[$0].days : [clusters[$0].arms] }
    let kept = cells.map(people).filter { $0[0] > 0 && $0[1] > 0 }.joined().reduce(0, +)
    self.isByDay = byDay
    self.kind = kind
    self.clusters = both
    count = clusters.count { people($0.arms) != [0, 0] }
    leftOut = 1 - Double(kept) / Double(all[0] + all[1])
  }

  fileprivate static func canBeRead(_ pairs: [TwoArms]) -> Bool {
    [pairs.map(\.arm), pairs.map(\.baseline)].allSatisfy { arm in
      let allowed = arm.reduce(0) { $0 + $1.x }
      let people = arm.reduce(0) { $0 + $1.n }
      return allowed >= fewestEvents && people - allowed >= fewestEvents
    }
  }
}

/// What the parts of a test are within which arms are compared.
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
  init(_ kind: ClusterColumn, isByDay: Bool) {
    self =
      switch (kind, isByDay) {
      case (.release, false): .releases
      case (.release, true): .releasesAndDays
      case (.language, false): .languages
      case (.language, true): .languagesAndDays
      }
  }

  /// Whether the days of enrolment are parts of their own.
  var isByDay: Bool {
    switch self {
    case .days, .releasesAndDays, .languagesAndDays: true
    case .segments, .releases, .languages: false
    }
  }
}
