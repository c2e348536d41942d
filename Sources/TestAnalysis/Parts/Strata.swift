import GSLNumerics
public import Inference
public import TestData
public import TextFormats

/// A real test within parts of its installs: segments, or days of enrolment.
public struct Strata: Encodable, Sendable {
  /// What the parts are.
  public enum Kind: String, CaseIterable, Encodable, Hashable, Sendable {
    case segment
    case day

    /// `segments`, as keys and sentences have it.
    public var plural: String {
      switch self {
      case .segment: "segments"
      case .day: "days"
      }
    }
  }

  /// The arms per one denominator, part by part.
  public struct Panel: Encodable, Sendable {
    /// What the rates are shares of.
    public let denominator: Denominator
    /// Rates and comparisons.
    public let statistics: StratifiedAnalysis
    /// Per arm other than the baseline, the differences within single parts put together (of single days
    /// where these are shown together).
    public let pooled: [MeasuredDifference?]

    private enum CodingKeys: String, CodingKey { case denominator, statistics }
  }

  /// Differences of an arm to the baseline within single parts, put together.
  public struct Pooled: Encodable, Sendable {
    /// The position of the arm.
    @OptionNames public private(set) var option: Int
    /// Arm less baseline.
    public let difference: Double
    /// How large it may be.
    public let interval: Interval?
    /// Of no difference.
    public let p: PValue

    init(_ option: Int, _ found: MeasuredDifference, _ p: PValue, at level: ConfidenceLevel) throws {
      (self.option, difference, self.p) = (option, found.estimate, p)
      interval = try found.interval(at: level)
    }
  }

  /// What the parts are.
  public let kind: Kind
  /// Their names: a segment, a day, or the first and the last of several days taken together.
  public let names: [String]
  /// Whether neighbouring days are taken together.
  public let isMerged: Bool
  /// One per denominator that every part has, in the order of the analysis.
  public let panels: [Panel]
  /// Per part, whether its installs are split as meant; `nil` where it cannot be known.
  public let sampleRatios: [SampleRatio?]
  /// Whether the split of installs is the same in every part, by single days; `nil` where it cannot
  /// be known.
  public let drift: SignificanceTest?
  /// The differences per the first denominator; empty for a single part.
  public internal(set) var pooled: [Pooled] = []

  /// The most comparisons made over all parts: more are no parts of a test but a column of names.
  public static let mostComparisons = 2_000
  /// As many days as are shown one by one; more are taken together.
  static let mostDays = 14

  /// Whether the split is not the same in every part, beyond what chance does in 1 of 1,000 tests.
  public var splitDrifts: Bool { drift.map { $0.p.value < SplitDrift.threshold } ?? false }

  /// How many installs, or whatever the first denominator counts, a part has.
  public func people(_ part: Int) -> Int {
    panels.first?.statistics.strata[part].arms.reduce(0) { $0 + $1.count.n } ?? 0
  }

  /// - Parameters:
  ///   - parts: in the order they are shown in; at least one.
  ///   - arms: how many arms there are.
  ///   - baseline: the position of the baseline.
  ///   - options: level and allocation.
  init(
    _ kind: Kind, _ parts: [ClusterCounts], arms: Int, baseline: Int, options: AnalysisOptions
  ) throws {
    let shown = kind == .day ? Self.spans(parts, arms: arms) : parts
    let denominators = Denominator.allCases.filter { denominator in
      parts.allSatisfy { $0.arms.allSatisfy { $0.map { $0[denominator] != nil } ?? true } }
    }
    func people(_ part: ClusterCounts, _ denominator: Denominator) -> [Int] {
      (0..<arms).map { part.arms[$0]?[denominator] ?? 0 }
    }
    self.kind = kind
    names = shown.map(\.name)
    isMerged = shown.count < parts.count
    func counts(_ part: ClusterCounts, _ denominator: Denominator) throws -> [ObservedCount] {
      try zip(0..<arms, people(part, denominator)).map { arm, people in
        try ObservedCount(part.arms[arm]?.allowed ?? 0, of: people)
      }
    }
    let others = (0..<arms).filter { $0 != baseline }
    let level = options.statistics.level
    panels = try denominators.map { denominator in
      let single = try parts.map { try counts($0, denominator) }
      return Panel(
        denominator: denominator,
        statistics: try StratifiedAnalysis(
          try shown.map { try counts($0, denominator) }, baseline: baseline, at: level),
        pooled: others.map { arm in
          MeasuredDifference.mantelHaenszel(single.map { TwoArms($0[arm], against: $0[baseline]) })
        })
    }
    if denominators.contains(.installs) {
      sampleRatios = try shown.map {
        try SampleRatio.of(people($0, .installs), allocation: options.allocation)
      }
      drift = try SplitDrift.test(parts.map { people($0, .installs) })
    } else {
      sampleRatios = shown.map { _ in nil }
      drift = nil
    }
  }

  /// Neighbouring days taken together where there are many: weeks, or more for more than 14 weeks.
  private static func spans(_ days: [ClusterCounts], arms: Int) -> [ClusterCounts] {
    guard days.count > mostDays else { return days }
    let length = max(7, (days.count + mostDays - 1) / mostDays)
    return stride(from: 0, to: days.count, by: length).map { first in
      let span = days[first..<min(first + length, days.count)]
      let last = span.last?.name ?? ""
      var sums = [OutcomeCounts?](repeating: nil, count: arms)
      for day in span {
        for (arm, counts) in day.arms.enumerated() {
          guard let counts else { continue }
          if sums[arm]?.add(counts) == nil { sums[arm] = counts }
        }
      }
      return ClusterCounts(
        name: span.count > 1 ? "\(days[first].name) to \(last)" : last, arms: sums)
    }
  }
}
