public import GSLNumerics

// Whether an arm is not worse than the baseline by a margin or more, for two proportions (Farrington & Manning,
// Statistics in Medicine 9, 1990, 1447–1454).
extension TwoArms {
  /// The one-sided test of "the arm is worse by the margin or more".
  ///
  /// z = (p̂₁ − p̂₀ + δ)/√V, V at the most likely pair of proportions that differ by exactly −δ. A small p shows
  /// that the arm is not worse by δ or more.
  /// - Parameter margin: δ, how much worse still counts as not worse, from 0 to 1.
  /// - Returns: the deviate and its one-sided p; `nil` where an arm is empty.
  /// - Throws: `NumericsError.outOfDomain` for a margin outside of [0, 1].
  public func nonInferiority(margin: Double) throws(NumericsError) -> SignificanceTest? {
    guard margin >= 0, margin <= 1 else {
      throw .outOfDomain(argument: "margin", value: margin, expected: "from 0 to 1")
    }
    return try exceedance(of: -margin)
  }

  /// The one-sided test of "the difference is at most δ": a small p shows that it is larger.
  ///
  /// - Parameter difference: δ, from −1 to 1.
  /// - Returns: the deviate and its one-sided p; `nil` where an arm is empty.
  /// - Throws: `NumericsError.outOfDomain` for a δ outside of [−1, 1].
  public func exceedance(of difference: Double) throws(NumericsError) -> SignificanceTest? {
    guard arm.n > 0, baseline.n > 0 else { return nil }
    guard difference >= -1, difference <= 1 else {
      throw .outOfDomain(argument: "difference", value: difference, expected: "from −1 to 1")
    }
    let gap = rateDifference - difference
    // No spread at all: what was observed is impossible under δ, or is δ itself.
    let variance = max(constrainedVariance(difference, .maximumLikelihood), Double.leastNormalMagnitude)
    let deviate = gap == 0 ? 0 : gap / variance.squareRoot()
    return SignificanceTest(statistic: deviate, p: PValue(ln: try StandardNormal.lnUpperTail(deviate)))
  }

  /// The interval of the difference that inverts ``exceedance(of:)`` at either end, each at α/2.
  ///
  /// Its lower limit lies above −δ exactly where ``nonInferiority(margin:)`` has a p below α/2.
  /// - Returns: `nil` where an arm is empty.
  /// - Throws: what the numerical routines throw.
  public func farringtonManningInterval(
    at level: ConfidenceLevel
  ) throws(NumericsError) -> ConfidenceInterval? {
    try interval(at: level, .maximumLikelihood)
  }
}
