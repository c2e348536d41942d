import Foundation
public import GSLNumerics

/// By how many errors of their difference the best of several arms must lead another to be distinguished from it.
///
/// Dunnett's one-sided constant, as Hsu (1984) uses it for comparisons with the best: it keeps the truly best arm from
/// being called worse in 95 of 100 runs, whichever it is. For one comparison it is Student's t.
///
/// - Parameters:
///   - arms: compared with one another, the best included; at least two.
///   - degreesOfFreedom: of the error of a difference, at least 1.
public func leadThatTells(arms: Int, degreesOfFreedom: Int) throws(NumericsError) -> Double {
  let freedom = Double(degreesOfFreedom)
  guard arms > 2 else { return try StudentT(degreesOfFreedom: freedom).quantile(0.95) }
  let outer = try GaussLegendreRule(count: 48)
  let inner = try GaussLegendreRule(count: 96)
  let comparisons = Double(arms - 1)
  /// The probability that none of the comparisons, which share the best arm's own error, is above a bound:
  /// ∫ f(s) ∫ φ(z) Φ(√2·c·s + z)ᵏ dz ds, s²·ν distributed as χ².
  func below(_ bound: Double) throws(NumericsError) -> Double {
    // ln s is nearly normal with the deviation 1/√(2ν).
    let reach = 8 / (2 * freedom).squareRoot()
    var (sum, weights) = (0.0, 0.0)
    for (point, weight) in zip(outer.points, outer.weights) {
      let scale = exp(reach * point)
      let density = weight * exp(freedom * (reach * point - (scale * scale - 1) / 2))
      weights += density
      for (place, share) in zip(inner.points, inner.weights) {
        let z = 8 * place
        let inside = try StandardNormal.cumulative(2.0.squareRoot() * bound * scale + z)
        sum += density * 8 * share * StandardNormal.density(z) * pow(inside, comparisons)
      }
    }
    return sum / weights
  }
  return try root(from: 0, to: 100, absoluteTolerance: 1e-6) { bound in
    // A value that is not a number ends the search with an error.
    ((try? below(bound)) ?? .nan) - 0.95
  }
}
