public import GSLNumerics

extension CoverageSummary {
  /// The coverage of an interval of one proportion.
  ///
  /// - Parameters:
  ///   - method: which interval.
  ///   - people: n, at least 1.
  ///   - level: the confidence it is made for.
  ///   - grid: the true proportions.
  /// - Throws: what the interval throws.
  public static func of(
    _ method: ProportionMethod, people: Int, at level: ConfidenceLevel,
    over grid: [Double] = CoverageGrid.fine
  ) throws(NumericsError) -> CoverageSummary {
    var intervals: [ConfidenceInterval?] = []
    for x in 0...people {
      intervals.append(
        try ObservedCount(unchecked: x, of: people).interval(method, at: level).value)
    }
    var fold = CoverageFold(worse: <)
    for p in grid {
      var right = 0.0
      var missing = 0.0
      for (mass, interval) in zip(binomialMasses(people, p), intervals) {
        guard let interval else {
          missing += mass
          continue
        }
        if interval.contains(p) { right += mass }
      }
      fold.add(right, missing: missing, at: [p])
    }
    return fold.summary(sizes: [people])
  }

  /// The coverage of an interval of the difference of two proportions.
  ///
  /// - Parameters:
  ///   - method: which interval.
  ///   - people: n₁ and n₂, each at least 1.
  ///   - level: the confidence it is made for.
  ///   - grid: the true proportions of each arm; all pairs of them.
  /// - Throws: what the interval throws.
  public static func of(
    _ method: DifferenceMethod, people: (Int, Int), at level: ConfidenceLevel,
    over grid: [Double] = CoverageGrid.coarse
  ) throws(NumericsError) -> CoverageSummary {
    try covering(people, grid, truth: -) { arms throws(NumericsError) in
      try arms.interval(method, at: level).value
    }
  }

  /// The coverage of an interval of the ratio of two proportions; as for the difference.
  public static func of(
    _ method: RatioMethod, people: (Int, Int), at level: ConfidenceLevel,
    over grid: [Double] = CoverageGrid.coarse
  ) throws(NumericsError) -> CoverageSummary {
    try covering(people, grid, truth: /) { arms throws(NumericsError) in
      try arms.interval(method, at: level).value
    }
  }

  /// The coverage of an interval of the odds ratio of two proportions; as for the difference.
  public static func of(
    _ method: OddsRatioMethod, people: (Int, Int), at level: ConfidenceLevel,
    over grid: [Double] = CoverageGrid.coarse
  ) throws(NumericsError) -> CoverageSummary {
    try covering(people, grid, truth: { $0 / (1 - $0) * ((1 - $1) / $1) }) {
      arms throws(NumericsError) in
      try arms.interval(method, at: level).value
    }
  }

  /// The coverage of the credible interval of the difference under Beta(½, ½), as if it were one of
  /// confidence; as for the difference.
  public static func ofCredibleDifference(
    people: (Int, Int), at level: ConfidenceLevel, over grid: [Double] = CoverageGrid.coarse
  ) throws(NumericsError) -> CoverageSummary {
    try covering(people, grid, truth: -) { arms throws(NumericsError) in
      try arms.posterior(at: level).difference
    }
  }

  private static func covering(
    _ people: (Int, Int), _ grid: [Double], truth: (Double, Double) -> Double,
    by interval: (TwoArms) throws(NumericsError) -> ConfidenceInterval?
  ) throws(NumericsError) -> CoverageSummary {
    var rows: [[ConfidenceInterval?]] = []
    for x in 0...people.0 {
      var row: [ConfidenceInterval?] = []
      for y in 0...people.1 {
        row.append(
          try interval(
            TwoArms(
              ObservedCount(unchecked: x, of: people.0),
              against: ObservedCount(unchecked: y, of: people.1))))
      }
      rows.append(row)
    }
    var fold = CoverageFold(worse: <)
    for first in grid {
      let masses = binomialMasses(people.0, first)
      for second in grid {
        let others = binomialMasses(people.1, second)
        let value = truth(first, second)
        var right = 0.0
        var missing = 0.0
        for (mass, row) in zip(masses, rows) where mass > 1e-15 {
          for (other, interval) in zip(others, row) where other > 1e-15 {
            guard let interval else {
              missing += mass * other
              continue
            }
            if interval.contains(value) { right += mass * other }
          }
        }
        fold.add(right, missing: missing, at: [first, second])
      }
    }
    return fold.summary(sizes: [people.0, people.1])
  }
}
