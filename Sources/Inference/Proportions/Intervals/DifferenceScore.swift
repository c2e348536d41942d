public import GSLNumerics

extension TwoArms {
  /// Miettinen and Nurminen's interval of the difference, arm minus baseline, within [−1, 1].
  ///
  /// - Returns: `nil` where an arm is empty.
  public func interval(at level: ConfidenceLevel) throws(NumericsError) -> Interval? {
    try interval(reaching: level.deviate())
  }

  /// The differences at which the score is no farther from 0 than a deviate, within [−1, 1].
  ///
  /// - Returns: `nil` where an arm is empty.
  func interval(reaching deviate: Double) throws(NumericsError) -> Interval? {
    guard arm.n > 0, baseline.n > 0 else { return nil }
    let upper = try scoreUpperLimit(deviate: deviate)
    let lower = -(try TwoArms(baseline, against: arm).scoreUpperLimit(deviate: deviate))
    return Interval(lower: lower, upper: upper)
  }

  /// p̂₁ − p̂₂ by one exact subtraction: the products of two counts fit an `Int`.
  var rateDifference: Double {
    Double(arm.x * baseline.n - baseline.x * arm.n) / (Double(arm.n) * Double(baseline.n))
  }

  /// The δ above the observed difference at which the score statistic is −z.
  private func scoreUpperLimit(deviate z: Double) throws(NumericsError) -> Double {
    let observed = rateDifference
    guard observed < 1 else { return 1 }
    guard z > 0 else { return observed }
    // Near 1 a proportion has no digits left for its distance to 1: count the others instead.
    if arm.x + baseline.x > arm.complement.x + baseline.complement.x {
      return try TwoArms(baseline.complement, against: arm.complement)
        .scoreUpperLimit(deviate: z)
    }
    // Free of division, so that the ends, where the variance is 0, need no special care. Just above
    // the observed difference the root of the variance outweighs any step.
    func excess(_ difference: Double) -> Double {
      difference - observed - z * scoreVariance(at: difference).squareRoot()
    }
    let start = observed + 1e-15 * max(abs(observed), 1e-3)
    guard start < 1, excess(start) < 0 else { return start }
    guard excess(1) > 0 else { return 1 }
    return try root(from: start, to: 1, absoluteTolerance: 1e-17) { excess($0) }
  }

  /// The variance in the score of a difference δ: at the most likely pair of proportions that differ by δ, times
  /// N/(N − 1) (Miettinen & Nurminen 1985).
  func scoreVariance(at difference: Double) -> Double {
    let pair = ConstrainedCubic(
      arm: (Double(arm.x), Double(arm.complement.x)),
      baseline: (Double(baseline.x), Double(baseline.complement.x))
    ).pair(differingBy: difference)
    let people = Double(arm.n) + Double(baseline.n)
    return
      (pair.arm * (1 - pair.arm) / Double(arm.n) + pair.baseline * (1 - pair.baseline) / Double(baseline.n))
      * (people / (people - 1))
  }
}
