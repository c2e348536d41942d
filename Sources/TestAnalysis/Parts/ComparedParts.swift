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
  @OptionNames public private(set) var option: Int
  /// What the parts are.
  public let within: ComparedWithin
  /// The releases or languages that carry both arms; `nil` where the parts are all of the test.
  public let shared: SharedClusters?
  /// By part the counts of every arm.
  private let cells: [[OutcomeCounts?]]

  private enum CodingKeys: String, CodingKey { case option, within, shared }

  /// Within all parts of a test.
  init(arm: Int, _ strata: Strata) {
    option = arm
    within = ComparedWithin(strata.kind)
    shared = nil
    cells = strata.cells
  }

  /// Within the releases (languages) that carry both arms.
  ///
  /// - Parameters:
  ///   - clusters: all releases (languages).
  ///   - denominator: that of the verdict.
  ///   - isByDay: whether the split differs between days.
  init(
    arm: Int, _ kind: PartColumn, _ clusters: [ClusterCounts], baseline: Int, denominator: Denominator,
    isByDay: Bool
  ) throws {
    let pairs = try clusters.map(\.arms).pairs(arm, baseline, denominator)
    let both = zip(pairs.indices, pairs.shares).filter { _, shares in
      let rarer = min(shares.arm, shares.baseline)
      return rarer > 0 && rarer >= SharedClusters.leastShare * max(shares.arm, shares.baseline)
    }.map(\.0)
    // Without days of its own a cluster is one part, and the split may still differ between its days.
    let byDay = isByDay && both.allSatisfy { !clusters[$0].days.isEmpty }
    let cells = both.flatMap { byDay ? clusters[$0].days : [clusters[$0].arms] }
    let kept = try cells.pairs(arm, baseline, denominator).filter { $0.arm.n > 0 && $0.baseline.n > 0 }
    option = arm
    within = ComparedWithin(kind, isByDay: byDay)
    shared = SharedClusters(
      kind: kind, clusters: both, of: pairs.count { $0.arm.n + $0.baseline.n > 0 },
      leftOut: 1 - Double(kept.people) / Double(pairs.people))
    self.cells = cells
  }

  /// The difference within the parts, put together; `nil` where no part has both arms, and where releases or languages that
  /// carry both have too few to be read.
  func pooled(_ denominator: Denominator, baseline: Int) throws -> MeasuredDifference? {
    let pairs = try cells.pairs(option, baseline, denominator).filter { $0.arm.n > 0 && $0.baseline.n > 0 }
    guard shared == nil || SharedClusters.canBeRead(pairs) else { return nil }
    return .mantelHaenszel(pairs)
  }

  /// The installs of the arm and of the baseline in these parts; `nil` where they are not known.
  func installs(baseline: Int) -> [Int]? {
    let sums = cells.summed
    guard !sums.isEmpty else { return [0, 0] }
    let known = [option, baseline].compactMap { sums[$0]?.installs }
    return known.count == 2 ? known : nil
  }

  /// The part of a row, for what must not get worse, as a number in the order of the parts; `nil` where it is in none.
  func key(_ place: PartPlace) -> Int? {
    guard let day = within.isByDay ? place[.day] : 0 else { return nil }
    guard let shared else { return day }
    guard let cluster = place[shared.kind], shared.clusters.contains(cluster) else { return nil }
    return cluster << 32 | day
  }
}

/// Releases or languages that carry an arm and the baseline, where not all do.
public struct SharedClusters: Encodable, Sendable {
  /// What they are.
  public let kind: PartColumn
  /// The positions of those that carry both.
  public let clusters: [Int]
  /// How many carry either.
  public let of: Int
  /// Of what the denominator of the verdict counts in the two arms, the share that is left out.
  public let leftOut: Double

  /// Who must have allowed, and who must not have, of either arm where both are: below that the normal approximation
  /// is not one, and nothing can be read.
  public static let fewestEvents = ConfidenceSequence.fewestEvents
  /// A cluster carries both arms where the rarer is at least this fraction of the other, each as a share of its arm: a
  /// few installs update in between.
  static let leastShare = ClusteredComparison.leastOverlap

  fileprivate static func canBeRead(_ pairs: [TwoArms]) -> Bool {
    [pairs.map(\.arm), pairs.map(\.baseline)].allSatisfy { arm in
      let allowed = arm.reduce(0) { $0 + $1.x }
      let people = arm.reduce(0) { $0 + $1.n }
      return allowed >= fewestEvents && people - allowed >= fewestEvents
    }
  }
}

/// What the parts of a test are within which arms are compared.
public struct ComparedWithin: Hashable, Sendable {
  /// The column that they are of.
  public let column: PartColumn
  /// Whether the days of enrolment are parts of their own.
  public let isByDay: Bool

  /// - Parameter isByDay: whether the split differs between days too.
  public init(_ column: PartColumn, isByDay: Bool = false) {
    self.column = column
    self.isByDay = isByDay || column == .day
  }

  /// `releases and days`, in a sentence.
  public var words: String { column.plural + (isByDay && column != .day ? " and days" : "") }

  /// `releases_and_days`, in files.
  public var key: String { words.replacing(" ", with: "_") }
}

extension ComparedWithin: Encodable {
  /// Its name.
  public func encode(to encoder: any Encoder) throws { try key.encode(to: encoder) }
}
