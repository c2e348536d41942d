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
    let between =
      correlation * pooled * (1 - pooled) * (1 / Double(clusters.arm) + 1 / Double(clusters.baseline))
    let error = (between + shares.variance / people).squareRoot()
    guard error > 0 else { return 1 }
    let bound = try StudentT(degreesOfFreedom: degreesOfFreedom).quantile(1 - sides.levelOfEachSide(level))
    return try exceedance(of: bound, mean: abs(shares.difference) / error)
  }

  /// The probability that a noncentral t exceeds a bound: ∫ f(s) Φ(mean − bound s) ds, s²ν distributed as χ².
  private func exceedance(of bound: Double, mean: Double) throws(NumericsError) -> Double {
    let nu = degreesOfFreedom
    // ln s is nearly normal with the deviation 1/√(2ν), and has a tail of e^νs below.
    let upper = 8 / (2 * nu).squareRoot()
    let lower = -max(upper, 32 / nu)
    func density(_ logarithm: Double) -> Double {
      exp(nu * (logarithm - (exp(2 * logarithm) - 1) / 2))
    }
    let whole = try integral(
      from: lower, to: upper, absoluteTolerance: 1e-12, relativeTolerance: 1e-10, of: density)
    let found = try integral(from: lower, to: upper, absoluteTolerance: 1e-12, relativeTolerance: 1e-10) {
      density($0) * normalUpperTail(bound * exp($0) - mean)
    }
    return min(1, found.value / whole.value)
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
