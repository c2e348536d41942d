public import GSLNumerics

/// Arms side by side within each of several strata: segments, or days of enrolment.
///
/// The more strata are looked at, the more of them stand out by chance. The intervals of all
/// comparisons in all strata therefore hold *together*, at Bonferroni's level 1 − α/k for k of them,
/// and their p-values are k times as large.
public struct StratifiedAnalysis: Sendable {
  /// One arm against the baseline within one stratum.
  public struct Comparison: Sendable {
    /// The position of the arm.
    public let arm: Int
    /// Its two counts.
    public let counts: TwoArms
    /// Miettinen and Nurminen's interval of the difference, at ``StratifiedAnalysis/comparisonLevel``.
    public let interval: ConfidenceInterval?
    /// The score test.
    public let test: SignificanceTest?
    /// Its p-value, adjusted over every comparison of every stratum; `nil` without one.
    public let adjusted: PValue?
  }

  /// One stratum.
  public struct Stratum: Sendable {
    /// What was counted, one per arm.
    public let counts: [ObservedCount]
    /// Wilson's interval of each rate, each at the level asked for.
    public let intervals: [ConfidenceInterval?]
    /// The arms other than the baseline, in the order given.
    public let comparisons: [Comparison]
  }

  /// The strata in the order given.
  public let strata: [Stratum]
  /// The level of each interval of a comparison.
  public let comparisonLevel: ConfidenceLevel
  /// How many comparisons that level allows for.
  public let comparisons: Int
}

extension StratifiedAnalysis {
  /// - Parameters:
  ///   - strata: one list of counts per stratum, each one count per arm.
  ///   - baseline: the position of the baseline.
  ///   - rateLevel: the level of each rate, and of all comparisons together.
  /// - Throws: `NumericsError.unequalLengths` for strata of other arms, `.outOfDomain` for a baseline
  ///   that is no position, and what the numerical routines throw.
  public init(
    _ strata: [[ObservedCount]], baseline: Int, at rateLevel: ConfidenceLevel
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
    let level = rateLevel.simultaneous(over: compared)
    var made: [Stratum] = []
    for counts in strata {
      var intervals: [ConfidenceInterval?] = []
      var own: [Comparison] = []
      for count in counts { intervals.append(try count.interval(at: rateLevel)) }
      for arm in others {
        let pair = TwoArms(counts[arm], against: counts[baseline])
        let test = try pair.test()
        own.append(
          Comparison(
            arm: arm, counts: pair, interval: try pair.interval(at: level), test: test,
            adjusted: test?.p.multiplied(by: Double(compared))))
      }
      made.append(Stratum(counts: counts, intervals: intervals, comparisons: own))
    }
    self.strata = made
    comparisonLevel = level
    comparisons = compared
  }
}
