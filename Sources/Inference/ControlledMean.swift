public import GSLNumerics

/// The mean of a quantity over a few trials, made more precise by another that the same trials and
/// many more have: a control variate.
///
/// With d the quantity, c the control over the same m trials, C its mean over all R trials and β the slope
/// of d on c, the estimate is d̄ + β(C − c̄). Its variance is that of what the slope leaves, over m, and
/// β² times that of the control over R, the two being independent (Lavenberg & Welch 1981).
///
/// Of trials that are drawn together, m being enough blocks of them (``MonteCarloMean``), it is the variance
/// of sums over blocks of what each adds to the estimate, those that have d apart from those that have not. The slope is
/// taken as known, as c̄ is near C.
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
  ///   - block: trials that are drawn together, at least 1.
  /// - Returns: `nil` with fewer than four trials that have both.
  public init?(
    _ values: [Double?], control: [Double?], trialsOfABlock block: Int = 1
  ) throws(NumericsError) {
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
    let wholeMean = try sampleMean(all)
    self.mean = mean + slope * (wholeMean - controlMean)
    if let blocks = MonteCarloMean.blocks(of: block, trials: values.count) {
      /// What a trial adds to the estimate.
      func share(_ trial: Int) -> Double {
        guard let control = control[trial] else { return 0 }
        let ofAll = slope * (control - wholeMean) / Double(all.count)
        guard trial < values.count, let value = values[trial] else { return ofAll }
        return ofAll + (value - mean - slope * (control - controlMean)) / count
      }
      let shares = stride(from: 0, to: control.count, by: block).map { first in
        (first..<min(first + block, control.count)).reduce(0) { $0 + share($1) }
      }
      mcse =
        (varianceOfSum(shares.prefix(blocks)) + varianceOfSum(shares.dropFirst(blocks))).squareRoot()
      degreesOfFreedom = blocks - 1
      return
    }
    mcse =
      (rest / (count - 2) / count + slope * slope * (try sampleVariance(all)) / Double(all.count))
      .squareRoot()
    degreesOfFreedom = pairs.count - 2
  }
}

/// The variance of the sum of independent numbers of one distribution; 0 of fewer than two.
private func varianceOfSum(_ numbers: ArraySlice<Double>) -> Double {
  guard numbers.count > 1 else { return 0 }
  let count = Double(numbers.count)
  let mean = numbers.reduce(0, +) / count
  return count / (count - 1) * numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
}
