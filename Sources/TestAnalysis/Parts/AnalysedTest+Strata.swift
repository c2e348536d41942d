import Inference
import TestData

extension AnalysedTest {
  /// Looks at the test within each segment, and within each day of enrolment, where installs were split.
  mutating func addStrata(segments: [ClusterCounts], days: [ClusterCounts]) throws {
    addNobodyPrompted(segments)
    // Within a part installs would be taken for the units.
    guard clustered.isEmpty else { return }
    for (kind, parts) in [(Strata.Kind.segment, segments), (.day, days)] where !parts.isEmpty {
      guard parts.count * max(1, arms.count - 1) <= Strata.mostComparisons else {
        cautions.append(.tooManyParts(kind, parts.count))
        continue
      }
      var found = try Strata(kind, parts, arms: arms.count, baseline: baseline, options: options)
      addSplit(found, parts: parts.count)
      addMultiplicity(found)
      try addPooled(&found)
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
    func installs(_ arm: Int) -> Int { silent.reduce(0) { $0 + ($1.arms[arm]?.installs ?? 0) } }
    let all = arms.indices.reduce(0) { $0 + installs($1) }
    guard all > 0, silent.count < segments.count else { return }
    func rate(_ arm: Int) -> Double? {
      let rest = panel.counts[arm].n - installs(arm)
      return rest > 0 ? Double(panel.counts[arm].x) / Double(rest) : nil
    }
    let without = arms.indices.filter { $0 != baseline }.map { arm in
      (arm: arm, difference: rate(arm).flatMap { own in rate(baseline).map { own - $0 } })
    }
    cautions.append(.nobodyPrompted(silent.map(\.name), installs: all, without: without))
  }

  /// Says where the split is not the same in every part.
  private mutating func addSplit(_ found: Strata, parts: Int) {
    guard found.splitDrifts, let drift = found.drift else { return }
    // Each part has its own chance of standing out.
    let threshold = SampleRatio.threshold / Double(max(1, found.names.count))
    let broken = zip(found.names, found.sampleRatios).filter { _, ratio in
      ratio.map { $0.test.p.value < threshold } ?? false
    }.map(\.0)
    dataProblems.append(.splitDiffers(found.kind, parts: parts, p: drift.p, odd: broken))
  }

  /// Gives the differences within parts, put together.
  private mutating func addPooled(_ found: inout Strata) throws {
    guard let panel = found.panels.first, found.names.count > 1,
      let level = panels.first(where: { $0.denominator == panel.denominator })?.statistics.comparisonLevel
    else { return }
    let others = arms.indices.filter { $0 != baseline }
    for (arm, difference) in zip(others, panel.pooled) {
      guard let difference, let p = try difference.test()?.p else { continue }
      found.pooled.append(try Strata.Pooled(arm, difference, p, at: level))
    }
    guard !found.pooled.isEmpty else { return }
    let notice = AnalysisNotice.pooled(found.kind, panel.denominator, found.pooled)
    if found.splitDrifts { cautions.insert(notice, at: 0) } else { remarks.append(notice) }
  }

  private mutating func addMultiplicity(_ found: Strata) {
    guard let statistics = found.panels.first?.statistics, statistics.comparisons > 1 else { return }
    cautions.append(
      .manyComparisons(
        found.kind, parts: found.names.count, isMerged: found.isMerged, comparisons: statistics.comparisons))
  }
}
