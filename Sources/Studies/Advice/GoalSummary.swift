public import ExperimentDesign
public import Inference
public import TextFormats

/// Which arm is best when something else than the objective is wanted, from the same trials.
public struct GoalSummary: Codable, Equatable, Sendable {
  package var metric: Metric
  /// The arms that compete, best first, by their means.
  @OptionNames public var ranking: [Int]
  /// How sure that is over the uncertain inputs; `nil` where no trial has a value of every arm.
  public var decision: Decision?
  /// Arms that are no further than the margin from the best in at least 90% of the draws.
  @OptionNames public var tied: [Int]
  /// The share of trials in which each arm of the run is worst; `nil` where it does not compete.
  @PerOption public var chanceLast: [Double?] = []

  /// The chance from which "nearly always" is said.
  static let mostly = 0.9

  /// What a team may want besides the objective, in the order in which the answer names it.
  public static func metrics(hasConsentLayer: Bool) -> [Metric] {
    [.optInPerInstall] + (hasConsentLayer ? [.personalizablePerInstall] : []) + [
      .attributedPerInstall, .valuePerInstall, .authorizedSessionsPerInstall, .sessionsLostPerInstall,
    ]
  }

  /// Whether the best arms cannot be distinguished for any practical purpose.
  public var isTie: Bool { tied.count > 1 && ranking.first.map(tied.contains) == true }

  /// - Returns: `nil` where fewer than two arms compete or one of them has no value.
  init?(
    _ metric: Metric, of found: ScenarioSummary, series: [TrialSeries], competing: [Int],
    parametersVary: Bool, shouldStop: () -> Bool
  ) throws {
    let order = found.ranked(competing, lessIsBetter: metric.isLoss) { $0[metric]?.estimate }
    guard order.count > 1, order.count == competing.count, let best = found.mean(metric, order[0]) else {
      return nil
    }
    self.metric = metric
    ranking = order
    chanceLast = Self.lastShares(metric, series, competing)
    let table = ObjectiveTable(competing: competing, series: series, lessIsBetter: metric.isLoss)
    decision = try table.flatMap {
      try Decision(
        $0, margin: metric.defaultMargin(level: best), parametersVary: parametersVary, shouldStop: shouldStop)
    }
    let near = decision?.arms.filter { $0.withinMargin?.value ?? 0 >= Self.mostly }.map(\.position) ?? []
    tied = near.count > 1 ? near : order.filter { found.mean(metric, $0) == best }
  }

  /// The share of trials in which each competing arm alone is worst.
  private static func lastShares(
    _ metric: Metric, _ series: [TrialSeries], _ competing: [Int]
  ) -> [Double?] {
    var counts = [Double](repeating: 0, count: series.count)
    var trials = 0.0
    for trial in 0..<(competing.map { series[$0].values.count }.min() ?? 0) {
      let values = competing.compactMap { series[$0].values[trial].map { metric.isLoss ? -$0 : $0 } }
      guard values.count == competing.count, let worst = values.min() else { continue }
      trials += 1
      let last = competing.indices.filter { values[$0] == worst }
      if last.count == 1 { counts[competing[last[0]]] += 1 }
    }
    return series.indices.map { trials > 0 && competing.contains($0) ? counts[$0] / trials : nil }
  }

  /// The arm that is nearly always best, without a tie; `nil` where none is, or no draws say.
  var nearlyBest: Int? {
    ranking.first.flatMap { !isTie && decision?[$0]?.best?.value ?? 0 >= Self.mostly ? $0 : nil }
  }

  /// Whether an arm is behind the best for this goal by more than the goal's margin on average.
  func isBehind(_ arm: Int, in found: ScenarioSummary) -> Bool {
    guard let own = found.mean(metric, arm), let most = found.mean(metric, ranking[0]) else { return false }
    return abs(most - own) > metric.defaultMargin(level: most)
  }

  /// Whether that is so of an arm that is worst in more than 90% of trials.
  func isNearlyAlwaysLast(_ arm: Int, in found: ScenarioSummary) -> Bool {
    chanceLast[arm] ?? 0 > Self.mostly && isBehind(arm, in: found)
  }
}
