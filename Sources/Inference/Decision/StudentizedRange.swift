import Foundation
public import GSLNumerics

/// The largest difference between several equal means, in units of the error of one: the distribution of
/// Tukey's studentized range.
///
/// For arms that are compared with the best of them, which is whichever comes out best. A constant for
/// comparisons with a given arm (Dunnett's), or Hsu's for comparisons with the best, keeps the truly best arm
/// from being called worse in 95 of 100 runs; of several arms that are equally good some other would
/// still be called worse in 13 (three arms) or 22 (six) of 100. With the range none is, in 95 of 100.
struct StudentizedRange {
  /// Means that are compared.
  let means: Int
  /// Of the estimate of the error.
  let degreesOfFreedom: Double

  /// The probability that the range is at most `range`: ∫ f(s) k ∫ φ(z)(Φ(z) − Φ(z − range·s))ᵏ⁻¹ dz ds, with
  /// s²·ν distributed as χ²; both integrals by Gauss–Legendre, to 1e-8.
  func cumulative(_ range: Double) throws(NumericsError) -> Double {
    try cumulative(range, GaussLegendreRule(count: 48), NormalRule())
  }

  private func cumulative(
    _ range: Double, _ outer: GaussLegendreRule, _ inner: NormalRule
  ) throws(NumericsError) -> Double {
    guard range > 0 else { return 0 }
    let nu = degreesOfFreedom
    // ln s is nearly normal with the deviation 1/√(2ν).
    let reach = 8 / (2 * nu).squareRoot()
    var sum = 0.0
    var weights = 0.0
    for (point, weight) in zip(outer.points, outer.weights) {
      let logarithm = reach * point
      let scale = exp(logarithm)
      let density = exp(nu * (logarithm - (scale * scale - 1) / 2))
      weights += weight * density
      sum += weight * density * (try rangeOfNormals(range * scale, inner))
    }
    return min(1, sum / weights)
  }

  private func rangeOfNormals(_ range: Double, _ rule: NormalRule) throws(NumericsError) -> Double {
    var sum = 0.0
    for node in rule.nodes {
      let inside = try node.below - StandardNormal.cumulative(node.z - range)
      sum += node.weight * pow(inside, Double(means - 1))
    }
    return Double(means) * sum
  }

  /// What does not change with the range of an integral over the normal distribution.
  private struct NormalRule {
    private(set) var nodes: [(z: Double, below: Double, weight: Double)] = []

    init() throws(NumericsError) {
      let rule = try GaussLegendreRule(count: 96)
      for (point, weight) in zip(rule.points, rule.weights) {
        let z = 8 * point
        nodes.append(
          (z, try StandardNormal.cumulative(z), 8 * weight * normalDensity(z)))
      }
    }
  }

  /// The range that is exceeded with a probability of 1 − `probability`.
  func quantile(_ probability: Double) throws(NumericsError) -> Double {
    let outer = try GaussLegendreRule(count: 48)
    let inner = try NormalRule()
    return try root(from: 0, to: 1000, absoluteTolerance: 1e-9) { range in
      // A value that is not a number ends the search with an error.
      ((try? cumulative(range, outer, inner)) ?? .nan) - probability
    }
  }
}

/// By how many errors of their difference the best of several arms must lead another to be distinguished from it.
///
/// - Parameters:
///   - arms: compared with one another, the best included; at least two.
///   - degreesOfFreedom: of the error of a difference, at least 1.
/// - Returns: the 95% point of the studentized range over √2, which for two arms is Student's t.
public func leadThatTells(arms: Int, degreesOfFreedom: Int) throws(NumericsError) -> Double {
  let freedom = Double(degreesOfFreedom)
  guard arms > 2 else { return try StudentT(degreesOfFreedom: freedom).quantile(0.975) }
  return try StudentizedRange(means: arms, degreesOfFreedom: freedom).quantile(0.95) / 2.0.squareRoot()
}
