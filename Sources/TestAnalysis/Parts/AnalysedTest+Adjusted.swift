import GSLNumerics
public import Inference
import TestData

/// The difference to the baseline adjusted for what is known at install, beside the plain one.
public struct AdjustedDifferences: Sendable {
  /// The columns whose combinations are the groups.
  public let columns: [String]
  /// One per comparison per install, in their order; none where it cannot be had.
  public let differences: [ValueOrReason<PostStratifiedDifference>]
}

/// The effect of one arm within each segment, drawn towards their mean.
public struct SegmentEffects: Sendable {
  /// The position of the arm.
  public let arm: Int
  /// The effects.
  public let effects: ShrunkenEffects
  /// The positions of their segments among ``Strata/names``.
  public let segments: [Int]
}

extension AnalysedTest {
  /// Adjusts the difference per install for groups known before the assignment.
  ///
  /// Never the verdict: reported beside the plain difference, which it should be near wherever the split is sound.
  /// - Throws: what the numerical routines throw.
  mutating func addAdjusted(_ groups: [[OutcomeCounts?]], columns: [String]) throws {
    guard groups.count > 1, let panel = panels.first(where: { $0.denominator == .installs }),
      !panel.statistics.comparisons.isEmpty
    else { return }
    func count(_ outcome: OutcomeCounts?) throws -> ObservedCount {
      try ObservedCount(outcome?.allowed ?? 0, of: outcome?.installs ?? 0)
    }
    let differences = try panel.statistics.comparisons.map { comparison in
      try PostStratifiedDifference.of(
        groups.map { TwoArms(try count($0[comparison.arm]), against: try count($0[baseline])) },
        at: panel.statistics.comparisonLevel)
    }
    adjusted = AdjustedDifferences(columns: columns, differences: differences)
    let found = zip(panel.statistics.comparisons, differences).compactMap { comparison, adjusted in
      adjusted.value.map {
        (arm: comparison.arm, found: $0, plain: comparison.counts.difference.value)
      }
    }
    guard !found.isEmpty else { return }
    remarks.append(.adjusted(columns, found))
  }

  /// Draws the effects within segments towards their mean.
  ///
  /// - Throws: what the numerical routines throw.
  mutating func addSegmentEffects() throws {
    guard let found = strata.first(where: { $0.kind == .segment }), let panel = found.panels.first else {
      return
    }
    for arm in arms.indices where arm != baseline {
      let pairs = panel.statistics.strata.map { TwoArms($0.counts[arm], against: $0.counts[baseline]) }
      guard let made = try ShrunkenEffects.of(pairs, at: options.statistics.level).value else { continue }
      segmentEffects.append(SegmentEffects(arm: arm, effects: made.effects, segments: made.groups))
    }
  }
}
