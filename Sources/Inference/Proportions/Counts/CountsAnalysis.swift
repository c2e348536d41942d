public import GSLNumerics

/// Everything that counts x of n per arm allow, in one value.
///
/// Arms are known by their position; what they are called is the caller's. Comparisons are each arm
/// against the baseline. Verdicts are by the score test's p-values as the correction adjusts them.
/// Intervals say how large a difference may be and hold together by Dunnett's constant, whatever the
/// correction (with ``MultiplicityCorrection/none`` they are each at 1 − α); as p-values are adjusted
/// step by step, the two can differ at the edge.
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
    /// Which tests to make beside the score test, which verdicts need; all of them if nobody says otherwise.
    public var tests = EqualityTest.allCases
    /// Whether posteriors are worked out, which take most of the time and which no verdict needs.
    public var hasPosteriors = true

    /// All defaults.
    public init() {}
  }

  /// One arm on its own.
  public struct Arm: Sendable {
    /// What was counted.
    public let count: ObservedCount
    /// The interval of its proportion by each method, each at the level asked for.
    public let intervals: [ProportionMethod: ValueOrReason<ConfidenceInterval>]
    /// Its standing among all arms; none where an arm of the analysis is empty, or where it is alone.
    public let standing: ValueOrReason<PosteriorRanking>
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
    public internal(set) var adjusted: [EqualityTest: PValue]
    /// What the posteriors say; the interval at the level asked for, not adjusted.
    public let posterior: ValueOrReason<PosteriorComparison>
    /// Better and worse by the adjusted p of the score test, equivalent by Miettinen–Nurminen intervals.
    public internal(set) var verdict: ValueOrReason<Verdict>
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

extension CountsAnalysis {
  /// - Parameters:
  ///   - counts: one per arm, at least one.
  ///   - baseline: the position of the baseline.
  ///   - options: what may be chosen.
  /// - Throws: `NumericsError.tooFewValues` without an arm, `.outOfDomain` for a baseline that is no
  ///   position or a margin that is not finite and at least 0, and what the numerical routines throw.
  public init(
    _ counts: [ObservedCount], baseline: Int = 0, options: Options = Options()
  ) throws(NumericsError) {
    guard !counts.isEmpty else { throw .tooFewValues(needed: 1, found: 0) }
    guard counts.indices.contains(baseline) else {
      throw .outOfDomain(argument: "baseline", value: Double(baseline), expected: "a position of an option")
    }
    guard options.margin >= 0, options.margin.isFinite else {
      throw .outOfDomain(argument: "margin", value: options.margin, expected: "finite and at least 0")
    }
    let priors = counts.indices.map { options.priors[$0] ?? options.prior }
    let standings: [PosteriorRanking]? =
      options.hasPosteriors && counts.allSatisfy { $0.n > 0 }
      ? try PosteriorRanking.of(counts, priors: priors) : nil
    var arms: [Arm] = []
    for (index, count) in counts.enumerated() {
      let standing: ValueOrReason<PosteriorRanking> =
        counts.count == 1
        ? .none(.singleArm)
        : standings.map { .value($0[index]) } ?? .none(options.hasPosteriors ? .emptyArm : .notAsked)
      arms.append(try Arm(count, standing: standing, at: options.level))
    }
    let others = counts.indices.filter { $0 != baseline }
    let level =
      options.correction == .none
      ? options.level : try options.level.simultaneous(comparing: counts.map(\.n), baseline: baseline)
    var made: [Comparison] = []
    for arm in others {
      made.append(
        try Comparison(
          arm: arm, TwoArms(counts[arm], against: counts[baseline]),
          priors: (priors[arm], priors[baseline]), level: level, options: options))
    }
    self.options = options
    self.baseline = baseline
    self.arms = arms
    comparisons = try made.adjusted(by: options.correction).judged(options, at: level)
    comparisonLevel = level
    overall = try Self.overallTest(counts)
  }
}

extension CountsAnalysis.Arm {
  init(
    _ count: ObservedCount, standing: ValueOrReason<PosteriorRanking>, at level: ConfidenceLevel
  ) throws(NumericsError) {
    self.count = count
    self.standing = standing
    var intervals: [ProportionMethod: ValueOrReason<ConfidenceInterval>] = [:]
    for method in ProportionMethod.allCases {
      intervals[method] = try count.interval(method, at: level)
    }
    self.intervals = intervals
  }
}

extension CountsAnalysis.Comparison {
  init(
    arm: Int, _ counts: TwoArms, priors: (arm: BetaPrior, baseline: BetaPrior),
    level: ConfidenceLevel, options: CountsAnalysis.Options
  ) throws(NumericsError) {
    self.arm = arm
    self.counts = counts
    var differences: [DifferenceMethod: ValueOrReason<ConfidenceInterval>] = [:]
    for method in DifferenceMethod.allCases {
      differences[method] = try counts.interval(method, at: level)
    }
    var ratios: [RatioMethod: ValueOrReason<ConfidenceInterval>] = [:]
    for method in RatioMethod.allCases { ratios[method] = try counts.interval(method, at: level) }
    var oddsRatios: [OddsRatioMethod: ValueOrReason<ConfidenceInterval>] = [:]
    for method in OddsRatioMethod.allCases {
      oddsRatios[method] = try counts.interval(method, at: level)
    }
    var tests: [EqualityTest: ValueOrReason<TestResult>] = [:]
    for test in EqualityTest.allCases where test == .score || options.tests.contains(test) {
      tests[test] = try counts.test(test)
    }
    differenceIntervals = differences
    ratioIntervals = ratios
    oddsRatioIntervals = oddsRatios
    self.tests = tests
    adjusted = [:]
    verdict = .none(.emptyArm)
    guard options.hasPosteriors else {
      posterior = .none(.notAsked)
      return
    }
    posterior =
      counts.arm.n > 0 && counts.baseline.n > 0
      ? .value(
        try counts.posterior(prior: priors.arm, baselinePrior: priors.baseline, at: options.level))
      : .none(.emptyArm)
  }
}

extension [CountsAnalysis.Comparison] {
  /// The same comparisons with the p-values of each test adjusted over those that have one.
  fileprivate func adjusted(by correction: MultiplicityCorrection) -> Self {
    var changed = self
    for test in EqualityTest.allCases {
      let having = indices.filter { self[$0].tests[test]?.value != nil }
      let values = correction.adjusted(having.compactMap { self[$0].tests[test]?.value?.p })
      for (index, value) in zip(having, values) { changed[index].adjusted[test] = value }
    }
    return changed
  }

  /// The same comparisons with the verdicts that their adjusted p-values give.
  fileprivate func judged(
    _ options: CountsAnalysis.Options, at comparisonLevel: ConfidenceLevel
  ) throws(NumericsError) -> Self {
    var changed = self
    for index in indices {
      guard let p = self[index].adjusted[.score] else { continue }
      changed[index].verdict = try self[index].counts.verdict(
        margin: options.margin, p: p, level: options.level, comparisonLevel: comparisonLevel)
    }
    return changed
  }
}

extension TwoArms {
  /// The verdict of this comparison alone: by its score test, and Miettinen–Nurminen intervals of the difference.
  ///
  /// - Parameters:
  ///   - margin: δ, the smallest difference that matters, at least 0.
  ///   - level: 1 − α for better and worse; each of the two one-sided tests is at α.
  /// - Returns: none where an arm is empty.
  /// - Throws: what the numerical routines throw.
  public func verdict(
    margin: Double, at level: ConfidenceLevel
  ) throws(NumericsError) -> ValueOrReason<Verdict> {
    switch try test(.score) {
    case .none(let reason): .none(reason)
    case .value(let test):
      try verdict(margin: margin, p: test.p, level: level, comparisonLevel: level)
    }
  }

  fileprivate func verdict(
    margin: Double, p: PValue, level: ConfidenceLevel, comparisonLevel: ConfidenceLevel
  ) throws(NumericsError) -> ValueOrReason<Verdict> {
    guard
      case .value(let narrower) = try interval(
        DifferenceMethod.miettinenNurminen, at: comparisonLevel.ofTwoOneSidedTests),
      let difference = difference.value
    else { return .none(.emptyArm) }
    return .value(
      Verdict(difference: difference, p: p, level: level, narrower: narrower, margin: margin))
  }
}
