import Foundation
public import GSLNumerics

/// What the posteriors of all arms say of one, each after Jeffreys' prior, Beta(½, ½).
public struct PosteriorRanking: Encodable, Hashable, Sendable {
  /// The probability that this arm's proportion is the largest of all.
  public let best: Double
  /// What is lost on average by choosing this arm where another is better: E[max θ − θ].
  public let expectedLoss: Double

  /// The standing of every arm, in the order given.
  ///
  /// P(θ > every other θ) = ∫ f Π F, and E[max(0, largest other θ − θ)] = ∫ F (1 − Π F of the others), over the angle
  /// whose squared sine is θ: on that scale every posterior is about normal, with a deviation of 1/(2√n) and no pole at
  /// either end, so that a Gauss–Legendre rule on pieces of a few deviations is off by less than 10⁻⁹.
  /// - Parameter counts: at least one arm; one with nobody in it keeps its prior.
  public static func of(_ counts: [ObservedCount]) throws(NumericsError) -> [PosteriorRanking] {
    var posteriors: [BetaDistribution] = []
    for count in counts {
      posteriors.append(try BetaDistribution(a: 0.5 + Double(count.x), b: 0.5 + Double(count.complement.x)))
    }
    var best = counts.map { _ in 0.0 }
    var loss = best
    let edges = edges(counts)
    for (start, end) in zip(edges, edges.dropFirst()) {
      for (node, weight) in UnitInterval.smoothRule {
        let angle = start + node * (end - start)
        let (sine, cosine) = (sin(angle), cos(angle))
        let point = sine * sine
        let step = weight * (end - start) * 2 * sine * cosine
        let below = posteriors.map { $0.tails(point).lower }
        for arm in counts.indices {
          let others = below.indices.reduce(1) { $1 == arm ? $0 : $0 * below[$1] }
          best[arm] += step * posteriors[arm].density(point) * others
          loss[arm] += step * below[arm] * (1 - others)
        }
      }
    }
    return zip(best, loss).map { PosteriorRanking(best: min(1, $0), expectedLoss: max(0, $1)) }
  }

  /// Angles between which every posterior is smooth: from the lowest to the highest that any arm can have.
  private static func edges(_ counts: [ObservedCount]) -> [Double] {
    let steps = counts.flatMap { count in
      let middle = asin(((Double(count.x) + 0.5) / (Double(count.n) + 1)).squareRoot())
      let deviation = 0.5 / (Double(count.n) + 1).squareRoot()
      return stride(from: -10.0, through: 10, by: 2.5).map {
        (edge: min(Double.pi / 2, max(0, middle + $0 * deviation)), least: deviation / 2)
      }
    }.sorted { $0.edge < $1.edge }
    var edges: [Double] = []
    for (edge, least) in steps where edges.last.map({ edge > $0 + least }) ?? true { edges.append(edge) }
    if let last = steps.last?.edge, let end = edges.last, end < last { edges.append(last) }
    return edges
  }
}

extension TwoArms {
  /// The probability that the arm's proportion is above the baseline's, each after Jeffreys' prior, Beta(½, ½).
  ///
  /// An arm with nobody in it keeps its prior, and is still compared.
  public func chanceBetter() throws(NumericsError) -> Double {
    try PosteriorRanking.of([arm, baseline])[0].best
  }
}
