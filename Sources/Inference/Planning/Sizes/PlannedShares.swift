import GSLNumerics

/// Two shares and what one person of the baseline contributes to the variance of their difference.
struct PlannedShares {
  /// The share in the baseline.
  let baseline: Double
  /// The share in the arm.
  let arm: Double
  /// People of the arm for one of the baseline.
  let allocation: Double

  /// - Throws: `NumericsError.outOfDomain` unless both shares are in (0, 1) and the allocation is above 0.
  init(baseline: Double, arm: Double, allocation: Double) throws(NumericsError) {
    for (name, share) in [("baseline", baseline), ("arm", arm)] {
      guard share > 0, share < 1 else {
        throw .outOfDomain(argument: name, value: share, expected: "above 0 and below 1")
      }
    }
    guard allocation > 0, allocation.isFinite else {
      throw .outOfDomain(argument: "allocation", value: allocation, expected: "above 0 and finite")
    }
    self.baseline = baseline
    self.arm = arm
    self.allocation = allocation
  }

  var difference: Double { arm - baseline }

  /// As they are.
  var variance: Double { baseline * (1 - baseline) + arm * (1 - arm) / allocation }

  /// Were both the share of all people together.
  var pooledVariance: Double {
    let mean = (baseline + allocation * arm) / (1 + allocation)
    return mean * (1 - mean) * (1 + 1 / allocation)
  }

  /// Were they the most likely shares that differ by δ (arm minus baseline).
  func variance(differingBy difference: Double) -> Double {
    let pair = ConstrainedCubic(
      arm: (allocation * arm, allocation * (1 - arm)), baseline: (baseline, 1 - baseline)
    ).pair(differingBy: difference)
    return pair.baseline * (1 - pair.baseline) + pair.arm * (1 - pair.arm) / allocation
  }
}
