public import GSLNumerics

extension ObservedCount {
  /// An interval of the proportion.
  ///
  /// Limits lie in [0, 1]. Of 0 of n the lower limit is 0 and of n of n the upper limit is 1, by
  /// every method: by the score and the exact method because the inversion says so, by Jeffreys
  /// because the equal-tailed interval would otherwise never hold the truth at 0 and 1 (Brown, Cai
  /// & DasGupta 2001, section 4.3), by Agresti–Coull because limits outside of [0, 1] are cut.
  /// - Returns: none for 0 of 0.
  /// - Throws: what the numerical routines throw.
  public func interval(
    _ method: ProportionMethod, at level: ConfidenceLevel
  ) throws(NumericsError) -> ValueOrReason<ConfidenceInterval> {
    guard n > 0 else { return .none(.emptyArm) }
    switch method {
    case .wilson:
      let limits = wilsonLimits(deviate: try level.deviate())
      return .value(ConfidenceInterval(lower: limits.lower, upper: limits.upper, level: level))
    case .clopperPearson:
      return .value(
        ConfidenceInterval(
          lower: try clopperPearsonLower(level), upper: try clopperPearsonUpper(level), level: level))
    case .jeffreys:
      let posterior = try BetaDistribution(a: Double(x) + 0.5, b: Double(n - x) + 0.5)
      return .value(
        ConfidenceInterval(
          lower: x == 0 ? 0 : try posterior.lowerQuantile(level.alpha / 2).value,
          upper: x == n ? 1 : try posterior.upperQuantile(level.alpha / 2).value, level: level))
    case .agrestiCoull:
      let z = try level.deviate()
      let people = Double(n) + z * z
      let middle = (Double(x) + z * z / 2) / people
      let half = z * (middle * (1 - middle) / people).squareRoot()
      return .value(
        ConfidenceInterval(lower: max(0, middle - half), upper: min(1, middle + half), level: level))
    }
  }

  /// Wilson's limits for a normal deviate.
  func wilsonLimits(deviate z: Double) -> (lower: Double, upper: Double) {
    let limits = WilsonLimits(of: Double(x), among: Double(n), deviate: z)
    return (limits.lower, limits.upper)
  }

  /// The proportion under which x or more is seen with probability α/2.
  private func clopperPearsonLower(_ level: ConfidenceLevel) throws(NumericsError) -> Double {
    guard x > 0 else { return 0 }
    return try BetaDistribution(a: Double(x), b: Double(n - x + 1))
      .lowerQuantile(level.alpha / 2).value
  }

  /// The proportion under which x or fewer is seen with probability α/2.
  private func clopperPearsonUpper(_ level: ConfidenceLevel) throws(NumericsError) -> Double {
    guard x < n else { return 1 }
    return try BetaDistribution(a: Double(x + 1), b: Double(n - x))
      .upperQuantile(level.alpha / 2).value
  }
}
