import Foundation
public import GSLNumerics

/// What the posteriors of all arms say of one.
public struct PosteriorRanking: Hashable, Sendable {
  /// The probability that this arm's proportion is the largest of all.
  public let best: Double
  /// What is lost on average by choosing this arm where another is better: E[max θ − θ].
  public let expectedLoss: Double

  /// The standing of every arm, in the order given.
  ///
  /// - Parameter counts: at least one arm; one with nobody in it keeps its prior, Beta(½, ½).
  /// - Throws: what the numerical routines throw.
  public static func of(_ counts: [ObservedCount]) throws(NumericsError) -> [PosteriorRanking] {
    var posteriors: [Posterior] = []
    for count in counts { posteriors.append(try Posterior(count)) }
    return JointPosteriors(posteriors).standings
  }
}

/// The posteriors of all arms over one rule of integration, so that each is evaluated once at each
/// point whatever the number of arms.
private struct JointPosteriors {
  let posteriors: [Posterior]
  let rule: PosteriorRule
  /// ln F at each point of the rule, one row per arm.
  let lnLower: [[Double]]

  init(_ posteriors: [Posterior]) {
    self.posteriors = posteriors
    let edges = posteriors.flatMap(\.edges)
    // Below the smallest and above the largest edge no arm has mass.
    let lowest = edges.min { $0.value < $1.value } ?? BetaDistribution.Point(0)
    let highest = edges.max { $0.complement > $1.complement } ?? BetaDistribution.Point(1)
    let rule = PosteriorRule(
      edges: edges, from: lowest, to: highest,
      breaks: posteriors.flatMap(\.breaks))
    self.rule = rule
    lnLower = posteriors.map { posterior in rule.points.map { posterior.lnLowerTail($0.at) } }
  }

  /// P(θ > every other θ) = ∫ f Π F, and E[max(0, largest other θ − θ)] = ∫ F (1 − Π F of the
  /// others), of which nothing cancels.
  var standings: [PosteriorRanking] {
    let count = posteriors.count
    var best = [Double](repeating: 0, count: count)
    var loss = best
    // ln Π F of the arms before each one, and of those after it: a sum less one of its terms would
    // cancel, and one of −∞ could not be taken out.
    var before = best
    var after = best
    for (index, (point, weight)) in rule.points.enumerated() {
      for arm in 1..<max(1, count) { before[arm] = before[arm - 1] + lnLower[arm - 1][index] }
      for arm in (0..<max(0, count - 1)).reversed() {
        after[arm] = after[arm + 1] + lnLower[arm + 1][index]
      }
      for arm in 0..<count {
        let others = before[arm] + after[arm]
        if posteriors[arm].hasMass(at: point) {
          best[arm] += weight * posteriors[arm].distribution.density(point) * exp(others)
        }
        loss[arm] += weight * exp(lnLower[arm][index]) * -expm1(others)
      }
    }
    return zip(best, loss).map { PosteriorRanking(best: min(1, $0), expectedLoss: $1) }
  }
}
