/// Bounds of the difference among those whom both arms would have prompted.
///
/// Arms that ask at different moments prompt different people, so rates per prompted compare
/// different people. If everybody whom the more reluctant arm prompts would also be prompted by the other
/// (monotonicity: true where one trigger can only come after the other), that common stratum is the
/// whole of the reluctant arm's prompted and a share π, the ratio of the two prompted shares, of
/// the other's. Trimming the other's prompted from above or below gives the bounds (Lee 2009),
/// which for a yes-or-no answer are closed forms.
public struct CommonStratumBounds: Encodable, Hashable, Sendable {
  /// The smallest difference per prompted, arm minus baseline, that the counts allow.
  public let lower: Double
  /// The largest.
  public let upper: Double
  /// The share of installs in the stratum: the smaller of the two prompted shares.
  public let share: Double
}

/// What one arm prompted and what came of it.
public struct PromptedCount: Hashable, Sendable {
  /// Who was prompted, of all installs.
  public let prompted: ObservedCount
  /// Who allowed, of those prompted.
  public let allowed: ObservedCount

  /// - Parameters:
  ///   - allowed: who allowed tracking.
  ///   - prompted: who was prompted.
  ///   - installs: everybody.
  /// - Throws: `ObservedCountError` unless allowed ≤ prompted ≤ installs.
  public init(allowed: Int, prompted: Int, installs: Int) throws(ObservedCountError) {
    self.prompted = try ObservedCount(prompted, of: installs)
    self.allowed = try ObservedCount(allowed, of: prompted)
  }
}

extension CommonStratumBounds {
  /// The bounds for one arm against the baseline.
  ///
  /// Estimates: they carry no sampling error, and hold if everybody whom the arm with the smaller prompted
  /// share prompts would be prompted by the other arm too.
  /// - Returns: `nil` where nobody was prompted in an arm.
  public static func of(
    _ arm: PromptedCount, against baseline: PromptedCount
  ) -> CommonStratumBounds? {
    guard let rate = arm.allowed.rate, let baselineRate = baseline.allowed.rate,
      let share = arm.prompted.rate, let baselineShare = baseline.prompted.rate
    else { return nil }
    let trimmed = trimmedRange(rate, kept: min(1, baselineShare / share))
    let baselineTrimmed = trimmedRange(baselineRate, kept: min(1, share / baselineShare))
    return CommonStratumBounds(
      lower: trimmed.lowerBound - baselineTrimmed.upperBound,
      upper: trimmed.upperBound - baselineTrimmed.lowerBound, share: min(share, baselineShare))
  }
}

/// Between which rates a share `kept` of people lies when all of them have rate `rate`.
private func trimmedRange(_ rate: Double, kept: Double) -> ClosedRange<Double> {
  guard kept < 1 else { return rate...rate }
  let lowest = max(0, (rate - (1 - kept)) / kept)
  return lowest...max(lowest, min(1, rate / kept))
}
