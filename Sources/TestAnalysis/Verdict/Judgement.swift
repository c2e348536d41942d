public import Inference

/// What the verdict of a comparison speaks of: the difference it is about, and what decides.
public struct Judgement: Sendable {
  /// What decides.
  public let basis: VerdictBasis
  /// The verdict; none where there cannot be one.
  public let verdict: ValueOrReason<Inference.Verdict>
  /// The difference the verdict is about, arm minus baseline.
  public let difference: Double?
  /// How large the difference may be, together with the other comparisons; `nil` where there is no interval.
  public let interval: ConfidenceInterval?
  /// The p-value of no difference, for this comparison alone; of clusters the larger of two; `nil` at looks.
  public let p: PValue?
  /// The same as the correction adjusts it over all comparisons.
  public let adjusted: PValue?
  /// The shares that have allowed, where they are not those of the counts.
  public let rates: Rates?
  /// The parts within which arms are compared; `nil` where the verdict is over all of the test.
  public let within: ComparedWithin?
  /// The share of the two arms that is left out, as only part of the releases or languages carry both; `nil` where
  /// nobody is left out for that.
  public let leftOut: Double?

  /// The shares of an arm and the baseline.
  public struct Rates: Hashable, Sendable {
    /// Of the arm.
    public let arm: Double
    /// Of the baseline.
    public let baseline: Double
  }

  /// Whether verdict and interval tell different things of 0: p-values are adjusted step by step and may be of
  /// another formula than the interval.
  public var intervalDisagrees: Bool {
    guard let interval, adjusted != nil else { return false }
    let excludesZero = interval.lower > 0 || interval.upper < 0
    switch verdict.value {
    case .better, .worse: return !excludesZero
    case .unknown: return excludesZero
    case .equivalent, nil: return false
    }
  }

  /// Whether the difference is not that of the counts, which stand beside it.
  public var replacesCounts: Bool { basis == .mantelHaenszel || basis == .incidence }
}

/// What is known of a comparison before its p-value is adjusted.
struct ComparisonEvidence {
  var basis: VerdictBasis
  var difference: Double?
  var interval: ConfidenceInterval?
  /// At 1 − 2α, for equivalence.
  var narrower: ConfidenceInterval?
  var p: PValue?
  var rates: Judgement.Rates?
  var within: ComparedWithin?
  var leftOut: Double?
  /// Why there is no verdict whatever the numbers.
  var reason: NoValueReason?

  /// - Parameters:
  ///   - adjusted: the p-value, adjusted; `nil` where intervals alone decide.
  ///   - options: level and margin.
  ///   - withheld: why the whole analysis gives no verdict.
  func judgement(
    adjusted: PValue?, _ options: CountsAnalysis.Options, withheld: NoValueReason?
  ) -> Judgement {
    Judgement(
      basis: basis, verdict: verdict(adjusted, options, withheld), difference: difference,
      interval: interval, p: p, adjusted: adjusted, rates: rates, within: within, leftOut: leftOut)
  }

  private func verdict(
    _ adjusted: PValue?, _ options: CountsAnalysis.Options, _ withheld: NoValueReason?
  ) -> ValueOrReason<Inference.Verdict> {
    if let reason = withheld ?? reason { return .none(reason) }
    guard let interval, let narrower, let difference else { return .value(.unknown) }
    guard let adjusted else {
      return .value(Inference.Verdict(interval: interval, narrower: narrower, margin: options.margin))
    }
    return .value(
      Inference.Verdict(
        difference: difference, p: adjusted, level: options.level, narrower: narrower,
        margin: options.margin))
  }
}
