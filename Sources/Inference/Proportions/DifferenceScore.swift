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
  ///
  /// The likelihood equation is a cubic with one root in the range that is possible (Miettinen &
  /// Nurminen 1985, appendix I). Its trigonometric solution starts Newton's method on the derivative
  /// of the log-likelihood, which falls from ∞ to −∞ over that range and so brackets the root.
  func constrainedPair(_ difference: Double) -> (arm: Double, baseline: Double) {
    var low = difference < 0 ? -difference : 0
    var high = min(1, 1 - difference)
    let x = (Double(arm.x), Double(baseline.x))
    let y = (Double(arm.complement.x), Double(baseline.complement.x))
    // p is the baseline's proportion; a term whose count is 0 is left out, so no 0/0 can arise.
    func derivative(_ p: Double) -> (value: Double, slope: Double) {
      var value = 0.0
      var slope = 0.0
      func add(_ count: Double, at probability: Double, _ sign: Double) {
        guard count > 0 else { return }
        // At an end of the range rounding may leave it a hair below 0.
        let term = probability > 0 ? count / probability : .infinity
        value += sign * term
        slope -= term * term / count
      }
      add(x.0, at: p + difference, 1)
      add(x.1, at: p, 1)
      add(y.0, at: 1 - p - difference, -1)
      add(y.1, at: 1 - p, -1)
      return (value, slope)
    }
    // Counts of 0 may leave the maximum at an end of the range.
    if !(derivative(low).value > 0) { return (low + difference, low) }
    if !(derivative(high).value < 0) { return (high + difference, high) }
    var p = min(max(cubicRoot(difference), low), high)
    if !(p > low && p < high) { p = low + (high - low) / 2 }
    for _ in 0..<100 {
      let (value, slope) = derivative(p)
      if value == 0 { break }
      if value > 0 { low = p } else { high = p }
      var next = p - value / slope
      if !(next > low && next < high) { next = low + (high - low) / 2 }
      let moved = abs(next - p)
      p = next
      // The convergence is quadratic: what is left is the square of this.
      if moved <= 1e-13 * p { break }
    }
    return (min(1, max(0, p + difference)), p)
  }
}
