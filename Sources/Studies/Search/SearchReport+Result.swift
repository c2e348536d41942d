public import ExperimentDesign
public import Inference

extension StrategySearch {
  /// What was found, strategies by name.
  func report(_ found: Found, twins: [Int: [Int]]) -> SearchReport {
    let arms = experiment.arms
    func name(_ arm: Int) -> String { arms[arm].name }
    let sign = experiment.objective.lessIsBetter ? -1.0 : 1.0
    return SearchReport(
      experiment: experiment.name, question: experiment.question, seed: seed,
      objective: experiment.objective, margin: found.margin, guarantee: request.guarantee,
      guaranteedMargin: found.choice?.largestLead, winner: (found.choice?.arm).map(name),
      searched: found.means.count,
      strategies: arms.indices.map { arm in
        let standing = standing(arm, found)
        let reasons = standing == .notAllowed ? arms[arm].findings.map(\.rule) : request.errors[arm] ?? []
        let first = found.classes.first { $0.contains(arm) }?.first
        let left = found.left[arm]
        return SearchReport.Strategy(
          strategy: name(arm), standing: standing,
          reason: reasons.isEmpty ? nil : reasons.joined(separator: "; "),
          alike: first == arm ? nil : first.map(name), mean: found.means[arm].map { sign * $0 },
          mcse: found.errors[arm], trials: found.means[arm].map { _ in left ?? found.trials },
          leftAfterTrials: left)
      },
      twins: twins.sorted { $0.key < $1.key }.map {
        SearchReport.Twins(strategy: name($0.key), others: $0.value.map(name))
      })
  }

  private func standing(_ arm: Int, _ found: Found) -> SearchReport.Standing {
    if let standing = found.leftOut[arm] { return standing }
    if found.choice?.arm == arm { return .winner }
    if found.means[arm] == nil { return .alike }
    return found.left[arm] == nil ? .stayed : .left
  }
}

extension StrategySearch {
  /// What it does to change a strategy a little: the objective of others less its own, by name, in the first scenario and
  /// in trials that did not choose it; without those that lack a value.
  ///
  /// - Returns: `nil` where it was stopped.
  public static func changes(
    to names: [String], from strategy: String, in experiment: Experiment, seed: UInt64, threads: Int,
    shouldStop: @escaping @Sendable () -> Bool
  ) async throws -> [String: MonteCarloMean]? {
    guard !names.isEmpty else { return [:] }
    let arms = ([strategy] + names).compactMap { name in experiment.arms.first { $0.name == name } }
    let part = experiment.changed {
      ($0.trials, $0.installs) = (1_000, 2_000)
      ($0.baseline, $0.arms) = (strategy, arms)
    }
    var trials = StrategyTrials(part, guardrails: [], seed: seed, threads: threads)
    guard try await trials.extend(Array(arms.indices), to: part.trials, shouldStop) else { return nil }
    let block = UncertainParameters(of: part).parameters.isEmpty ? 1 : part.sampling.trialsOfABlock
    var found: [String: MonteCarloMean] = [:]
    for (position, arm) in arms.enumerated().dropFirst() {
      // Of merits, of which more is better whatever the objective is.
      let ends = part.objective.lessIsBetter ? (0, position) : (position, 0)
      found[arm.name] = try trials.difference(ends.0, ends.1, trialsOfABlock: block)
    }
    return found
  }
}

extension SearchReport {
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
  }
}
