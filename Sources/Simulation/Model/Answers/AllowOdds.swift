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
  func logOdds<Number: Lane>(willingness: Number, logValue: Number) -> Number {
    intercept + spread * willingness + value * logValue + usage + cold + primed
  }
}
