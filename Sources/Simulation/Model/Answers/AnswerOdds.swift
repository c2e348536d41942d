import RandomStreams

/// Log-odds of allowing at the moment the alert is shown (model, section 6).
struct AllowOdds: BitwiseCopyable {
  private let intercept: Double
  private let spread: Double
  private let value: Double
  private let usage: Double
  /// 0 of a warm ask.
  private let cold: Double
  /// 0 without a pre-prompt.
  private let primed: Double

  @inline(__always)
  init(_ people: TrialSegment, _ arm: TrialArm, isCold: Bool, isPrimed: Bool) {
    intercept = people.allowIntercept
    spread = people.allowSpread
    value = people.allowValue
    usage = arm.logUsageOdds
    cold = isCold ? people.logColdOdds : 0
    primed = isPrimed ? arm.logAllowOdds : 0
  }

  /// - Parameter logValue: ln(1 + value experienced).
  @inline(__always)
  func logOdds<Number: LaneValue>(willingness: Number, logValue: Number) -> Number {
    intercept + spread * willingness + value * logValue + usage + cold + primed
  }
}

/// Log-odds of going on from a pre-prompt, and what they are compared with (model, section 6).
struct ContinueOdds: BitwiseCopyable {
  private let intercept: Double
  private let spread: Double
  private let value: Double
  private let design: Double
  private let fatigue: Double
  private let persistence: Double

  @inline(__always)
  init(_ people: TrialSegment, _ arm: TrialArm) {
    intercept = people.continueIntercept
    spread = people.continueSpread
    value = people.continueValue
    design = arm.logContinueOdds
    fatigue = people.logFatigueOdds
    persistence = people.persistence
  }

  /// - Parameters:
  ///   - logValue: ln(1 + value experienced).
  ///   - showing: 0-based.
  @inline(__always)
  func logOdds(willingness: Double, logValue: Double, showing: UInt32) -> Double {
    intercept + spread * willingness + value * logValue + design + Double(showing) * fatigue
  }

  /// The uniform that decides about a showing, and whether it is the person's own, the same at each.
  @inline(__always)
  func uniform(_ stream: AddressedStream, showing: UInt32) -> (number: Double, isOwn: Bool) {
    let isOwn = stream.uniform(purpose: DrawPurpose.persistence, index: showing) < persistence
    return (
      stream.uniform(
        purpose: isOwn ? DrawPurpose.ownContinue : DrawPurpose.freshContinue, index: isOwn ? 0 : showing),
      isOwn
    )
  }

  /// Whether the person goes on.
  @inline(__always)
  func continues(
    _ stream: AddressedStream, willingness: Double, logValue: Double, showing: UInt32
  ) -> Bool {
    ElementaryFunctions.logit(uniform(stream, showing: showing).number)
      < logOdds(willingness: willingness, logValue: logValue, showing: showing)
  }
}
