import Foundation
public import GSLNumerics

extension ConfidenceLevel {
  /// The level of each of several intervals that compare an arm to one baseline, for all of them to hold *together*.
  ///
  /// Dunnett's (Journal of the American Statistical Association 50, 1955; Biometrics 20, 1964): comparisons that
  /// share a baseline err together, so each may be a little narrower than Bonferroni's. With normal scores T whose
  /// correlations are λᵢλⱼ, λᵢ = √(nᵢ/(nᵢ + n₀)), the constant c solves P(all |T| ≤ c) = 1 − α; the level
  /// returned is P(|T| ≤ c) of one. At 95% and arms of equal size c is 2.2121 for two comparisons, where
  /// Bonferroni's is 2.2414.
  /// - Parameters:
  ///   - people: of each arm, the baseline's included.
  ///   - baseline: the position of the baseline.
  /// - Returns: the level itself for a single comparison; Bonferroni's where the baseline has nobody.
  /// - Throws: `NumericsError.outOfDomain` for a baseline that is no position, and what the quadrature throws.
  public func simultaneous(comparing people: [Int], baseline: Int) throws(NumericsError) -> ConfidenceLevel {
    guard people.indices.contains(baseline) else {
      throw .outOfDomain(argument: "baseline", value: Double(baseline), expected: "a position of an option")
    }
    let comparisons = people.count - 1
    guard comparisons > 1 else { return self }
    let bonferroni = simultaneous(over: comparisons)
    let own = Double(people[baseline])
    guard own > 0 else { return bonferroni }
    return try simultaneous(
      shares: people.indices.filter { $0 != baseline }.map {
        Double(people[$0]) / (Double(people[$0]) + own)
      })
  }

  /// The level of each of several intervals that compare an arm to one baseline, for all of them to hold together.
  ///
  /// - Parameter shares: of each comparison, the arm's people among those of the arm and the baseline; at least two.
  /// - Throws: what the quadrature throws.
  func simultaneous(shares: [Double]) throws(NumericsError) -> ConfidenceLevel {
    let bonferroni = simultaneous(over: shares.count)
    let constant = DunnettConstant(shares: shares)
    return try ConfidenceLevel(
      deviate: constant.deviate(alpha: alpha, from: try deviate(), to: try bonferroni.deviate()))
  }
}

/// The distribution of the largest of several normal scores that share a baseline.
struct DunnettConstant {
  /// The distinct λ, √(1 − λ²) beside each, and how many comparisons have it.
  private let loadings: [(value: Double, rest: Double, count: Double)]

  /// - Parameter shares: λ² of each comparison, from 0 to below 1.
  init(shares: [Double]) {
    var grouped: [(share: Double, count: Double)] = []
    for share in shares.sorted() {
      if let last = grouped.indices.last, grouped[last].share == share {
        grouped[last].count += 1
      } else {
        grouped.append((share, 1))
      }
    }
    loadings = grouped.map { ($0.share.squareRoot(), (1 - $0.share).squareRoot(), $0.count) }
  }

  /// The probability that some |T| exceeds `bound`.
  ///
  /// Given the baseline's own score z the T are independent, so it is ∫ φ(z) (1 − Π (1 − P(|T| > bound | z))) dz.
  func exceedance(_ bound: Double) throws(NumericsError) -> Double {
    func integrand(_ z: Double) -> Double {
      var lnInside = 0.0
      for (loading, rest, count) in loadings {
        let outside =
          normalUpperTail((bound - loading * z) / rest) + normalUpperTail((bound + loading * z) / rest)
        lnInside += count * log1p(-min(1, outside))
      }
      return exp(-0.5 * z * z) * -expm1(lnInside)
    }
    // φ is below 10⁻³² beyond 12; the integrand is even.
    let half = try integral(
      from: 0, to: 12, absoluteTolerance: 1e-13, relativeTolerance: 1e-9, of: integrand)
    return 2 * half.value / (2 * Double.pi).squareRoot()
  }

  /// The bound that is exceeded with probability `alpha`.
  ///
  /// - Parameters:
  ///   - lower: the deviate of a single comparison, which is too small.
  ///   - upper: Bonferroni's, which is too large.
  func deviate(alpha: Double, from lower: Double, to upper: Double) throws(NumericsError) -> Double {
    // Where the arms are so much larger than the baseline that all scores are one, rounding decides the sign.
    if try exceedance(lower) <= alpha { return lower }
    if try exceedance(upper) >= alpha { return upper }
    return try root(from: lower, to: upper, absoluteTolerance: 1e-10) { bound in
      guard let exceedance = try? exceedance(bound) else { return .nan }
      return exceedance - alpha
    }
  }
}
