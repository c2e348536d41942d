import Foundation
import GSLNumerics

/// The power of a test of a few clusters: releases or languages, each in one arm.
///
/// The variance of the difference is that of installs and that between clusters, ρ p̄q̄ (1/k₀ + 1/k₁), which no
/// number of installs reduces. The test is Student's with k₀ + k₁ − 2 degrees of freedom.
struct ClusteredPower {
  /// The chance to find a difference between equal arms, both sides together.
  let level: Double
  /// In which directions the test looks.
  let sides: TestSides
  /// Clusters of the arm and of the baseline, at least 2 each.
  let clusters: (arm: Int, baseline: Int)
  /// ρ, the share of the variance that lies between clusters, in [0, 1).
  let correlation: Double

  private var degreesOfFreedom: Double { Double(clusters.arm + clusters.baseline - 2) }

  /// The chance that the test finds the difference, on its own side.
  ///
  /// - Parameter people: of the baseline; infinite for the most that these clusters allow.
  func power(people: Double, _ shares: PlannedShares) throws(NumericsError) -> Double {
    let pooled = (shares.baseline + shares.allocation * shares.arm) / (1 + shares.allocation)
    let error = (variance(between: pooled) + shares.variance / people).squareRoot()
    guard error > 0 else { return 1 }
    return exceedance(of: try bound(), mean: abs(shares.difference) / error)
  }

  /// What clusters add to the variance of the difference: ρ p̄q̄ (1/k₀ + 1/k₁).
  ///
  /// - Parameter pooled: the share of all people together.
  func variance(between pooled: Double) -> Double {
    correlation * pooled * (1 - pooled) * (1 / Double(clusters.arm) + 1 / Double(clusters.baseline))
  }

  /// The bound of the test's score, on one side.
  ///
  /// - Throws: what Student's quantile throws.
  func bound() throws(NumericsError) -> Double {
    try StudentT(degreesOfFreedom: degreesOfFreedom).quantile(1 - sides.levelOfEachSide(level))
  }

  /// The probability that a noncentral t exceeds a bound: ∫ f(s) Φ(mean − bound s) ds, s²ν distributed as χ².
  private func exceedance(of bound: Double, mean: Double) -> Double {
    min(1, scales.reduce(0) { $0 + $1.weight * normalUpperTail(bound * $1.scale - mean) })
  }

  /// How many times its true value the standard error is estimated, s, with the chance of each value; they sum to 1.
  ///
  /// By the trapezoidal rule in ln s, which is nearly normal with the deviation 1/√(2ν) and has a tail of e^νs below. For
  /// such a density the rule errs by less than rounding does.
  var scales: [(scale: Double, weight: Double)] {
    let nu = degreesOfFreedom
    let deviation = 1 / (2 * nu).squareRoot()
    let upper = 8 * deviation
    let lower = -max(upper, 32 / nu)
    let points = Int(((upper - lower) / min(0.1, deviation / 2)).rounded(.up))
    let logarithms = (0...points).map { lower + (upper - lower) * Double($0) / Double(points) }
    let densities = logarithms.map { exp(nu * ($0 - (exp(2 * $0) - 1) / 2)) }
    let whole = densities.reduce(0, +)
    return zip(logarithms, densities).map { (exp($0), $1 / whole) }.filter { $0.weight > 1e-17 }
  }

  /// The people whom the baseline needs; `nil` where these clusters do not have the power with any number of people.
  func people(power: Double, _ shares: PlannedShares) throws(NumericsError) -> Double? {
    guard try self.power(people: .infinity, shares) > power else { return nil }
    let most = 40.0
    guard try self.power(people: exp(most), shares) > power else { return nil }
    guard try self.power(people: 1, shares) < power else { return 1 }
    return exp(
      try root(from: 0, to: most, absoluteTolerance: 1e-12) { logarithm in
        // A value that is not a number ends the search with an error.
        (try? self.power(people: exp(logarithm), shares)).map { $0 - power } ?? .nan
      })
  }
}
