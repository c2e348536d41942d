public import GSLNumerics

// Whether an arm is not worse than the baseline by a margin or more, for two proportions, by the score whose interval is
// Miettinen and Nurminen's (Statistics in Medicine 4, 1985, 213–226).
extension TwoArms {
  /// The one-sided test of "the arm is worse by the margin or more".
  ///
  /// A small p shows that the arm is not worse by δ or more; it is below α/2 exactly where the lower limit of
  /// ``interval(at:)`` lies above −δ.
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
    let deviate = score(of: difference)
    return SignificanceTest(statistic: deviate, p: PValue(ln: try StandardNormal.lnUpperTail(deviate)))
  }
}
