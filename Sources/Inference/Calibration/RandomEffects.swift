import Foundation
public import GSLNumerics

/// Estimates of several groups whose true values differ: normal errors around normal truths.
///
/// Each estimate yᵢ has a known variance vᵢ; the true values have mean μ and variance τ². τ² is that of restricted
/// maximum likelihood (Patterson & Thompson 1971; Raudenbush 2009), μ the mean weighted by 1/(vᵢ + τ²).
public struct RandomEffects: Hashable, Sendable {
  /// The variance between true values, at least 0.
  public let betweenVariance: Double
  /// μ at that variance.
  public let mean: Double
  /// The standard error of μ.
  public let standardError: Double

  /// - Parameters:
  ///   - estimates: at least two, finite.
  ///   - variances: one for each, finite and above 0.
  /// - Throws: `NumericsError.tooFewValues`, `.unequalLengths`, `.outOfDomain`, and what the root finder throws.
  public init(_ estimates: [Double], variances: [Double]) throws(NumericsError) {
    let likelihood = try RestrictedLikelihood(estimates, variances)
    let range = (estimates.max() ?? 0) - (estimates.min() ?? 0)
    let best = try likelihood.maximum(below: 10 * range * range)
    betweenVariance = best
    (mean, standardError) = likelihood.mean(best)
  }
}

/// The likelihood of τ² with μ integrated out.
struct RestrictedLikelihood {
  let estimates: [Double]
  let variances: [Double]

  init(_ estimates: [Double], _ variances: [Double]) throws(NumericsError) {
    guard estimates.count == variances.count else {
      throw .unequalLengths(first: estimates.count, second: variances.count)
    }
    guard estimates.count > 1 else { throw .tooFewValues(needed: 2, found: estimates.count) }
    for (position, value) in estimates.enumerated() where !value.isFinite {
      throw .notFinite(position: position)
    }
    for variance in variances {
      guard variance > 0, variance.isFinite else {
        throw .outOfDomain(argument: "variance", value: variance, expected: "finite and above 0")
      }
    }
    self.estimates = estimates
    self.variances = variances
  }

  /// μ and its standard error, given τ².
  func mean(_ between: Double) -> (mean: Double, standardError: Double) {
    var weight = 0.0
    var sum = 0.0
    for (estimate, variance) in zip(estimates, variances) {
      weight += 1 / (variance + between)
      sum += estimate / (variance + between)
    }
    return (sum / weight, (1 / weight).squareRoot())
  }

  /// The logarithm of the likelihood, up to a constant.
  func logarithm(_ between: Double) -> Double {
    let (centre, error) = mean(between)
    var sum = log(error)
    for (estimate, variance) in zip(estimates, variances) {
      let gap = estimate - centre
      sum -= 0.5 * (log(variance + between) + gap * gap / (variance + between))
    }
    return sum
  }

  /// Its derivative by τ².
  private func slope(_ between: Double) -> Double {
    let (centre, error) = mean(between)
    var sum = 0.0
    for (estimate, variance) in zip(estimates, variances) {
      let weight = 1 / (variance + between)
      let gap = (estimate - centre) * weight
      sum += 0.5 * (gap * gap - weight + weight * weight * error * error)
    }
    return sum
  }

  /// The τ² from 0 to `limit` at which the likelihood is largest.
  ///
  /// The best of a grid of 200, then the root of the derivative beside it: the likelihood can have more than one
  /// peak, so the derivative alone would not do.
  func maximum(below limit: Double) throws(NumericsError) -> Double {
    guard limit > 0 else { return 0 }
    // Squares, so that the grid is finer near 0.
    let steps = 200
    let grid = (0...steps).map { limit * pow(Double($0) / Double(steps), 2) }
    let values = grid.map(logarithm)
    guard let best = values.indices.max(by: { values[$0] < values[$1] }) else { return 0 }
    let low = grid[max(0, best - 1)]
    let high = grid[min(steps, best + 1)]
    if best == 0, !(slope(0) > 0) { return 0 }
    guard slope(low) > 0, slope(high) < 0 else { return grid[best] }
    return try root(from: low, to: high, absoluteTolerance: 1e-14) { slope($0) }
  }
}
