public import Inference
public import TestData

/// A real test within its segments, and whether its installs were split alike in each of them, or on each day of enrolment.
public struct Strata: Encodable, Sendable {
  /// The arms per one denominator, segment by segment.
  ///
  /// The more segments are looked at, the more of them stand out by chance. The intervals of all comparisons in all of
  /// them therefore hold *together*, at Bonferroni's level 1 − α/k for k of them, and their p-values are k times as large.
  public struct Panel: Encodable, Sendable {
    /// What the rates are shares of.
    public let denominator: Denominator
    /// The segments in their order, without posteriors and ratios.
    public let segments: [CountsAnalysis]
    /// The level of each interval of a comparison.
    public let comparisonLevel: ConfidenceLevel
    /// How many comparisons that level allows for.
    public let comparisons: Int

    init(_ denominator: Denominator, _ cells: [[OutcomeCounts?]], baseline: Int, at level: ConfidenceLevel)
      throws
    {
      let counts = try cells.map { try $0.observed(denominator) }
      comparisons = counts.reduce(0) { sum, segment in
        sum + segment.indices.count { $0 != baseline && segment[$0].n > 0 && segment[baseline].n > 0 }
      }
      let together = try SimultaneousComparisons(bonferroni: level, over: comparisons)
      var options = CountsAnalysis.Options()
      (options.level, options.hasPosteriors) = (level, false)
      self.denominator = denominator
      comparisonLevel = together.level
      segments = try counts.map { [options] in
        try CountsAnalysis($0, baseline: baseline, options: options, together: together)
      }
    }
  }

  /// What the parts are.
  public let kind: PartColumn
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

  /// Whether the split is not the same in every part, beyond what chance does in 1 of 1,000 tests.
  var splitDrifts: Bool { drift.map { $0.p.value < SplitDrift.threshold } ?? false }

  /// How many installs, or whatever the first denominator counts, a segment has.
  public func people(_ segment: Int) -> Int {
    panels.first?.segments[segment].arms.reduce(0) { $0 + $1.count.n } ?? 0
  }

  /// - Parameters:
  ///   - parts: in the order they are shown in; at least one.
  ///   - baseline: the position of the baseline.
  ///   - options: level and allocation.
  init(_ kind: PartColumn, _ parts: [ClusterCounts], baseline: Int, options: AnalysisOptions) throws {
    let cells = parts.map(\.arms)
    let denominators = Denominator.allCases.filter { denominator in
      cells.allSatisfy { $0.allSatisfy { $0.map { $0[denominator] != nil } ?? true } }
    }
    self.kind = kind
    self.cells = cells
    names = parts.map(\.name)
    panels = try (kind == .segment ? denominators : []).map {
      try Panel($0, cells, baseline: baseline, at: options.statistics.level)
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

extension AnalysedTest {
  /// Looks at the test within each segment, and at the split of each segment and day, where installs were split.
  mutating func addStrata(_ all: PartCounts) throws {
    addNobodyPrompted(all[.segment])
    // Within a part installs would be taken for the units.
    guard clustered.isEmpty else { return }
    for kind in [PartColumn.segment, .day] where !all[kind].isEmpty {
      let found = try Strata(kind, all[kind], baseline: baseline, options: options)
      addSplit(found)
      strata.append(found)
    }
  }

  /// Names segments in which nobody was prompted, as of a system that shows no alert, and the differences without them.
  private mutating func addNobodyPrompted(_ segments: [ClusterCounts]) {
    guard let panel = mainPanel, panel.denominator == .installs, arms.count > 1, segments.count > 1 else {
      return
    }
    let silent = segments.filter { segment in
      let counts = segment.arms.compactMap { $0 }
      return counts.contains { ($0.installs ?? 0) > 0 } && counts.allSatisfy { $0.prompted == 0 }
    }
    guard !silent.isEmpty, silent.count < segments.count else { return }
    let installs = silent.map(\.arms).summed.map { $0?.installs ?? 0 }
    func rate(_ arm: Int) -> Double? {
      let rest = panel.counts[arm].n - installs[arm]
      return rest > 0 ? Double(panel.counts[arm].x) / Double(rest) : nil
    }
    let without = arms.indices.filter { $0 != baseline }.map { arm in
      (arm: arm, difference: rate(arm).flatMap { own in rate(baseline).map { own - $0 } })
    }
    cautions.append(
      .nobodyPrompted(silent.map(\.name), installs: installs.reduce(0, +), without: without))
  }

  /// Says where the split is not the same in every part.
  private mutating func addSplit(_ found: Strata) {
    guard found.splitDrifts, let drift = found.drift else { return }
    // Each part has its own chance of standing out.
    let threshold = SampleRatio.threshold / Double(found.names.count)
    let broken = zip(found.names, found.sampleRatios).filter { _, ratio in
      ratio.map { $0.test.p.value < threshold } ?? false
    }.map(\.0)
    dataProblems.append(.splitDiffers(found.kind, parts: found.names.count, p: drift.p, odd: broken))
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
