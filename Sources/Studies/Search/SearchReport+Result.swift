public import ExperimentDesign
import Inference

extension SearchReport {
  /// - Parameters:
  ///   - experiment: with all strategies as arms.
  ///   - seed: of the search.
  ///   - guarantee: the probability that was asked for.
  ///   - errors: of the platform checks, by strategy.
  public init(
    _ experiment: Experiment, _ result: StrategySearchResult, seed: UInt64, guarantee: Double,
    errors: [Int: [String]] = [:]
  ) {
    func name(_ arm: Int) -> String { experiment.arms[arm].name }
    self.experiment = experiment.name
    question = experiment.question
    self.seed = seed
    objective = experiment.objective
    margin = result.margin
    self.guarantee = guarantee
    guaranteedMargin = result.guaranteedMargin
    winner = result.winner.map(name)
    searched = result.searched
    twins = result.twins.sorted { $0.key < $1.key }.map {
      Twins(strategy: name($0.key), others: $0.value.map(name))
    }
    rounds = result.rounds.map {
      Round(
        trials: $0.trials, left: $0.dropped.map(name), leader: name($0.leader),
        largestLeadPossible: $0.largestLead)
    }
    cost = Cost(
      trials: result.trials, installs: result.installs, strategyTrials: result.strategyTrials,
      evenSearch: (result.rounds.last?.trials ?? 0) * result.searched)
    let sign = experiment.objective.lessIsBetter ? -1.0 : 1.0
    let trials = result.trialsOfMeans
    strategies = experiment.arms.indices.map { arm in
      let standing = result.standing(arm)
      let first = result.classes.first { $0.contains(arm) }?.first
      let reasons =
        switch standing {
        case .notAllowed: experiment.arms[arm].findings.map(\.rule)
        case .blocked: errors[arm] ?? []
        case .beyondGuardrail, .withoutValue, .alike, .left, .stayed, .winner: [String]()
        }
      return Strategy(
        strategy: name(arm), standing: standing,
        reason: reasons.isEmpty ? nil : reasons.joined(separator: "; "),
        alike: first == arm ? nil : first.map(name), mean: result.means[arm].map { sign * $0 },
        mcse: result.errors[arm], trials: trials[arm],
        leftAfterTrials: result.rounds.first { $0.dropped.contains(arm) }?.trials)
    }
  }

  /// Takes the numbers of a run that simulated the best anew.
  ///
  /// - Parameter differences: by the names of two strategies the keys in which the first differs from the second.
  public mutating func take(
    _ summary: RunSummary, differences: (_ strategy: String, _ best: String) -> [Setting]?
  ) {
    let scenario = summary.scenarios[0]
    let names = summary.outline.arms.map(\.name)
    let sign = objective.lessIsBetter ? -1.0 : 1.0
    let leftOut = Set(scenario.verdict?.leftOut ?? [])
    func rank(_ arm: Int) -> (Int, Double, Int) {
      let mean = scenario.arms[arm].objective?.overTrials.mean
      return (leftOut.contains(arm) ? 1 : 0, mean.map { -sign * $0 } ?? .infinity, arm)
    }
    let order = names.indices.sorted { rank($0) < rank($1) }
    best = order.map { arm in
      let (found, behind) = (scenario.arms[arm].objective, scenario.arms[arm].behindBest)
      let range = found?.uncertaintyInterval90
      return Finalist(
        strategy: names[arm], mean: found?.overTrials.mean, mcse: found?.overTrials.mcse, low: range?.lower,
        high: range?.upper, chanceBest: scenario.decision?.arms.first { $0.position == arm }?.best?.value,
        vsBest: behind?.overTrials.mean, vsBestMcse: behind?.overTrials.mcse,
        vsBestLow: behind?.uncertaintyInterval90?.lower, vsBestHigh: behind?.uncertaintyInterval90?.upper,
        differsIn: differences(names[arm], names[order[0]]))
    }
    for finalist in best {
      guard let row = strategies.firstIndex(where: { $0.strategy == finalist.strategy }) else { continue }
      strategies[row].answerMean = finalist.mean
      strategies[row].answerMcse = finalist.mcse
    }
  }
}

extension StrategySearchResult {
  fileprivate func standing(_ arm: Int) -> SearchReport.Standing {
    if forbidden.contains(arm) { return .notAllowed }
    if blocked.contains(arm) { return .blocked }
    if beyondGuardrails.contains(arm) { return .beyondGuardrail }
    if withoutValue.contains(arm) { return .withoutValue }
    if winner == arm { return .winner }
    if means[arm] == nil { return .alike }
    return rounds.contains { $0.dropped.contains(arm) } ? .left : .stayed
  }
}
