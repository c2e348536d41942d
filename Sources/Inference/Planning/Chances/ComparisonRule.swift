import GSLNumerics

/// How a planned test judges one comparison of an arm with the baseline.
struct ComparisonRule {
  /// The normal deviate that the score has to exceed, in either direction or in the one that is looked for.
  let deviate: Double
  /// The normal deviate of each of the two one-sided tests of equality.
  let marginDeviate: Double
  /// Of a test on one side, whether a larger share is looked for; `nil` for two sides.
  let isAbove: Bool?
  /// The rule of counted releases or languages; `nil` for all else.
  let clusters: ClusteredPower?
  /// How many times its true value the standard error of a test is estimated, with the chance of each value.
  let scales: [(scale: Double, weight: Double)]
  /// The test of a margin below the baseline; `nil` for another aim.
  let notWorse: PowerTarget?
  /// The normal deviate that the score of that test has to exceed.
  let notWorseDeviate: Double

  /// - Parameters:
  ///   - arm: from 1.
  ///   - interval: the level of the intervals of an analysis.
  /// - Throws: what the quantiles throw.
  init(
    _ design: TestDesign, arm: Int, interval: ConfidenceLevel, isAbove: Bool?
  ) throws(NumericsError) {
    self.isAbove = isAbove
    clusters = design.clustered(arm)
    if let clusters {
      // The analysis judges equality of clusters by the same interval.
      deviate = try clusters.bound()
      marginDeviate = deviate
      scales = clusters.scales
    } else {
      deviate = -(try StandardNormal.quantile(design.sides.levelOfEachSide(design.comparisonLevel.alpha)))
      marginDeviate = -(try StandardNormal.quantile(min(0.5, interval.alpha)))
      scales = [(1, 1)]
    }
    notWorseDeviate = -(try StandardNormal.quantile(interval.alpha / 2))
    if case .nonInferior = design.aim {
      notWorse = try PowerTarget(level: interval.alpha, aim: design.aim)
    } else {
      notWorse = nil
    }
  }
}

/// The bounds of the scores of several comparisons whose p-values are adjusted in steps.
struct SteppedBounds {
  /// Which p-values are significant.
  let procedure: StepProcedure
  /// The normal deviate of each of its levels, the largest first.
  let deviates: [Double]

  /// - Returns: `nil` where each comparison is judged alone: a single one, on one side, at looks, by counted clusters,
  ///   and without a correction.
  /// - Throws: what the quantile throws.
  init?(_ design: TestDesign) throws(NumericsError) {
    if case .counts? = design.clusters { return nil }
    guard design.sides == .two, design.looks == nil,
      let procedure = StepProcedure(
        design.correction, alpha: design.level.alpha, comparisons: design.comparisons)
    else { return nil }
    self.procedure = procedure
    var deviates: [Double] = []
    for level in procedure.levels { deviates.append(-(try StandardNormal.quantile(level / 2))) }
    self.deviates = deviates
  }
}

extension TestDesign {
  /// The level of the intervals by which an analysis judges equality and margins: they hold together by Dunnett's
  /// constant, and those of releases or languages, of looks and of one side by Bonferroni's.
  ///
  /// - Throws: what the quadrature throws.
  func levelOfIntervals() throws(NumericsError) -> ConfidenceLevel {
    guard sides == .two, looks == nil, clusters == nil, correction != .none, comparisons > 1 else {
      return comparisonLevel
    }
    return try level.simultaneous(shares: (1...comparisons).map { ratio($0) / (1 + ratio($0)) })
  }
}
