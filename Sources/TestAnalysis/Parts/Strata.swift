import Inference
import TestData

/// The segments of a real test, or its days of enrolment, and whether its installs were split alike in each of them.
struct Strata: Sendable {
  /// What the parts are.
  let kind: PartColumn
  /// By part the counts of every arm.
  let cells: [[OutcomeCounts?]]
  /// Whether the split of installs is the same in every part; `nil` where it cannot be known.
  let drift: SignificanceTest?
  /// The parts that are not split as meant, each by its own chance of standing out.
  let odd: [String]

  /// Whether the split is not the same in every part, beyond what chance does in 1 of 1,000 tests.
  var splitDrifts: Bool { drift.map { $0.p.value < SplitDrift.threshold } ?? false }

  /// - Parameters:
  ///   - parts: in the order they are shown in; at least one.
  ///   - allocation: how installs were meant to be split; `nil` for evenly.
  init(_ kind: PartColumn, _ parts: [ClusterCounts], allocation: [Double]?) throws {
    self.kind = kind
    cells = parts.map(\.arms)
    let isKnown = cells.joined().allSatisfy { $0.map { $0.installs != nil } ?? true }
    let installs = isKnown ? cells.map { $0.map { $0?.installs ?? 0 } } : []
    drift = isKnown ? try SplitDrift.test(installs) : nil
    let threshold = SampleRatio.threshold / Double(parts.count)
    odd = try zip(parts, installs).filter {
      try SampleRatio.of($1, allocation: allocation).map { $0.test.p.value < threshold } ?? false
    }.map(\.0.name)
  }
}

extension AnalysedTest {
  /// Looks at the split of each segment and day, where installs were split.
  mutating func addStrata(_ all: [PartColumn: [ClusterCounts]]) throws {
    addNobodyPrompted(all[.segment, default: []])
    // Within a part installs would be taken for the units.
    guard clustered.isEmpty else { return }
    for kind in [PartColumn.segment, .day] {
      guard let parts = all[kind], !parts.isEmpty else { continue }
      let found = try Strata(kind, parts, allocation: options.allocation)
      strata.append(found)
      guard found.splitDrifts, let p = found.drift?.p else { continue }
      dataProblems.append(.splitDiffers(kind, parts: parts.count, p: p, odd: found.odd))
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
