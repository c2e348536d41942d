import Foundation
public import GSLNumerics

/// Effects within several groups, each drawn towards the mean of all by as much as its own error asks for.
///
/// The largest of many raw differences is mostly the luckiest. With effects θᵢ normal around a mean μ and raw
/// differences normal around θᵢ, what is known of θᵢ is a compromise of its own difference and μ (Efron & Morris
/// 1975). τ, the standard deviation between groups, is not fixed at its best estimate, which is 0 about half the
/// time where there are few groups, and would then claim that no group differs: it is integrated out, uniform from 0
/// to a limit (Gelman 2006; Rubin 1981). The mean μ is uniform.
public struct ShrunkenEffects: Hashable, Sendable {
  /// One group.
  public struct Effect: Hashable, Sendable {
    /// The mean of what is known of the effect.
    public let estimate: Double
    /// Between quantiles α/2 and 1 − α/2.
    public let interval: ConfidenceInterval
    /// The probability that the effect has the other sign than the mean of all groups.
    public let reversal: Double
  }

  /// The fewest groups that tell anything of how much they differ.
  public static let fewestGroups = 3

  /// Mean and spread between groups by restricted maximum likelihood.
  public let fit: RandomEffects
  /// The mean of all groups, τ integrated out.
  public let mean: Double
  /// One per group, in the order given.
  public let effects: [Effect]

  /// - Parameters:
  ///   - estimates: the raw difference of each group, at least ``fewestGroups``.
  ///   - variances: the square of its standard error, above 0.
  ///   - largestSpread: the most that τ can be, above 0: 1 for differences of shares.
  ///   - level: of the intervals.
  /// - Throws: `NumericsError.tooFewValues`, `.outOfDomain`, and what the numerical routines throw.
  public init(
    _ estimates: [Double], variances: [Double], largestSpread: Double, at level: ConfidenceLevel
  ) throws(NumericsError) {
    guard estimates.count >= Self.fewestGroups else {
      throw .tooFewValues(needed: Self.fewestGroups, found: estimates.count)
    }
    guard largestSpread > 0, largestSpread.isFinite else {
      throw .outOfDomain(argument: "largestSpread", value: largestSpread, expected: "finite and above 0")
    }
    let likelihood = try RestrictedLikelihood(estimates, variances)
    fit = try RandomEffects(estimates, variances: variances)
    let nodes = try Self.nodes(likelihood, largestSpread)
    let mean = nodes.reduce(0.0) { $0 + $1.weight * $1.mean }
    self.mean = mean
    var effects: [Effect] = []
    for (estimate, variance) in zip(estimates, variances) {
      let parts = nodes.map { $0.part(estimate, variance) }
      effects.append(try Self.effect(parts, mean: mean, level))
    }
    self.effects = effects
  }

  /// μ and its error at one τ², and how probable that is.
  private struct Node {
    let between: Double
    let mean: Double
    let error: Double
    var weight: Double

    /// The normal distribution of an effect, given τ².
    func part(_ estimate: Double, _ variance: Double) -> Part {
      let pull = variance / (variance + between)
      let spread = variance * (1 - pull) + pull * pull * error * error
      return Part(weight: weight, mean: (1 - pull) * estimate + pull * mean, deviation: spread.squareRoot())
    }
  }

  /// One normal distribution of a mixture.
  private struct Part {
    let weight: Double
    let mean: Double
    let deviation: Double
  }

  /// τ = s x/(1 − x) with s the size of a standard error puts the points where the likelihood changes.
  private static func nodes(
    _ likelihood: RestrictedLikelihood, _ largest: Double
  ) throws(NumericsError) -> [Node] {
    let rule = try GaussLegendreRule(count: 200)
    let size = (likelihood.variances.reduce(0, +) / Double(likelihood.variances.count)).squareRoot()
    let end = largest / (largest + size)
    var logs: [Double] = []
    var nodes: [Node] = []
    for (point, weight) in zip(rule.points, rule.weights) {
      let x = (point + 1) / 2 * end
      let spread = size * x / (1 - x)
      let between = spread * spread
      let (mean, error) = likelihood.mean(between)
      logs.append(likelihood.logarithm(between) + log(weight / ((1 - x) * (1 - x))))
      nodes.append(Node(between: between, mean: mean, error: error, weight: 0))
    }
    let largestLog = logs.reduce(-Double.infinity, max)
    let whole = logs.reduce(0.0) { $0 + exp($1 - largestLog) }
    for index in nodes.indices { nodes[index].weight = exp(logs[index] - largestLog) / whole }
    return nodes
  }

  private static func effect(
    _ parts: [Part], mean: Double, _ level: ConfidenceLevel
  ) throws(NumericsError) -> Effect {
    func below(_ value: Double) throws(NumericsError) -> Double {
      var sum = 0.0
      for part in parts where part.weight > 0 {
        sum += part.weight * (try StandardNormal.cumulative((value - part.mean) / part.deviation))
      }
      return sum
    }
    let low = parts.reduce(Double.infinity) { min($0, $1.mean - 40 * $1.deviation) }
    let high = parts.reduce(-Double.infinity) { max($0, $1.mean + 40 * $1.deviation) }
    func quantile(_ probability: Double) throws(NumericsError) -> Double {
      try root(from: low, to: high, absoluteTolerance: 1e-12) { ((try? below($0)) ?? .nan) - probability }
    }
    let negative = try below(0)
    return Effect(
      estimate: parts.reduce(0.0) { $0 + $1.weight * $1.mean },
      interval: ConfidenceInterval(
        lower: try quantile(level.alpha / 2), upper: try quantile(1 - level.alpha / 2), level: level),
      reversal: min(1, max(0, mean < 0 ? 1 - negative : negative)))
  }
}

extension ShrunkenEffects {
  /// Differences of two rates within groups; groups too small to have an error of their own are left out.
  ///
  /// Errors have one person of each kind added to each arm (Agresti & Caffo 2000), as where it is tested whether
  /// differences differ.
  /// - Returns: the effects, and the positions of the groups they are of; none for fewer than ``fewestGroups`` groups
  ///   with ten people or more in each arm.
  /// - Throws: what the numerical routines throw.
  public static func of(
    _ groups: [TwoArms], at level: ConfidenceLevel
  ) throws(NumericsError) -> ValueOrReason<(effects: ShrunkenEffects, groups: [Int])> {
    let counted = groups.indices.filter {
      groups[$0].arm.n >= CochransQ.fewest && groups[$0].baseline.n >= CochransQ.fewest
    }
    guard counted.count >= fewestGroups else { return .none(.tooFewStrata(people: CochransQ.fewest)) }
    let effects = try ShrunkenEffects(
      counted.map { groups[$0].difference.value ?? 0 },
      variances: counted.map { CochransQ.variance(groups[$0].arm) + CochransQ.variance(groups[$0].baseline) },
      largestSpread: 1, at: level)
    return .value((effects, counted))
  }
}
