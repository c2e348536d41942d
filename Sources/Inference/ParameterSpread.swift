public import GSLNumerics

/// What the trials say about one expectation as the unknown parameters vary, sampling noise
/// removed.
///
/// A trial's value is μ(θ) plus the noise of its finite number of installs. With s² the variance of the values over trials
/// and v̄ the mean of their sampling variances, the parameters' share of the variance is B = max(0, 1 − v̄/s²), and each
/// deviation from the mean is multiplied by √B, which leaves the parameters' variance itself (Louis 1984; Ghosh 1992,
/// "constrained" empirical Bayes).
///
/// A share that is not more than three of its errors is not distinguished from the noise: B is then the most that it can
/// be, the share and 1.645 of its errors, and ``isAtMost`` says so. Without that the spread would fall with the
/// installs where they hide what the parameters do.
public struct ParameterSpread: Equatable, Sendable {
  /// One value per trial, in the order given.
  public let values: [Double]
  /// B: the share of the variance over trials that is the parameters'; 0 when the values do not
  /// vary.
  public let parameterShare: Double
  /// Whether the noise hides the parameters' share, so that the spread is an upper bound.
  public let isAtMost: Bool

  /// - Parameters:
  ///   - values: at least one trial's estimate.
  ///   - noise: v̄ and its error (``TrialSeries/meanSamplingVariance``); `nil` when unknown, in which case
  ///     nothing is removed and the spread is an upper bound.
  ///   - parametersVary: false when no parameter is uncertain; all of the spread is noise then.
  public init(
    of values: [Double], noise: MonteCarloNumber?, parametersVary: Bool
  ) throws(NumericsError) {
    let mean = try sampleMean(values)
    let variance = values.count > 1 ? try sampleVariance(values, about: mean) : 0
    var share = 0.0
    var isAtMost = false
    if parametersVary, variance > 0 {
      if let noise {
        share = 1 - noise.value / variance
        // Noise alone has the same error in the variance over the trials as in its own mean; where that is
        // exact, the error of a normal distribution.
        let error =
          (noise.mcse > 0
            ? 2.0.squareRoot() * noise.mcse : noise.value * (2 / Double(values.count)).squareRoot())
          / variance
        if share <= Self.errorsToTell * error {
          share = min(1, share + 1.645 * error)
          isAtMost = share > 0
        }
        share = max(0, share)
      } else {
        share = 1
        isAtMost = true
      }
    }
    self.isAtMost = isAtMost
    let factor = share.squareRoot()
    self.values = values.map { mean + factor * ($0 - mean) }
    parameterShare = share
  }

  /// Whether so much noise would leave another spread than the noise that was taken off.
  func isHidden(by mostNoise: Double?, in mean: MonteCarloMean) -> Bool {
    // Trials that agree in all leave nothing to tell.
    guard let mostNoise, let deviation = mean.standardDeviation, deviation * deviation > 0 else {
      return false
    }
    let variance = deviation * deviation
    return variance - mostNoise < Self.sameDeviation * Self.sameDeviation * parameterShare * variance
  }

  /// Standard deviations of which the smaller is at least this share of the larger are the same.
  private static let sameDeviation = 0.98

  /// A share counts where it is more than this many of its errors.
  static let errorsToTell = 3.0

  /// Where the expectation lies in the central 90% of what is thought possible: type-6 quantiles.
  public func interval() throws(NumericsError) -> Interval {
    let ends = try quantiles(values, at: Interval.central90)
    return Interval(lower: ends[0], upper: ends[1])
  }
}
