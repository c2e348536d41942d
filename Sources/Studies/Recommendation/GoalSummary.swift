public import ExperimentDesign
import GSLNumerics
public import Inference

/// Which arm is best when something else than the objective is wanted, from the same trials.
public struct GoalSummary: Equatable, Sendable {
  /// What is wanted.
  public var metric: Metric
  /// The arms that compete, best first, by their means.
  public var ranking: [Int]
  /// The chance that each arm of the run is best; `nil` where it does not compete or too few trials say.
  public var chances: [MonteCarloNumber?]
  /// The mean of the metric for each arm of the run; `nil` where it does not compete.
  public var means: [Double?]
  /// Sets of arms that hardly differ for it, whatever the inputs are.
  public var nearTwins: [NearTwins] = []
  /// Arms that are no further than the margin from the best in at least ``Recommendation/mostly`` of the draws.
  public var tied: [Int]

  /// What a team may want besides the objective, in the order in which the answer names it.
  public static func metrics(hasConsentLayer: Bool) -> [Metric] {
    [.optInPerInstall] + (hasConsentLayer ? [.personalizablePerInstall] : []) + [
      .attributedPerInstall, .valuePerInstall, .authorizedSessionsPerInstall, .sessionsLostPerInstall,
    ]
  }

  /// Whether the best arms cannot be distinguished for any practical purpose.
  public var isTie: Bool { tied.count > 1 && ranking.first.map(tied.contains) == true }

  /// The share of the best arm's value from which what an arm gives up is worth a warning.
  public static let smallestLoss = 0.05

  /// What an arm gives up for this goal, as a share of the best arm's value; `nil` where that is 0 or not known.
  public func loss(of arm: Int) -> Double? {
    guard let best = ranking.first.flatMap({ means[$0] }), let own = means[arm], best != 0 else { return nil }
    return abs(best - own) / abs(best)
  }

  /// Whether the arm gives up enough for this goal to be warned of.
  public func isWorthAWarning(of arm: Int) -> Bool {
    isReversal(of: arm) && loss(of: arm).map { $0 >= Self.smallestLoss } ?? true
  }

  /// - Returns: `nil` where fewer than two arms compete or one of them has no value.
  /// - Throws: `NumericsError`.
  init?(
    _ metric: Metric, series: [TrialSeries], competing: [Int], parametersVary: Bool,
    shouldStop: () -> Bool
  ) throws(NumericsError) {
    guard competing.count > 1 else { return nil }
    var means: [(arm: Int, mean: Double)] = []
    for arm in competing {
      guard let mean = try MonteCarloMean(series[arm].values)?.mean else { return nil }
      means.append((arm, metric.isLoss ? -mean : mean))
    }
    self.metric = metric
    means.sort { ($1.mean, $0.arm) < ($0.mean, $1.arm) }
    ranking = means.map(\.arm)
    let margin = metric.defaultMargin(level: means[0].mean)
    chances = series.map { _ in nil }
    self.means = series.map { _ in nil }
    for found in means { self.means[found.arm] = metric.isLoss ? -found.mean : found.mean }
    tied = means.filter { means[0].mean - $0.mean == 0 }.map(\.arm)
    guard
      let table = ObjectiveTable(
        competing: competing, series: series.map(\.withoutTests),
        lessIsBetter: metric.isLoss),
      let decision = try Decision(
        table, margin: margin, parametersVary: parametersVary, shouldStop: shouldStop)
    else { return }
    for arm in decision.arms { chances[arm.position] = arm.best }
    nearTwins = decision.nearTwins
    let near = decision.arms.filter(\.isMostlyWithinMargin).map(\.position)
    if near.count > 1 { tied = near }
  }
}

extension GoalSummary {
  /// Whether another arm is best for this goal, and the arm is no tie with it.
  public func isReversal(of arm: Int) -> Bool {
    guard let best = ranking.first, best != arm, !(isTie && tied.contains(arm)) else { return false }
    // Without a chance the ranking by means stands.
    guard let chance = chances[arm] else { return true }
    return chance.value < 0.5
  }

  /// Whether the arm is worst for this goal of three or more: by its mean, and best no more often than by chance.
  public func isLast(_ arm: Int) -> Bool {
    guard ranking.count > 2, ranking.last == arm, isReversal(of: arm) else { return false }
    return chances[arm].map { $0.value < 1 / Double(ranking.count) } ?? true
  }

  /// What settles a tie by this goal: its best arm, several that tie for it, or the first of its ranking of which one is
  /// best, with a chance of nearly always.
  ///
  /// - Parameter tied: the arms that tie by the objective.
  /// - Returns: `nil` where this goal leaves the tie open.
  func tieBreaker(among tied: [Int]) -> Recommendation.TieBreaker? {
    guard let best = ranking.first, tied.contains(best) else { return nil }
    let arms = isTie ? ranking.filter(self.tied.contains) : nearlyAlwaysBest
    let chances = arms.compactMap { self.chances[$0] }
    guard arms.count < tied.count, arms.allSatisfy(tied.contains), chances.count == arms.count else {
      return nil
    }
    let chance = chances.count == 1 ? chances[0] : .sum(ofExclusive: chances)
    return chance.value >= Recommendation.mostly
      ? Recommendation.TieBreaker(metric: metric, chance: chance, arms: arms) : nil
  }

  /// The fewest arms from the first of the ranking on of which one is best nearly always.
  private var nearlyAlwaysBest: [Int] {
    var sum = 0.0
    let count = ranking.firstIndex { arm in
      sum += chances[arm]?.value ?? 0
      return sum >= Recommendation.mostly
    }
    return Array(ranking.prefix((count ?? 0) + 1))
  }
}
