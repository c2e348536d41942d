public import GSLNumerics

/// Arms side by side within each of several strata: segments, or days of enrolment.
///
/// The more strata are looked at, the more of them stand out by chance. The intervals of all
/// comparisons in all strata therefore hold *together*, at Bonferroni's level 1 − α/k for k of them,
/// and their p-values are adjusted over all k (with ``MultiplicityCorrection/none`` neither is done).
/// Whether the difference itself differs between strata is one test per arm, ``heterogeneity``.
public struct StratifiedAnalysis: Sendable {
  /// One arm against the baseline within one stratum.
  public struct Comparison: Sendable {
    /// The position of the arm.
    public let arm: Int
    /// Its two counts.
    public let counts: TwoArms
    /// Miettinen and Nurminen's interval of the difference, at ``StratifiedAnalysis/comparisonLevel``.
    public let interval: ValueOrReason<ConfidenceInterval>
    /// The score test.
    public let test: ValueOrReason<TestResult>
    /// Its p-value, adjusted over every comparison of every stratum; `nil` without one.
    public internal(set) var adjusted: PValue?
  }

  /// One stratum.
  public struct Stratum: Sendable {
    /// What was counted, one per arm.
    public let counts: [ObservedCount]
    /// Wilson's interval of each rate, each at the level asked for.
    public let intervals: [ValueOrReason<ConfidenceInterval>]
    /// The arms other than the baseline, in the order given.
    public internal(set) var comparisons: [Comparison]
  }

  /// The strata in the order given.
  public let strata: [Stratum]
  /// The level of each interval of a comparison.
  public let comparisonLevel: ConfidenceLevel
  /// How many comparisons that level allows for.
  public let comparisons: Int
  /// Per arm other than the baseline, Cochran's Q that its difference is the same in every stratum.
  public let heterogeneity: [ValueOrReason<TestResult>]
}

extension StratifiedAnalysis {
  /// - Parameters:
  ///   - strata: one list of counts per stratum, each one count per arm.
  ///   - baseline: the position of the baseline.
  ///   - options: the level and the correction.
  /// - Throws: `NumericsError.unequalLengths` for strata of other arms, `.outOfDomain` for a baseline
  ///   that is no position, and what the numerical routines throw.
  public init(
    _ strata: [[ObservedCount]], baseline: Int, options: CountsAnalysis.Options
  ) throws(NumericsError) {
    let arms = strata.first?.count ?? 0
    for stratum in strata where stratum.count != arms {
      throw .unequalLengths(first: arms, second: stratum.count)
    }
    guard strata.isEmpty || (0..<arms).contains(baseline) else {
      throw .outOfDomain(argument: "baseline", value: Double(baseline), expected: "a position of an option")
    }
    let others = (0..<arms).filter { $0 != baseline }
    var compared = 0
    for stratum in strata {
      compared += others.count { stratum[$0].n > 0 && stratum[baseline].n > 0 }
    }
    let level = options.correction == .none ? options.level : options.level.simultaneous(over: compared)
    var made: [Stratum] = []
    for stratum in strata {
      made.append(
        try Stratum(stratum, others: others, baseline: baseline, level: level, rateLevel: options.level))
    }
    made.adjust(by: options.correction)
    var heterogeneity: [ValueOrReason<TestResult>] = []
    for arm in others {
      heterogeneity.append(
        try CochransQ.test(strata.map { TwoArms($0[arm], against: $0[baseline]) }))
    }
    self.strata = made
    comparisonLevel = level
    comparisons = compared
    self.heterogeneity = heterogeneity
  }
}

extension StratifiedAnalysis.Stratum {
  fileprivate init(
    _ counts: [ObservedCount], others: [Int], baseline: Int, level: ConfidenceLevel,
    rateLevel: ConfidenceLevel
  ) throws(NumericsError) {
    self.counts = counts
    var intervals: [ValueOrReason<ConfidenceInterval>] = []
    for count in counts { intervals.append(try count.interval(.wilson, at: rateLevel)) }
    self.intervals = intervals
    var comparisons: [StratifiedAnalysis.Comparison] = []
    for arm in others {
      let pair = TwoArms(counts[arm], against: counts[baseline])
      comparisons.append(
        StratifiedAnalysis.Comparison(
          arm: arm, counts: pair, interval: try pair.interval(DifferenceMethod.miettinenNurminen, at: level),
          test: try pair.test(.score), adjusted: nil))
    }
    self.comparisons = comparisons
  }
}

extension [StratifiedAnalysis.Stratum] {
  /// Adjusts the p-values over all strata and arms together.
  fileprivate mutating func adjust(by correction: MultiplicityCorrection) {
    var positions: [(stratum: Int, comparison: Int)] = []
    var values: [PValue] = []
    for stratum in indices {
      for comparison in self[stratum].comparisons.indices {
        guard let p = self[stratum].comparisons[comparison].test.value?.p else { continue }
        positions.append((stratum, comparison))
        values.append(p)
      }
    }
    for (position, value) in zip(positions, correction.adjusted(values)) {
      self[position.stratum].comparisons[position.comparison].adjusted = value
    }
  }
}
