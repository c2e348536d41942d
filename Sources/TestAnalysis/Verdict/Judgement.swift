public import Inference
public import TestData
public import TextFormats

/// What the verdict of a comparison speaks of: the difference it is about, and what decides.
public struct Judgement: Encodable, Sendable {
  /// What decides.
  public let basis: VerdictBasis
  /// The difference the verdict is about, arm minus baseline.
  public internal(set) var difference: Double?
  /// How large the difference may be, together with the other comparisons; `nil` where there is no interval.
  public internal(set) var interval: Interval?
  /// At 1 − 2α, for equivalence, where that is narrower.
  var narrower: Interval?
  /// The p-value of no difference, for this comparison alone; `nil` at looks.
  public internal(set) var p: PValue?
  /// The same, allowed for all comparisons: below α exactly where the interval leaves 0 out.
  public internal(set) var adjusted: PValue?
  /// The parts within which arms are compared; `nil` where the verdict is over all of the test.
  public internal(set) var within: ComparedWithin?
  /// The share of the two arms that is left out, as only part of the releases or languages carry both; `nil` where
  /// nobody is left out for that.
  public internal(set) var leftOut: Double?
  /// The look that decided before the last one, whose difference and interval these are; `nil` for any other.
  public internal(set) var earlierLook: AsOf?
  /// The verdict; `nil` where there cannot be one.
  public internal(set) var verdict: Inference.Verdict?
  /// Why there is no verdict; `nil` where there is one.
  public internal(set) var reason: NoVerdictReason?

  /// What the verdict rests on; `nil` without one.
  public var verdictBasis: VerdictBasis? { verdict == nil ? nil : basis }

  /// Whether the difference is not that of the counts, which stand beside it.
  public var replacesCounts: Bool { restsOnParts || earlierLook != nil }

  /// Whether parts of the test are compared, or releases or languages, and not installs of the whole.
  public var restsOnParts: Bool { basis == .mantelHaenszel || basis == .clusterRobust }
}

extension Judgement {
  /// By the score of all installs, read once.
  init(_ comparison: CountsAnalysis.Comparison) {
    self.init(basis: .miettinenNurminen, difference: comparison.counts.difference)
    (interval, verdict) = (comparison.interval, comparison.verdict)
    (p, adjusted) = (comparison.test?.p, comparison.pAdjusted)
  }

  /// The same with its verdict: what the score shows where that is known, else what the intervals say.
  ///
  /// Two one-sided tests would allow a narrower interval for equivalence; where there is none, the interval itself is on
  /// the safe side.
  /// - Parameters:
  ///   - margin: differences below this in size are equal.
  ///   - withheld: why the whole analysis gives no verdict.
  func settled(margin: Double, withheld: NoVerdictReason?) -> Judgement {
    var settled = self
    settled.reason = withheld ?? reason
    let shown = interval.map {
      Inference.Verdict(interval: $0, narrower: narrower ?? $0, margin: margin)
    }
    settled.verdict = settled.reason == nil ? verdict ?? shown ?? .unknown : nil
    return settled
  }
}

/// Whether an arm is not worse than the baseline by a margin or more.
public struct NonInferiority: Encodable, Sendable {
  /// The position of the arm.
  @OptionNames public private(set) var option: Int
  /// How much worse still counts as not worse, as a fraction.
  public let margin: Double
  /// The one-sided p-value, by the score that the interval inverts, allowed for all comparisons; `nil` where another
  /// interval decides than that of a single look.
  public let adjusted: PValue?
  /// Whether it is shown that the arm is not worse by the margin or more: the lower limit of its verdict's interval decides.
  public let isShown: Bool
}

/// What a verdict, or a guardrail, rests on.
///
/// Raw values are their names in files.
public enum VerdictBasis: String, CaseIterable, Encodable, Hashable, Sendable {
  /// Miettinen and Nurminen's interval of the difference, all comparisons together, for a single look.
  case miettinenNurminen = "miettinen_nurminen"
  /// The interval that holds at every look at a running test.
  case confidenceSequence = "confidence_sequence"
  /// The repeated interval of looks that were planned.
  case repeated
  /// Releases or languages as the units, where these were assigned and not installs: the interval over them.
  case clusterRobust = "cr2"
  /// The difference within days, segments, or the releases or languages that carry both arms, put together, because
  /// the split differs between these: ``Judgement/within`` says which.
  case mantelHaenszel = "mantel_haenszel"
  /// Welch's interval of the difference of two means, of a guardrail.
  case welch
}

/// Why a comparison, or a whole test, has no verdict.
///
/// Raw values are their names in files.
public enum NoVerdictReason: String, CaseIterable, Encodable, Hashable, Sendable {
  /// There is one option alone.
  case oneOption = "one_option"
  /// The data have no denominator that every option has.
  case noDenominator = "no_denominator"
  /// The data do not have the installs: those prompted, or who answered, are other people in every option.
  case notPerInstall = "not_per_install"
  /// An arm has nobody in it: 0 of 0 has no rate.
  case emptyArm = "empty_option"
  /// The arms did not get the installs they were meant to get.
  case brokenSplit = "broken_split"
  /// What is wrong with the data depends on the arm.
  case brokenMeasurement = "broken_measurement"
  /// An arm is in one release or language alone.
  case confounded
  /// Too little of two arms is in the same releases or languages.
  case littleShared = "little_shared"
  /// The releases of one arm came after those of the other.
  case inSequence = "in_sequence"
  /// Nobody of either arm has answered, so that 0% against 0% says nothing of them.
  case nobodyAnswered = "nobody_answered"
  /// The split differs between parts of a test that is looked at several times.
  case driftingSplitAtLooks = "drifting_split_at_looks"
}
