import Foundation
public import GSLNumerics

/// How precisely a simulation knows its differences, for rules that stop it.
///
/// A rule that looks at an estimated error stops too early where the error is underestimated, the
/// more so the more often it looks. What is looked at is therefore the upper 95% limit of the error,
/// √(s²/R)·exp(1.645·√((κ − 1)/R)/2) with κ the fourth moment over the squared variance (the large-sample
/// distribution of a log-variance, Bonett 2006), that of a normal variance where the error comes from blocks of trials,
/// and only after trials that double from look to look, which makes blocks whole.
public struct SimulationPrecision: Equatable, Sendable {
  /// The difference's mean.
  public let mean: Double
  /// Its Monte Carlo error.
  public let mcse: Double
  /// The upper 95% limit of that error.
  public let mcseLimit: Double

  /// - Parameter difference: trial by trial; trials without a value are left out.
  /// - Returns: `nil` with fewer than two values.
  public init?(_ difference: TrialSeries) throws(NumericsError) {
    guard let found = try MonteCarloMean(difference), let error = found.mcse else { return nil }
    (mean, mcse) = (found.mean, error)
    let blocks = MonteCarloMean.blocks(of: difference.trialsOfABlock, trials: difference.values.count)
    if let blocks {
      mcseLimit = error / Self.lowRatio(degreesOfFreedom: Double(blocks - 1))
      return
    }
    let present = difference.values.compactMap { $0 }
    let count = Double(present.count)
    let variance = try sampleVariance(present)
    var fourth = 0.0
    for value in present {
      let square = (value - mean) * (value - mean)
      fourth += square * square / count
    }
    let kurtosis = variance > 0 ? fourth / (variance * variance) : 1
    mcseLimit = mcse * exp(1.645 * (max(0, kurtosis - 1) / count).squareRoot() / 2)
  }

  /// What an error estimated from the means of blocks, which are nearly normal, exceeds in 95 of 100 runs, as a share of
  /// the true one: √(χ²/ν) at 5%, by Wilson and Hilferty (1931).
  private static func lowRatio(degreesOfFreedom: Double) -> Double {
    let spread = 2 / (9 * degreesOfFreedom)
    let root = 1 - spread - 1.645 * spread.squareRoot()
    return (root * root * root).squareRoot()
  }
}
