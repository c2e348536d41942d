/// Everything that counts x of n per arm allow, in one value.
///
/// Arms are known by their position; what they are called is the caller's. Comparisons are each arm
/// against the baseline. Their intervals hold together: Bonferroni's level 1 − α/k for k
/// comparisons, whatever the correction of the p-values (with ``MultiplicityCorrection/none`` the
/// intervals are each at 1 − α).
public struct CountsAnalysis: Sendable {
  /// What may be chosen.
  public struct Options: Hashable, Sendable {
    /// The confidence of intervals.
    public var level = ConfidenceLevel.ninetyFive
    /// How p-values are adjusted over the comparisons.
    public var correction = MultiplicityCorrection.holm
    /// The prior of every arm not named in ``priors``.
    public var prior = BetaPrior.jeffreys
    /// Priors of single arms, by position.
    public var priors: [Int: BetaPrior] = [:]
    /// δ, the smallest difference that matters, at least 0.
    public var margin = 0.005
    /// Which tests to make; all of them if nobody says otherwise.
    public var tests = EqualityTest.allCases

    /// All defaults.
    public init() {}
  }

  /// One arm on its own.
  public struct Arm: Sendable {
    /// What was counted.
    public let count: ObservedCount
    /// The interval of its proportion by each method, each at the level asked for.
    public let intervals: [ProportionMethod: ValueOrReason<ConfidenceInterval>]
    /// Its standing among all arms; none where an arm of the analysis is empty.
    public let standing: ValueOrReason<PosteriorStanding>
  }

  /// One arm against the baseline.
  public struct Comparison: Sendable {
    /// The position of the arm.
    public let arm: Int
    /// Its two counts.
    public let counts: TwoArms
    /// Intervals of the difference by each method, at ``CountsAnalysis/comparisonLevel``.
    public let differenceIntervals: [DifferenceMethod: ValueOrReason<ConfidenceInterval>]
    /// Intervals of the ratio by each method.
    public let ratioIntervals: [RatioMethod: ValueOrReason<ConfidenceInterval>]
    /// Intervals of the odds ratio by each method.
    public let oddsRatioIntervals: [OddsRatioMethod: ValueOrReason<ConfidenceInterval>]
    /// Each test.
    public let tests: [EqualityTest: ValueOrReason<TestResult>]
    /// The p-value of each test that has one, adjusted over the comparisons that have one.
    public let adjusted: [EqualityTest: PValue]
    /// What the posteriors say; the interval at the level asked for, not adjusted.
    public let posterior: ValueOrReason<PosteriorComparison>
    /// The verdict by Miettinen–Nurminen, at ``CountsAnalysis/comparisonLevel``.
    public let verdict: ValueOrReason<Verdict>
  }

  /// What was chosen.
  public let options: Options
  /// The position of the baseline.
  public let baseline: Int
  /// The arms in the order given.
  public let arms: [Arm]
  /// The arms other than the baseline, in the order given.
  public let comparisons: [Comparison]
  /// The level of each interval of a comparison.
  public let comparisonLevel: ConfidenceLevel
  /// Pearson's χ² of all arms being equal.
  public let overall: ValueOrReason<TestResult>
}
