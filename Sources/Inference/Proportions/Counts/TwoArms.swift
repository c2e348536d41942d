/// Two arms side by side: an arm and the baseline it is compared with.
///
/// Differences are arm minus baseline, ratios arm over baseline.
public struct TwoArms: Hashable, Sendable {
  /// What was counted in the arm.
  public let arm: ObservedCount
  /// What was counted in the baseline.
  public let baseline: ObservedCount

  /// - Parameters:
  ///   - arm: what was counted in the arm.
  ///   - baseline: what was counted in the baseline.
  public init(_ arm: ObservedCount, against baseline: ObservedCount) {
    self.arm = arm
    self.baseline = baseline
  }

  /// The difference of the two rates; none where an arm is empty.
  public var difference: ValueOrReason<Double> {
    guard let first = arm.rate, let second = baseline.rate else { return .none(.emptyArm) }
    return .value(first - second)
  }

  /// The ratio of the two rates; none where an arm is empty or the baseline's rate is 0.
  public var ratio: ValueOrReason<Double> {
    guard let first = arm.rate, let second = baseline.rate else { return .none(.emptyArm) }
    guard baseline.x > 0 else { return .none(.baselineRateIsZero) }
    return .value(first / second)
  }

  /// The ratio of the two odds; none where an arm is empty or the denominator is 0.
  ///
  /// The estimate is 0 or finite where one factor of the numerator is 0; nothing is added to cells.
  public var oddsRatio: ValueOrReason<Double> {
    guard arm.n > 0, baseline.n > 0 else { return .none(.emptyArm) }
    guard baseline.x > 0, arm.complement.x > 0 else { return .none(.emptyCell) }
    return .value(
      Double(arm.x) / Double(arm.complement.x) * (Double(baseline.complement.x) / Double(baseline.x)))
  }
}
