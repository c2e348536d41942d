import Foundation
public import GSLNumerics

/// What the posteriors of two arms say of each other.
///
/// By numerical integration, not by draws: probabilities to an absolute 10⁻¹³, limits of the
/// interval to 10⁻¹².
public struct PosteriorComparison: Hashable, Sendable {
  /// The probability that the arm's proportion is above the baseline's.
  public let better: Double
  /// The equal-tailed interval of the difference, arm minus baseline.
  public let difference: ConfidenceInterval
  /// What is lost on average by choosing the arm where the baseline is better: E[max(0, θ₀ − θ₁)].
  public let expectedLoss: Double
  /// What is lost on average by staying with the baseline: E[max(0, θ₁ − θ₀)].
  public let expectedLossOfBaseline: Double
}

extension TwoArms {
  /// What the posteriors of the two arms say of each other.
  ///
  /// An arm with nobody in it keeps its prior, and is still compared.
  /// - Parameters:
  ///   - prior: of the arm.
  ///   - baselinePrior: of the baseline.
  ///   - level: the probability the interval of the difference holds.
  /// - Throws: what the numerical routines throw.
  public func posterior(
    prior: BetaPrior = .jeffreys, baselinePrior: BetaPrior = .jeffreys, at level: ConfidenceLevel
  ) throws(NumericsError) -> PosteriorComparison {
    let first = try Posterior(arm, prior: prior)
    let second = try Posterior(baseline, prior: baselinePrior)
    let difference = PosteriorDifference(first, second)
    return PosteriorComparison(
      better: difference.share(at: 0).above,
      difference: ConfidenceInterval(
        lower: try difference.quantile(level.alpha / 2),
        upper: -(try PosteriorDifference(second, first).quantile(level.alpha / 2)), level: level),
      expectedLoss: expectedLoss(of: first, others: [second]),
      expectedLossOfBaseline: expectedLoss(of: second, others: [first]))
  }
}

/// The distribution of θ₁ − θ₀ for independent posteriors.
struct PosteriorDifference {
  let first: Posterior
  let second: Posterior

  init(_ first: Posterior, _ second: Posterior) {
    self.first = first
    self.second = second
  }

  /// The probabilities that θ₁ − θ₀ is at most, and above, `difference`, and the density there.
  ///
  /// The integral runs over the narrower of the two, over which the other's distribution function is
  /// smooth: ∫ f₀(t) F₁(t + d) dt, or ∫ f₁(t) (1 − F₀(t − d)) dt.
  func share(at difference: Double) -> (below: Double, above: Double, density: Double) {
    if second.deviation <= first.deviation {
      return share(over: second, of: first, movedDownBy: difference)
    }
    let (below, above, density) = share(over: first, of: second, movedDownBy: -difference)
    return (above, below, density)
  }

  private func share(
    over narrow: Posterior, of wide: Posterior, movedDownBy shift: Double
  ) -> (below: Double, above: Double, density: Double) {
    guard let lower = narrow.edges.first, let upper = narrow.edges.last else { return (0, 0, 0) }
    let breaks = narrow.breaks(movedDownBy: 0) + wide.breaks(movedDownBy: shift)
    var edges = narrow.edges + breaks.map { BetaDistribution.Point(moving: $0) }
    if wide.breaksAtZero || wide.breaksAtOne {
      edges += wide.edges.map {
        BetaDistribution.Point($0.value - shift, complement: $0.complement + shift)
      }
    }
    let rule = PosteriorRule(edges: edges, from: lower, to: upper, breaks: breaks)
    var below = 0.0
    var above = 0.0
    var density = 0.0
    for (point, weight) in rule.points {
      let mass = weight * narrow.distribution.density(point)
      guard mass > 0 else { continue }
      let there =
        shift == 0
        ? point : BetaDistribution.Point(point.value + shift, complement: point.complement - shift)
      let tails = wide.distribution.tails(there)
      below += mass * tails.lower
      above += mass * tails.upper
      density += mass * wide.distribution.density(there)
    }
    // Masses that are added up pass 1 by rounding.
    return (min(1, below), min(1, above), density)
  }

  /// The difference below which a share `probability`, at most ½, lies.
  ///
  /// Newton's method inside a bracket that shrinks with every value seen.
  func quantile(_ probability: Double) throws(NumericsError) -> Double {
    let deviation =
      (first.deviation * first.deviation + second.deviation * second.deviation).squareRoot()
    var low = -1.0
    var high = 1.0
    let normal =
      first.distribution.mean - second.distribution.mean + deviation
      * (try StandardNormal.quantile(probability))
    var at = min(max(normal, low + 1e-3 * deviation), high - 1e-3 * deviation)
    let limit = 200
    for _ in 0..<limit {
      let (below, _, density) = share(at: at)
      if below < probability { low = at } else { high = at }
      // In logarithms, because far in the tail the share itself is too curved for Newton's method.
      var next = at + (log(probability) - log(below)) * below / density
      if !(next > low && next < high) { next = low + (high - low) / 2 }
      let step = abs(next - at)
      at = next
      if step < 1e-12 * deviation || high - low < 1e-15 { return at }
    }
    throw .notConverged(routine: "quantile of a difference", iterations: limit)
  }
}

extension BetaDistribution.Point {
  /// A point that may lie outside of [0, 1].
  fileprivate init(moving value: Double) { self.init(value, complement: 1 - value) }
}
