import Foundation
public import GSLNumerics

/// How precisely a simulation knows its differences, for rules that stop it.
///
/// A rule that looks at an estimated error stops too early where the error is underestimated, the
/// more so the more often it looks. What is looked at is therefore the upper 95% limit of the error,
/// √(s²/R)·exp(1.645·√((κ − 1)/R)/2) with κ the fourth moment over the squared variance (the large-sample
/// distribution of a log-variance, Bonett 2006), and only after trials that double from look to look.
public struct SimulationPrecision: Equatable, Sendable {
  /// The difference's mean.
  public let mean: Double
  /// Its Monte Carlo error.
  public let mcse: Double
  /// The upper 95% limit of that error.
  public let mcseLimit: Double

  /// - Parameter values: a difference trial by trial; trials without a value are left out.
  /// - Returns: `nil` with fewer than two values.
  /// - Throws: `NumericsError.notFinite`.
  public init?(_ values: [Double?]) throws(NumericsError) {
    let present = values.compactMap { $0 }
    guard present.count > 1 else { return nil }
    let count = Double(present.count)
    mean = try sampleMean(present)
    let variance = try sampleVariance(present)
    mcse = (variance / count).squareRoot()
    var fourth = 0.0
    for value in present {
      let square = (value - mean) * (value - mean)
      fourth += square * square / count
    }
    let kurtosis = variance > 0 ? fourth / (variance * variance) : 1
    mcseLimit = mcse * exp(1.645 * (max(0, kurtosis - 1) / count).squareRoot() / 2)
  }

  /// What is lost on average by taking this difference for positive where it is not: E[max(0, −δ)] for
  /// δ ~ Normal(mean, error²), with the error at its upper limit, in the difference's unit.
  ///
  /// Of a best arm against each other arm these losses, added up, bound what recommending it may lose
  /// because of Monte Carlo error (the expected opportunity cost of Chick & Inoue 2001).
  /// - Throws: `NumericsError` never, for a finite difference.
  public func expectedLoss() throws(NumericsError) -> Double {
    guard mcseLimit > 0 else { return max(0, -mean) }
    let z = mean / mcseLimit
    let density = 0.3989422804014327 * exp(-z * z / 2)
    return max(0, mcseLimit * (density - z * (try StandardNormal.cumulative(-z))))
  }
}
