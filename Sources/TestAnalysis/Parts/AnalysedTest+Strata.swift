import Inference
import TestData

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
