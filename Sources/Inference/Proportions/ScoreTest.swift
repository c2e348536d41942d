import GSLNumerics

extension TwoArms {
  /// The two-sided score test that the two proportions are equal, which Miettinen and Nurminen's interval inverts.
  ///
  /// Where both arms count nobody, or everybody, there is nothing to tell them apart by: the statistic is 0 and p
  /// is 1. There is no continuity correction.
  /// - Returns: `nil` where an arm is empty.
  public func test() -> SignificanceTest? {
    guard arm.n > 0, baseline.n > 0 else { return nil }
    let score = score(of: 0)
    return SignificanceTest(statistic: score, p: PValue(StandardNormal.bothTails(score)))
  }

  /// The test by the score; `nil` where an arm is empty, and for a δ that cannot be, outside of [−1, 1].
  public func exceedance(of difference: Double) -> SignificanceTest? {
    guard arm.n > 0, baseline.n > 0, abs(difference) <= 1 else { return nil }
    let deviate = score(of: difference)
    return SignificanceTest(statistic: deviate, p: PValue(StandardNormal.upperTail(deviate)))
  }

  /// What the score shows, which is what the intervals that invert it show.
  ///
  /// Equality comes first: a difference shown to be smaller than what matters is called equivalent even where it is also
  /// shown not to be 0.
  /// - Parameters:
  ///   - bound: the score of no difference that tells the two apart.
  ///   - equality: the score, of the margin and of its negative, that shows the difference to lie between them.
  ///   - margin: δ, the smallest difference that matters, at least 0; with 0 nothing is equivalent.
  /// - Returns: `nil` where an arm is empty.
  public func verdict(beyond bound: Double, equalBeyond equality: Double, margin: Double) -> Verdict? {
    guard arm.n > 0, baseline.n > 0 else { return nil }
    if margin > 1 || margin > 0 && score(of: -margin) > equality && score(of: margin) < -equality {
      return .equivalent
    }
    let found = score(of: 0)
    return found > bound ? .better : found < -bound ? .worse : .unknown
  }

  /// The score of a difference δ, from −1 to 1: how far what was observed lies from it, in standard errors.
  func score(of difference: Double) -> Double {
    let gap = rateDifference - difference
    guard gap != 0 else { return 0 }
    // Near 1 a proportion has no digits left for its distance to 1: count the others instead.
    if arm.x + baseline.x > arm.complement.x + baseline.complement.x {
      return -TwoArms(arm.complement, against: baseline.complement).score(of: -difference)
    }
    // No spread at all: what was observed is impossible under δ.
    return gap / max(scoreVariance(at: difference), Double.leastNormalMagnitude).squareRoot()
  }
}

/// A χ² with the probability of more.
func chiSquare(_ statistic: Double, degreesOfFreedom: Int) throws(NumericsError) -> SignificanceTest {
  let distribution = try ChiSquare(degreesOfFreedom: Double(degreesOfFreedom))
  return SignificanceTest(
    statistic: statistic, degreesOfFreedom: degreesOfFreedom,
    p: PValue(try distribution.upperTail(statistic)))
}
