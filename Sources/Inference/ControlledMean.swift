public import GSLNumerics

/// The mean of a quantity over a few trials, made more precise by another that the same trials and
/// many more have: a control variate.
///
/// With d the quantity, c the control over the same m trials, C its mean over all R trials and β the slope
/// of d on c, the estimate is d̄ + β(C − c̄). Its variance is that of what the slope leaves, over m, and
/// β² times that of the control over R, the two being independent (Lavenberg & Welch 1981).
public struct ControlledMean: Equatable, Sendable {
  /// In units of the quantity.
  public let mean: Double
  /// Its Monte Carlo error.
  public let mcse: Double
  /// Degrees of freedom of that error.
  public let degreesOfFreedom: Int

  /// - Parameters:
  ///   - values: the quantity, trial by trial; trials without a value are left out.
  ///   - control: the control, over as many trials or more of which the first are the same.
  /// - Returns: `nil` with fewer than four trials that have both.
  /// - Throws: `NumericsError.notFinite`.
  public init?(_ values: [Double?], control: [Double?]) throws(NumericsError) {
    let pairs = zip(values, control).compactMap { pair -> (value: Double, control: Double)? in
      guard let value = pair.0, let control = pair.1 else { return nil }
      return (value, control)
    }
    let all = control.compactMap { $0 }
    guard pairs.count > 3 else { return nil }
    let count = Double(pairs.count)
    let mean = try sampleMean(pairs.map(\.value))
    let controlMean = try sampleMean(pairs.map(\.control))
    let controlVariance = try sampleVariance(pairs.map(\.control))
    let covariance =
      pairs.reduce(0) { $0 + ($1.value - mean) * ($1.control - controlMean) } / (count - 1)
    let slope = controlVariance > 0 ? covariance / controlVariance : 0
    let rest = pairs.reduce(0) { sum, pair in
      let left = pair.value - mean - slope * (pair.control - controlMean)
      return sum + left * left
    }
    self.mean = mean + slope * ((try sampleMean(all)) - controlMean)
    mcse =
      (rest / (count - 2) / count + slope * slope * (try sampleVariance(all)) / Double(all.count))
      .squareRoot()
    degreesOfFreedom = pairs.count - 2
  }
}
