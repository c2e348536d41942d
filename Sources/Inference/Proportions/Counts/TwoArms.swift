/// Two arms side by side: an arm and the baseline it is compared with.
///
/// Differences are arm minus baseline, ratios arm over baseline.
public struct TwoArms: ArmContrast, Hashable, Sendable {
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

  /// The difference of the two rates; `nil` where an arm is empty.
  public var difference: Double? {
    guard let first = arm.rate, let second = baseline.rate else { return nil }
    return first - second
  }

  /// The ratio of the two rates; `nil` where an arm is empty or the baseline's rate is 0.
  public var ratio: Double? {
    guard let first = arm.rate, let second = baseline.rate, baseline.x > 0 else { return nil }
    return first / second
  }
}

extension TwoArms: Encodable {
  private enum CodingKeys: String, CodingKey { case counts, baseline, difference, ratio }

  /// With the difference and the ratio.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(arm, forKey: .counts)
    try members.encode(baseline, forKey: .baseline)
    try members.encodeIfPresent(difference, forKey: .difference)
    try members.encodeIfPresent(ratio, forKey: .ratio)
  }
}
