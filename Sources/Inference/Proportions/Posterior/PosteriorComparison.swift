public import GSLNumerics

extension TwoArms {
  /// The probability that the arm's proportion is above the baseline's, each after Jeffreys' prior, Beta(½, ½).
  ///
  /// By numerical integration, not by draws, to an absolute 10⁻¹³. An arm with nobody in it keeps its prior, and is
  /// still compared.
  /// - Throws: what the numerical routines throw.
  public func chanceBetter() throws(NumericsError) -> Double {
    let first = try Posterior(arm)
    let second = try Posterior(baseline)
    return second.deviation <= first.deviation
      ? Self.tails(over: second, of: first).above : Self.tails(over: first, of: second).below
  }

  /// The probabilities that one proportion is at most, and above, another.
  ///
  /// The integral runs over the narrower of the two, over which the other's distribution function is smooth.
  private static func tails(over narrow: Posterior, of wide: Posterior) -> (below: Double, above: Double) {
    guard let lower = narrow.edges.first, let upper = narrow.edges.last else { return (0, 0) }
    var edges = narrow.edges
    let breaks = narrow.breaks + wide.breaks
    edges += breaks.map { BetaDistribution.Point($0) }
    if wide.breaksAtZero || wide.breaksAtOne { edges += wide.edges }
    let rule = PosteriorRule(edges: edges, from: lower, to: upper, breaks: breaks)
    var below = 0.0
    var above = 0.0
    for (point, weight) in rule.points {
      let mass = weight * narrow.distribution.density(point)
      guard mass > 0 else { continue }
      let tails = wide.distribution.tails(point)
      below += mass * tails.lower
      above += mass * tails.upper
    }
    // Masses that are added up pass 1 by rounding.
    return (min(1, below), min(1, above))
  }
}
