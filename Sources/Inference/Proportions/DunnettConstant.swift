import Foundation
public import GSLNumerics

/// Comparisons of several arms with one baseline that share a level, for intervals and p-values alike.
///
/// Dunnett's (Journal of the American Statistical Association 50, 1955; Biometrics 20, 1964): comparisons that
/// share a baseline err together, so each may be a little narrower than Bonferroni's. With normal scores T whose
/// correlations are λᵢλⱼ, λᵢ = √(nᵢ/(nᵢ + n₀)), the constant c solves P(some |T| > c) = α; an interval reaches c
/// standard errors, and a p-value is that probability at the score. So an interval leaves 0 out exactly where its
/// p-value is below α. At 95% and arms of equal size c is 2.2121 for two comparisons, where Bonferroni's is 2.2414.
public struct SimultaneousComparisons: Sendable {
  /// The level of one comparison's interval, P(|T| ≤ c); the level itself for a single comparison.
  public let level: ConfidenceLevel
  /// The score that tells an arm and the baseline apart: c.
  public let deviate: Double
  /// The score of each of the two one-sided tests that show equality.
  private let equality: Double
  /// How many comparisons there are.
  let count: Int
  /// `nil` for a single comparison.
  private let constant: DunnettConstant?

  /// - Parameters:
  ///   - level: of all comparisons together.
  ///   - people: of each arm, the baseline's included; an arm without anybody is no comparison.
  ///   - baseline: the position of the baseline.
  /// - Throws: `NumericsError.outOfDomain` for a baseline that is no position, and what the quadrature throws.
  public init(_ level: ConfidenceLevel, people: [Int], baseline: Int) throws(NumericsError) {
    guard people.indices.contains(baseline) else {
      throw .outOfDomain(argument: "baseline", value: Double(baseline), expected: "a position of an option")
    }
    let own = Double(people[baseline])
    let arms = people.indices.filter { $0 != baseline && people[$0] > 0 }
    try self.init(level, shares: own > 0 ? arms.map { Double(people[$0]) / (Double(people[$0]) + own) } : [])
  }

  /// - Parameter shares: of each comparison, the arm's people among those of the arm and the baseline.
  init(_ level: ConfidenceLevel, shares: [Double]) throws(NumericsError) {
    let constant = shares.count > 1 ? DunnettConstant(shares: shares) : nil
    let deviate = try constant?.deviate(
      alpha: level.alpha, from: level.deviate(), to: level.simultaneous(over: shares.count).deviate())
    try self.init(deviate.map { ConfidenceLevel(deviate: $0) } ?? level, count: shares.count, constant)
  }

  /// Comparisons that share a level by Bonferroni's inequality, which holds whatever they have in common.
  public init(bonferroni level: ConfidenceLevel, over count: Int) throws(NumericsError) {
    try self.init(level.simultaneous(over: count), count: count, nil)
  }

  private init(_ level: ConfidenceLevel, count: Int, _ constant: DunnettConstant?) throws(NumericsError) {
    self.level = level
    self.count = count
    self.constant = constant
    deviate = try level.deviate()
    equality = try level.ofTwoOneSidedTests.deviate()
  }

  /// What one of the comparisons shows.
  ///
  /// - Parameter margin: δ, the smallest difference that matters, at least 0; with 0 nothing is equivalent.
  /// - Returns: `nil` where an arm is empty.
  public func verdict(of pair: TwoArms, margin: Double) -> Verdict? {
    pair.verdict(beyond: deviate, equalBeyond: equality, margin: margin)
  }

  /// Whether the arm of one of the comparisons is shown not to be worse by a margin or more.
  ///
  /// - Parameter margin: from 0 to 1.
  public func showsNotWorse(_ pair: TwoArms, margin: Double) -> Bool {
    pair.arm.n > 0 && pair.baseline.n > 0 && pair.score(of: -margin) > deviate
  }

  /// The two-sided p-value of a comparison, allowed for all of them.
  ///
  /// - Parameter deviate: its normal score.
  public func p(_ deviate: Double) throws(NumericsError) -> PValue {
    let alone = PValue(StandardNormal.bothTails(deviate))
    // So far out that the comparisons hardly err together: Bonferroni's, which is an upper bound.
    guard let constant, alone.value > 1e-8 else { return alone.multiplied(by: Double(max(1, count))) }
    return PValue(try constant.exceedance(abs(deviate)))
  }

  /// The p-value of "the arm is worse by the margin or more", at half of the level of both sides.
  public func oneSided(_ deviate: Double) throws(NumericsError) -> PValue {
    let both = try p(deviate)
    return deviate >= 0 ? both.multiplied(by: 0.5) : PValue(1 - both.value / 2)
  }
}

/// The distribution of the largest of several normal scores that share a baseline.
struct DunnettConstant {
  /// λ of each comparison, and √(1 − λ²) beside it.
  private let loadings: [(value: Double, rest: Double)]

  /// - Parameter shares: λ² of each comparison, from 0 to below 1.
  init(shares: [Double]) {
    loadings = shares.map { ($0.squareRoot(), (1 - $0).squareRoot()) }
  }

  /// The probability that some |T| exceeds `bound`.
  ///
  /// Given the baseline's own score z the T are independent, so it is ∫ φ(z) (1 − Π (1 − P(|T| > bound | z))) dz.
  func exceedance(_ bound: Double) throws(NumericsError) -> Double {
    func integrand(_ z: Double) -> Double {
      var lnInside = 0.0
      for (loading, rest) in loadings {
        let outside =
          StandardNormal.upperTail((bound - loading * z) / rest)
          + StandardNormal.upperTail((bound + loading * z) / rest)
        lnInside += log1p(-min(1, outside))
      }
      return exp(-0.5 * z * z) * -expm1(lnInside)
    }
    // φ is below 10⁻³² beyond 12; the integrand is even.
    let half = try integral(
      from: 0, to: 12, absoluteTolerance: 1e-13, relativeTolerance: 1e-9, of: integrand)
    return 2 * half / (2 * Double.pi).squareRoot()
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
