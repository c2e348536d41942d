import Foundation
public import GSLNumerics

/// What the posteriors of all arms say of one.
public struct PosteriorStanding: Hashable, Sendable {
  /// The probability that this arm's proportion is the largest of all.
  public let best: Double
  /// What is lost on average by choosing this arm where another is better: E[max θ − θ].
  public let expectedLoss: Double

  /// The standing of every arm, in the order given.
  ///
  /// - Parameters:
  ///   - counts: at least one arm; one with nobody in it keeps its prior.
  ///   - priors: as many as arms.
  /// - Throws: `NumericsError.unequalLengths`, and what the numerical routines throw.
  public static func of(
    _ counts: [ObservedCount], priors: [BetaPrior]
  ) throws(NumericsError) -> [PosteriorStanding] {
    guard counts.count == priors.count else {
      throw .unequalLengths(first: counts.count, second: priors.count)
    }
    var posteriors: [Posterior] = []
    for (count, prior) in zip(counts, priors) {
      posteriors.append(try Posterior(count, prior: prior))
    }
    return posteriors.indices.map { index in
      let others = posteriors.indices.filter { $0 != index }.map { posteriors[$0] }
      return PosteriorStanding(
        best: probabilityBest(posteriors[index], others: others),
        expectedLoss: Inference.expectedLoss(of: posteriors[index], others: others))
    }
  }
}

/// P(θ > every other θ) = ∫ f Π F.
private func probabilityBest(_ posterior: Posterior, others: [Posterior]) -> Double {
  guard let lower = posterior.edges.first, let upper = posterior.edges.last else { return 0 }
  let rule = PosteriorRule(
    edges: ([posterior] + others).flatMap(\.edges), from: lower, to: upper,
    breaks: ([posterior] + others).flatMap { $0.breaks(movedDownBy: 0) })
  return min(
    1,
    rule.integral { point in
      let density = posterior.law.density(point)
      guard density > 0 else { return 0 }
      return others.reduce(density) { $0 * $1.law.tails(point).lower }
    })
}

/// E[max(0, largest other θ − θ)] = ∫ F (1 − Π F of the others), of which nothing cancels.
func expectedLoss(of posterior: Posterior, others: [Posterior]) -> Double {
  let all = [posterior] + others
  // The integrand is 0 below where the arm itself may be and above where the others may be.
  let ends = others.compactMap(\.edges.last)
  guard let lower = posterior.edges.first,
    let upper = ends.max(by: { $0.complement > $1.complement }), lower.value < upper.value
  else { return 0 }
  let rule = PosteriorRule(
    edges: all.flatMap(\.edges), from: lower, to: upper,
    breaks: all.flatMap { $0.breaks(movedDownBy: 0) })
  return rule.integral { point in
    let own = posterior.law.tails(point).lower
    guard own > 0 else { return 0 }
    // 1 − Π (1 − Q), by logarithms.
    return own * -expm1(others.reduce(0) { $0 + log1p(-$1.law.tails(point).upper) })
  }
}
