public import GSLNumerics
public import TextFormats

/// Everything that counts x of n per arm allow, in one value.
///
/// Arms are known by their position; what they are called is the caller's. Comparisons are each arm
/// against the baseline. Intervals and p-values are of one score statistic and hold together by Dunnett's constant
/// (``SimultaneousComparisons``), so that a verdict, its interval and its p-value say the same.
public struct CountsAnalysis: Sendable {
  /// What may be chosen.
  public struct Options: Encodable, Hashable, Sendable {
    /// The confidence of intervals.
    public var level = ConfidenceLevel.ninetyFive
    /// δ, the smallest difference that matters, at least 0.
    public var margin = 0.005
    /// Whether posteriors and ratios are worked out, which take most of the time and which no verdict needs.
    public var hasPosteriors = true

    private enum CodingKeys: String, CodingKey {
      case level = "confidence"
      case margin
    }

    /// All defaults.
    public init() {}
  }

  /// One arm on its own.
  public struct Arm: Encodable, Sendable {
    /// What was counted.
    public let count: ObservedCount
    /// Wilson's interval of its proportion, at the level asked for.
    public let interval: Interval?
    /// Its standing among all arms; `nil` where an arm of the analysis is empty, or where it is alone.
    public var standing: PosteriorRanking?
  }

  /// One arm against the baseline.
  public struct Comparison: Encodable, Sendable {
    /// The position of the arm.
    @OptionNames public private(set) var option: Int
    /// Its two counts.
    public let counts: TwoArms
    /// Miettinen and Nurminen's interval of the difference, at ``CountsAnalysis/comparisonLevel``.
    public let interval: Interval?
    /// Koopman's interval of the ratio, at the same level.
    public let ratioInterval: Interval?
    /// The score test.
    public let test: SignificanceTest?
    /// Its p-value, allowed for all comparisons.
    public let pAdjusted: PValue?
    /// The probability that the arm's proportion is above the baseline's.
    public let chanceBetter: Double?
    /// By the score that ``interval`` inverts.
    public let verdict: Verdict?
  }

  /// The arms in the order given.
  public let arms: [Arm]
  /// The arms other than the baseline, in the order given.
  public let comparisons: [Comparison]
  /// How the comparisons share the level.
  public let together: SimultaneousComparisons

  /// The level of each interval of a comparison.
  public var comparisonLevel: ConfidenceLevel { together.level }
}

extension CountsAnalysis {
  /// - Parameters:
  ///   - counts: one per arm, at least one.
  ///   - baseline: the position of the baseline.
  ///   - options: what may be chosen.
  /// - Throws: what the numerical routines throw.
  public init(
    _ counts: [ObservedCount], baseline: Int = 0, options: Options = Options()
  ) throws(NumericsError) {
    precondition(counts.indices.contains(baseline) && options.margin >= 0 && options.margin.isFinite)
    let standings =
      options.hasPosteriors && counts.count > 1 && counts.allSatisfy { $0.n > 0 }
      ? try PosteriorRanking.of(counts) : nil
    arms = try counts.indices.map { arm throws(NumericsError) in
      Arm(
        count: counts[arm], interval: try counts[arm].interval(at: options.level),
        standing: standings?[arm])
    }
    let together = try SimultaneousComparisons(
      options.level, people: counts.map(\.n), baseline: baseline)
    comparisons = try counts.indices.filter { $0 != baseline }.map { arm throws(NumericsError) in
      let pair = TwoArms(counts[arm], against: counts[baseline])
      let (test, hasPosterior) = (pair.test(), options.hasPosteriors)
      return Comparison(
        option: arm, counts: pair, interval: try pair.interval(at: together.level),
        ratioInterval: hasPosterior ? try pair.ratioInterval(at: together.level) : nil,
        test: test, pAdjusted: test == nil ? nil : try together.p(test?.statistic ?? 0),
        chanceBetter: hasPosterior && test != nil ? try pair.chanceBetter() : nil,
        verdict: together.verdict(of: pair, margin: options.margin))
    }
    self.together = together
  }
}
