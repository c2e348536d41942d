public import GSLNumerics

/// Everything that counts x of n per arm allow, in one value.
///
/// Arms are known by their position; what they are called is the caller's. Comparisons are each arm
/// against the baseline. Verdicts are by the score test's p-values as ``holmAdjusted(_:)`` adjusts them.
/// Intervals say how large a difference may be and hold together by Dunnett's constant; as p-values are
/// adjusted step by step, the two can differ at the edge.
public struct CountsAnalysis: Sendable {
  /// What may be chosen.
  public struct Options: Hashable, Sendable {
    /// The confidence of intervals.
    public var level = ConfidenceLevel.ninetyFive
    /// δ, the smallest difference that matters, at least 0.
    public var margin = 0.005
    /// Whether posteriors are worked out, which take most of the time and which no verdict needs.
    public var hasPosteriors = true

    /// All defaults.
    public init() {}
  }

  /// One arm on its own.
  public struct Arm: Sendable {
    /// What was counted.
    public let count: ObservedCount
    /// Wilson's interval of its proportion, at the level asked for.
    public let interval: ConfidenceInterval?
    /// Its standing among all arms; `nil` where an arm of the analysis is empty, or where it is alone.
    public let standing: PosteriorRanking?
  }

  /// One arm against the baseline.
  public struct Comparison: Sendable {
    /// The position of the arm.
    public let arm: Int
    /// Its two counts.
    public let counts: TwoArms
    /// Miettinen and Nurminen's interval of the difference, at ``CountsAnalysis/comparisonLevel``.
    public let interval: ConfidenceInterval?
    /// Koopman's interval of the ratio, at the same level.
    public let ratioInterval: ConfidenceInterval?
    /// The score test.
    public let test: SignificanceTest?
    /// Its p-value, adjusted over the comparisons that have one.
    public internal(set) var adjusted: PValue?
    /// The probability that the arm's proportion is above the baseline's.
    public let chanceBetter: Double?
    /// Better and worse by the adjusted p of the score test, equivalent by Miettinen–Nurminen intervals.
    public internal(set) var verdict: Verdict?
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
    let standings =
      options.hasPosteriors && counts.count > 1 && counts.allSatisfy { $0.n > 0 }
      ? try PosteriorRanking.of(counts) : nil
    var arms: [Arm] = []
    for (index, count) in counts.enumerated() {
      arms.append(
        Arm(count: count, interval: try count.interval(at: options.level), standing: standings?[index]))
    }
    let level = try options.level.simultaneous(comparing: counts.map(\.n), baseline: baseline)
    var made: [Comparison] = []
    for arm in counts.indices where arm != baseline {
      let pair = TwoArms(counts[arm], against: counts[baseline])
      let isCompared = options.hasPosteriors && pair.arm.n > 0 && pair.baseline.n > 0
      made.append(
        Comparison(
          arm: arm, counts: pair, interval: try pair.interval(at: level),
          ratioInterval: try pair.ratioInterval(at: level), test: try pair.test(), adjusted: nil,
          chanceBetter: isCompared ? try pair.chanceBetter() : nil, verdict: nil))
    }
    for (index, p) in made.map(\.test?.p).adjustedTogether().enumerated() {
      guard let p else { continue }
      made[index].adjusted = p
      made[index].verdict = try made[index].counts.verdict(p, options, at: level)
    }
    self.options = options
    self.baseline = baseline
    self.arms = arms
    comparisons = made
    comparisonLevel = level
  }
}

extension TwoArms {
  fileprivate func verdict(
    _ p: PValue, _ options: CountsAnalysis.Options, at comparisonLevel: ConfidenceLevel
  ) throws(NumericsError) -> Verdict? {
    guard let narrower = try interval(at: comparisonLevel.ofTwoOneSidedTests), let difference else {
      return nil
    }
    return Verdict(
      difference: difference, p: p, level: options.level, narrower: narrower, margin: options.margin)
  }
}

/// The p-values of several comparisons, adjusted step by step (Holm 1979): family-wise error under any dependence.
///
/// - Returns: in the order given, each the smallest level at which its hypothesis would be rejected; at most 1.
public func holmAdjusted(_ values: [PValue]) -> [PValue] {
  let order = values.indices.sorted { (values[$0], $0) < (values[$1], $1) }
  var adjusted = values
  var running = PValue(ln: -.infinity)
  for (rank, index) in order.enumerated() {
    running = max(running, values[index].multiplied(by: Double(values.count - rank)))
    adjusted[index] = running
  }
  return adjusted
}

extension [PValue?] {
  /// The same values, those that there are adjusted over one another by ``holmAdjusted(_:)``.
  public func adjustedTogether() -> [PValue?] {
    var changed = self
    let having = indices.filter { self[$0] != nil }
    for (index, value) in zip(having, holmAdjusted(compactMap { $0 })) { changed[index] = value }
    return changed
  }
}
