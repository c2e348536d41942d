public import GSLNumerics

extension TwoArms {
  /// The two-sided score test that the two proportions are equal, which Miettinen and Nurminen's interval inverts.
  ///
  /// Where both arms count nobody, or everybody, there is nothing to tell them apart by: the statistic is 0 and p
  /// is 1. There is no continuity correction.
  /// - Returns: `nil` where an arm is empty.
  /// - Throws: what the normal distribution throws.
  public func test() throws(NumericsError) -> SignificanceTest? {
    guard arm.n > 0, baseline.n > 0 else { return nil }
    // N/(N − 1) times the pooled variance, which is the constrained one at δ = 0.
    let people = Double(arm.n + baseline.n)
    let statistic = pooledDeviate * ((people - 1) / people).squareRoot()
    return SignificanceTest(statistic: statistic, p: PValue(ln: try StandardNormal.lnBothTails(statistic)))
  }

  /// (p̂₁ − p̂₂)/√(p̄q̄(1/n₁ + 1/n₂)); 0 where everybody or nobody is counted.
  private var pooledDeviate: Double {
    let people = Double(arm.n) + Double(baseline.n)
    let events = Double(arm.x) + Double(baseline.x)
    let others = Double(arm.complement.x) + Double(baseline.complement.x)
    guard events > 0, others > 0 else { return 0 }
    let variance = events / people * (others / people) * people / (Double(arm.n) * Double(baseline.n))
    return rateDifference / variance.squareRoot()
  }
}

/// A χ² with the probability of more.
func chiSquare(_ statistic: Double, degreesOfFreedom: Int) throws(NumericsError) -> SignificanceTest {
  let distribution = try ChiSquare(degreesOfFreedom: Double(degreesOfFreedom))
  return SignificanceTest(
    statistic: statistic, degreesOfFreedom: degreesOfFreedom,
    p: PValue(ln: try distribution.lnUpperTail(statistic)))
}
