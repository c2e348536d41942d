import Inference
import TestData

extension AnalysedTest {
  /// Looks at the test within each segment, and within each day of enrolment.
  ///
  /// - Throws: what the numerical routines throw.
  mutating func addStrata(segments: [ClusterCounts], days: [ClusterCounts]) throws {
    for (kind, parts) in [(Strata.Kind.segment, segments), (.day, days)] where !parts.isEmpty {
      guard parts.count * max(1, arms.count - 1) <= Strata.mostComparisons else {
        cautions.append(.tooManyParts(kind, parts.count))
        continue
      }
      let found = try Strata(
        kind, parts, arms: arms.count, baseline: baseline, options: options,
        levels: Dictionary(
          panels.map { ($0.denominator, $0.statistics.comparisonLevel) },
          uniquingKeysWith: { first, _ in first }))
      strata.append(found)
      addSplit(found, parts: parts.count)
      addMultiplicity(found)
      addPooled(found)
    }
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
  private mutating func addPooled(_ found: Strata) {
    guard let panel = found.panels.first, found.names.count > 1 else { return }
    let others = arms.indices.filter { $0 != baseline }
    let pooled = zip(others, panel.pooled).compactMap { arm, difference in
      difference.map { (arm: arm, difference: $0) }
    }
    guard !pooled.isEmpty else { return }
    let notice = AnalysisNotice.pooled(found.kind, panel.denominator, pooled)
    if found.splitDrifts { cautions.insert(notice, at: 0) } else { remarks.append(notice) }
  }

  private mutating func addMultiplicity(_ found: Strata) {
    guard let statistics = found.panels.first?.statistics, statistics.comparisons > 1 else { return }
    cautions.append(
      .manyComparisons(
        found.kind, parts: found.names.count, isMerged: found.isMerged, comparisons: statistics.comparisons))
  }
}
