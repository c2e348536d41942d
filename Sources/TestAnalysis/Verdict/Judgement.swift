public import Inference
public import TestData

/// What the verdict of a comparison speaks of: the difference it is about, and what decides.
public struct Judgement: Sendable {
  /// What decides.
  public let basis: VerdictBasis
  /// The verdict; `nil` where there cannot be one.
  public let verdict: Inference.Verdict?
  /// Why there is no verdict; `nil` where there is one.
  public let reason: NoVerdictReason?
  /// The difference the verdict is about, arm minus baseline.
  public let difference: Double?
  /// How large the difference may be, together with the other comparisons; `nil` where there is no interval.
  public let interval: ConfidenceInterval?
  /// The p-value of no difference, for this comparison alone; `nil` at looks.
  public let p: PValue?
  /// The same, allowed for all comparisons: below α exactly where the interval leaves 0 out.
  public let adjusted: PValue?
  /// The parts within which arms are compared; `nil` where the verdict is over all of the test.
  public let within: ComparedWithin?
  /// The share of the two arms that is left out, as only part of the releases or languages carry both; `nil` where
  /// nobody is left out for that.
  public let leftOut: Double?
  /// The look that decided before the last one, whose difference and interval these are; `nil` for any other.
  public let earlierLook: AsOf?

  /// Whether the difference is not that of the counts, which stand beside it.
  public var replacesCounts: Bool { restsOnParts || earlierLook != nil }

  /// Whether parts of the test are compared, or releases or languages, and not installs of the whole.
  public var restsOnParts: Bool { basis == .mantelHaenszel || basis == .clusterRobust }
}

/// Why a comparison, or a whole test, has no verdict.
///
/// Raw values are their names in files.
public enum NoVerdictReason: String, CaseIterable, Hashable, Sendable {
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

/// What is known of a comparison before it is judged.
struct ComparisonEvidence {
  var basis: VerdictBasis
  var difference: Double?
  var interval: ConfidenceInterval?
  /// At 1 − 2α, for equivalence.
  var narrower: ConfidenceInterval?
  /// What the score shows where that is known; `nil` where the intervals say.
  var verdict: Inference.Verdict?
  var p: PValue?
  /// The same, allowed for all comparisons together.
  var adjusted: PValue?
  var within: ComparedWithin?
  var leftOut: Double?
  var earlierLook: AsOf?
  /// Why there is no verdict whatever the numbers.
  var reason: NoVerdictReason?

  /// - Parameters:
  ///   - margin: differences below this in size are equal.
  ///   - withheld: why the whole analysis gives no verdict.
  func judgement(margin: Double, withheld: NoVerdictReason?) -> Judgement {
    let reason = withheld ?? reason
    var verdict: Inference.Verdict?
    if reason == nil {
      verdict = self.verdict ?? .unknown
      if self.verdict == nil, let interval, let narrower {
        verdict = Inference.Verdict(interval: interval, narrower: narrower, margin: margin)
      }
    }
    return Judgement(
      basis: basis, verdict: verdict, reason: reason, difference: difference, interval: interval, p: p,
      adjusted: adjusted, within: within, leftOut: leftOut, earlierLook: earlierLook)
  }
}
