public import GSLNumerics

/// Arms side by side within each of several strata: segments, or days of enrolment.
///
/// The more strata are looked at, the more of them stand out by chance. The intervals of all
/// comparisons in all strata therefore hold *together*, at Bonferroni's level 1 − α/k for k of them,
/// and their p-values are k times as large.
public struct StratifiedAnalysis: Encodable, Sendable {
  /// The strata in the order given, without posteriors and ratios.
  public let strata: [CountsAnalysis]
  /// The level of each interval of a comparison.
  public let comparisonLevel: ConfidenceLevel
  /// How many comparisons that level allows for.
  public let comparisons: Int

  /// - Parameters:
  ///   - strata: one list of counts per stratum, each one count per arm.
  ///   - baseline: the position of the baseline.
  ///   - level: of each rate, and of all comparisons together.
  public init(
    _ strata: [[ObservedCount]], baseline: Int, at level: ConfidenceLevel
  ) throws(NumericsError) {
    comparisons = strata.reduce(0) { sum, stratum in
      sum + stratum.indices.count { $0 != baseline && stratum[$0].n > 0 && stratum[baseline].n > 0 }
    }
    let together = try SimultaneousComparisons(bonferroni: level, over: comparisons)
    comparisonLevel = together.level
    var options = CountsAnalysis.Options()
    (options.level, options.hasPosteriors) = (level, false)
    var made: [CountsAnalysis] = []
    for stratum in strata {
      made.append(try CountsAnalysis(stratum, baseline: baseline, options: options, together: together))
    }
    self.strata = made
  }
}
