public import GSLNumerics

extension TwoArms {
  /// An interval of the difference, arm minus baseline.
  ///
  /// Limits lie in [−1, 1]; those of Agresti–Caffo and Wald are cut there. Wald's interval has no
  /// width where both rates are 0 or 1: that is what the textbook formula says, and why it is not
  /// to be used for small counts.
  /// - Returns: none where an arm is empty.
  /// - Throws: what the numerical routines throw.
  public func interval(
    _ method: DifferenceMethod, at level: ConfidenceLevel
  ) throws(NumericsError) -> ValueOrReason<ConfidenceInterval> {
    guard arm.n > 0, baseline.n > 0 else { return .none(.emptyArm) }
    let z = try level.deviate()
    switch method {
    case .miettinenNurminen:
      let upper = try scoreUpperLimit(deviate: z)
      let lower = -(try TwoArms(baseline, against: arm).scoreUpperLimit(deviate: z))
      return .value(ConfidenceInterval(lower: lower, upper: upper, level: level))
    case .newcombe:
      let first = arm.wilsonLimits(deviate: z)
      let second = baseline.wilsonLimits(deviate: z)
      let rates = (arm: share(arm), baseline: share(baseline))
      let down = hypotenuse(rates.arm - first.lower, second.upper - rates.baseline)
      let up = hypotenuse(first.upper - rates.arm, rates.baseline - second.lower)
      return .value(about(rateDifference, down: down, up: up, level))
    case .agrestiCaffo:
      let first = Double(arm.x + 1) / Double(arm.n + 2)
      let second = Double(baseline.x + 1) / Double(baseline.n + 2)
      let variance =
        first * (1 - first) / Double(arm.n + 2) + second * (1 - second) / Double(baseline.n + 2)
      let half = z * variance.squareRoot()
      return .value(about(first - second, down: half, up: half, level))
    case .wald:
      let half = z * unpooledVariance.squareRoot()
      return .value(about(rateDifference, down: half, up: half, level))
    }
  }

  /// p̂₁ − p̂₂ by one exact subtraction: the products of two counts fit an `Int`.
  var rateDifference: Double {
    Double(arm.x * baseline.n - baseline.x * arm.n) / (Double(arm.n) * Double(baseline.n))
  }

  private var unpooledVariance: Double {
    let first = share(arm)
    let second = share(baseline)
    return first * share(arm.complement) / Double(arm.n)
      + second * share(baseline.complement) / Double(baseline.n)
  }

  private func share(_ count: ObservedCount) -> Double { Double(count.x) / Double(count.n) }

  private func hypotenuse(_ a: Double, _ b: Double) -> Double { (a * a + b * b).squareRoot() }

  private func about(
    _ estimate: Double, down: Double, up: Double, _ level: ConfidenceLevel
  ) -> ConfidenceInterval {
    ConfidenceInterval(lower: max(-1, estimate - down), upper: min(1, estimate + up), level: level)
  }
}
