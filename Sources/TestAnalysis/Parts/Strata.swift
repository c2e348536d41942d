public import Inference
public import TestData

/// A real test within its segments, and whether its installs were split alike in each of them, or on each day of enrolment.
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

  /// The arms per one denominator, segment by segment.
  public struct Panel: Encodable, Sendable {
    /// What the rates are shares of.
    public let denominator: Denominator
    /// Rates and comparisons.
    public let statistics: StratifiedAnalysis
  }

  /// What the parts are.
  public let kind: Kind
  /// Their names.
  public let names: [String]
  /// One per denominator that every segment has, in the order of the analysis; none of days.
  public let panels: [Panel]
  /// Per part, whether its installs are split as meant; `nil` where it cannot be known.
  public let sampleRatios: [SampleRatio?]
  /// Whether the split of installs is the same in every part; `nil` where it cannot be known.
  public let drift: SignificanceTest?
  /// By part the counts of every arm.
  let cells: [[OutcomeCounts?]]

  private enum CodingKeys: String, CodingKey { case kind, names, panels, sampleRatios, drift }

  /// The most comparisons made over all segments: more are no parts of a test but a column of names.
  public static let mostComparisons = 2_000

  /// Whether the split is not the same in every part, beyond what chance does in 1 of 1,000 tests.
  public var splitDrifts: Bool { drift.map { $0.p.value < SplitDrift.threshold } ?? false }

  /// How many installs, or whatever the first denominator counts, a segment has.
  public func people(_ segment: Int) -> Int {
    panels.first?.statistics.strata[segment].arms.reduce(0) { $0 + $1.count.n } ?? 0
  }

  /// - Parameters:
  ///   - parts: in the order they are shown in; at least one.
  ///   - baseline: the position of the baseline.
  ///   - options: level and allocation.
  init(_ kind: Kind, _ parts: [ClusterCounts], baseline: Int, options: AnalysisOptions) throws {
    let cells = parts.map(\.arms)
    let denominators = Denominator.allCases.filter { denominator in
      cells.allSatisfy { $0.allSatisfy { $0.map { $0[denominator] != nil } ?? true } }
    }
    self.kind = kind
    self.cells = cells
    names = parts.map(\.name)
    panels = try (kind == .segment ? denominators : []).map { denominator in
      Panel(
        denominator: denominator,
        statistics: try StratifiedAnalysis(
          try cells.map { try $0.observed(denominator) }, baseline: baseline, at: options.statistics.level))
    }
    guard denominators.contains(.installs) else {
      sampleRatios = parts.map { _ in nil }
      drift = nil
      return
    }
    let installs = cells.map { $0.map { $0?.installs ?? 0 } }
    sampleRatios = try installs.map { try SampleRatio.of($0, allocation: options.allocation) }
    drift = try SplitDrift.test(installs)
  }
}

extension [OutcomeCounts?] {
  /// The number who allowed and their denominator, by arm; both 0 for an arm that is absent or has no known denominator.
  func observed(_ denominator: Denominator) throws -> [ObservedCount] {
    try map { counts in
      guard let counts, let people = counts[denominator] else { return .nobody }
      return try ObservedCount(counts.allowed, of: people)
    }
  }
}
