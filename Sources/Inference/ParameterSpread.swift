public import GSLNumerics

/// The draws of one expectation as the unknown parameters vary, by the rule that choices among options are made by
/// (``ObjectiveTable``).
///
/// A trial's value is the expectation under its parameters and the noise of its finite number of installs. Up to
/// ``ObjectiveTable/toleratedNoise`` of the variance over trials draws are taken as they are, and where the noise is not
/// known. Up to ``ObjectiveTable/mostNoise`` the deviation of each from its mean is scaled by √(1 − share), which leaves the
/// parameters' variance itself (Louis 1984; Ghosh 1992). Above, noise hides what the parameters do, and draws are taken as
/// they are, wider than what is not known.
public struct ParameterSpread: Equatable, Sendable {
  /// One draw per trial, in the order given.
  public let values: [Double]
  /// Whether noise hides what the parameters do.
  public let isHidden: Bool

  /// - Parameters:
  ///   - values: at least one trial's estimate.
  ///   - noise: the mean of their sampling variances (``TrialSeries/meanSamplingVariance``); `nil` when unknown.
  ///   - parametersVary: false when no parameter is uncertain; all of the spread is noise then.
  public init(
    of values: [Double], noise: Double?, parametersVary: Bool
  ) throws(NumericsError) {
    let mean = try sampleMean(values)
    let variance = values.count > 1 ? try sampleVariance(values, about: mean) : 0
    let share = variance > 0 ? (noise ?? 0) / variance : 0
    isHidden = parametersVary && share > ObjectiveTable.mostNoise
    let isKept = share <= ObjectiveTable.toleratedNoise || isHidden
    let factor = parametersVary ? (isKept ? 1 : (1 - share).squareRoot()) : 0
    self.values = factor == 1 ? values : values.map { mean + factor * ($0 - mean) }
  }
}
