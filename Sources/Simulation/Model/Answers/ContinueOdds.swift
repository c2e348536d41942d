import RandomStreams

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
  func continues(_ stream: AddressedStream, willingness: Double, logValue: Double, showing: UInt32) -> Bool {
    ElementaryFunctions.logit(uniform(stream, showing: showing).number)
      < logOdds(willingness: willingness, logValue: logValue, showing: showing)
  }
}
