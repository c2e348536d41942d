import Foundation
public import GSLNumerics

/// Two arms compared by the share that has taken a decision by one day.
///
/// Arms may ask at different moments and have different people undecided: at a fixed day the shares of all
/// installs are comparable whatever happened in between. The day is to be fixed beforehand.
public struct IncidenceComparison: Hashable, Sendable {
  /// The arm's estimate.
  public let arm: IncidenceEstimate
  /// The baseline's estimate, of the same decision by the same day.
  public let baseline: IncidenceEstimate

  /// - Returns: `nil` for different decisions or days, which are not comparable.
  public init?(arm: IncidenceEstimate, baseline: IncidenceEstimate) {
    guard arm.decision == baseline.decision, arm.day == baseline.day else { return nil }
    self.arm = arm
    self.baseline = baseline
  }

  /// The difference of the shares, arm minus baseline.
  public var difference: Double { arm.probability - baseline.probability }

  /// Its standard error; the arms are independent.
  public var standardError: Double {
    (arm.standardError * arm.standardError + baseline.standardError * baseline.standardError)
      .squareRoot()
  }

  /// The difference give or take its normal deviate, cut to [−1, 1].
  ///
  /// - Returns: `nil` where neither arm has a standard error above 0.
  /// - Throws: `NumericsError.outOfDomain` for a level the normal quantile refuses.
  public func waldInterval(_ level: ConfidenceLevel) throws(NumericsError) -> ConfidenceInterval? {
    guard standardError > 0 else { return nil }
    let reach = try level.deviate() * standardError
    return ConfidenceInterval(
      lower: max(-1, difference - reach), upper: min(1, difference + reach), level: level)
  }

  /// The interval for the difference composed of the two complementary log–log intervals.
  ///
  /// Each limit adds the squared distances to the arms' own limits on that side (MOVER: Newcombe 1998,
  /// Zou & Donner 2008), so it stays within [−1, 1] and is not symmetric where the arms' are not.
  /// - Returns: `nil` where an arm has no interval of its own.
  /// - Throws: `NumericsError.outOfDomain` for a level the normal quantile refuses.
  public func interval(_ level: ConfidenceLevel) throws(NumericsError) -> ConfidenceInterval? {
    guard let ofArm = try arm.interval(level), let ofBaseline = try baseline.interval(level) else {
      return nil
    }
    let down = hypot(arm.probability - ofArm.lower, ofBaseline.upper - baseline.probability)
    let up = hypot(ofArm.upper - arm.probability, baseline.probability - ofBaseline.lower)
    return ConfidenceInterval(lower: difference - down, upper: difference + up, level: level)
  }

  /// The test of equal shares on the plain scale: difference over standard error, two-sided.
  ///
  /// - Returns: `nil` where neither arm has a standard error above 0.
  /// - Throws: what the normal distribution throws.
  public func waldTest() throws(NumericsError) -> TestResult? {
    guard standardError > 0 else { return nil }
    return try normalTest(difference / standardError)
  }

  /// The test of equal shares on the complementary log–log scale, two-sided.
  ///
  /// The better of the two for small or rare: it keeps its level nearer (Klein, Logan, Harhoff & Andersen
  /// 2007 for survival at a fixed time).
  /// - Returns: `nil` where the transform has no value in an arm.
  /// - Throws: what the normal distribution throws.
  public func test() throws(NumericsError) -> TestResult? {
    guard let ofArm = arm.transformed, let ofBaseline = baseline.transformed else { return nil }
    return try normalTest(
      (ofArm.value - ofBaseline.value) / hypot(ofArm.standardError, ofBaseline.standardError))
  }

  private func normalTest(_ score: Double) throws(NumericsError) -> TestResult {
    TestResult(statistic: score, p: PValue(ln: try StandardNormal.lnBothTails(score)))
  }
}
