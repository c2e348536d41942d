public import GSLNumerics

/// The variance in a score test of a difference δ of two proportions, and in the limit that inverts it: taken
/// at the maximum of the likelihood among pairs of proportions that differ by δ.
enum ScoreVariance {
  /// N/(N − 1) times the other (Miettinen & Nurminen 1985).
  case unbiased
  /// At the most likely pair of proportions (Farrington & Manning 1990).
  case maximumLikelihood
}

extension TwoArms {
  /// The score statistic of "the difference is δ": a normal deviate, positive where the observed
  /// difference is larger.
  ///
  /// - Parameter difference: δ, from −1 to 1.
  /// - Returns: none where an arm is empty; 0 where the observed difference is δ itself, also when
  ///   the variance is 0 there.
  /// - Throws: `NumericsError.outOfDomain` for a δ outside of [−1, 1].
  public func scoreTest(
    ofDifference difference: Double
  ) throws(NumericsError) -> ValueOrReason<TestResult> {
    guard arm.n > 0, baseline.n > 0 else { return .none(.emptyArm) }
    guard difference >= -1, difference <= 1 else {
      throw .outOfDomain(argument: "difference", value: difference, expected: "from −1 to 1")
    }
    let gap = rateDifference - difference
    guard gap != 0 else { return .value(TestResult(statistic: 0, p: .one)) }
    let variance = constrainedVariance(difference, .unbiased)
    // No spread at all: what was observed is impossible under δ.
    let statistic = gap / max(variance, Double.leastNormalMagnitude).squareRoot()
    return .value(
      TestResult(statistic: statistic, p: PValue(ln: try StandardNormal.lnBothTails(statistic))))
  }

  /// The δ above the observed difference at which the score statistic is −z.
  func scoreUpperLimit(
    deviate z: Double, _ variance: ScoreVariance = .unbiased
  ) throws(NumericsError) -> Double {
    let observed = rateDifference
    guard observed < 1 else { return 1 }
    guard z > 0 else { return observed }
    // Near 1 a proportion has no digits left for its distance to 1: count the others instead.
    if arm.x + baseline.x > arm.complement.x + baseline.complement.x {
      return try TwoArms(baseline.complement, against: arm.complement)
        .scoreUpperLimit(deviate: z, variance)
    }
    // Free of division, so that the ends, where the variance is 0, need no special care. Just above
    // the observed difference the root of the variance outweighs any step.
    func excess(_ difference: Double) -> Double {
      difference - observed - z * constrainedVariance(difference, variance).squareRoot()
    }
    let start = observed + 1e-15 * max(abs(observed), 1e-3)
    guard start < 1, excess(start) < 0 else { return start }
    guard excess(1) > 0 else { return 1 }
    return try root(from: start, to: 1, absoluteTolerance: 1e-17) { excess($0) }
  }

  /// The variance of the difference at the most likely pair of proportions that differ by δ.
  func constrainedVariance(_ difference: Double, _ kind: ScoreVariance) -> Double {
    let pair = constrainedPair(difference)
    let variance =
      pair.arm * (1 - pair.arm) / Double(arm.n) + pair.baseline * (1 - pair.baseline) / Double(baseline.n)
    switch kind {
    case .maximumLikelihood: return variance
    case .unbiased:
      let people = Double(arm.n) + Double(baseline.n)
      return variance * (people / (people - 1))
    }
  }

  /// The maximum of the likelihood among pairs (p + δ, p).
  func constrainedPair(_ difference: Double) -> (arm: Double, baseline: Double) {
    ConstrainedCubic(
      arm: (Double(arm.x), Double(arm.complement.x)),
      baseline: (Double(baseline.x), Double(baseline.complement.x))
    ).pair(differingBy: difference)
  }
}
