import ExperimentDesign
import Inference

extension RunComparison.Row {
  /// The option by itself; `nil` where no trial has a value.
  init?(
    _ series: TrialSeries, _ scenario: String, _ arm: String, _ metric: Metric?, _ run: RunSummaryBuilder,
    _ summary: RunSummary
  ) throws {
    let outline = run.outline
    let range = metric?.legalRange ?? -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
    guard let level = try Estimate(series, parametersVary: outline.parametersVary, range: range) else {
      return nil
    }
    self.init(
      scenario: scenario, metric: metric?.rawValue ?? "objective", run: outline.run, name: outline.name,
      arm: arm, mean: level.overTrials.mean, mcse: level.overTrials.mcse,
      low: level.uncertaintyInterval90?.lower, high: level.uncertaintyInterval90?.upper)
    if metric == outline.objective.singleMetric {
      let decision = summary.scenarios.first { $0.name == scenario }?.decision
      chanceBest = summary.position(arm).flatMap { decision?[$0]?.best?.value }
    }
  }

  /// Adds what the option's level differs from the first run's by.
  mutating func compare(
    _ own: TrialSeries, with first: TrialSeries, _ pairing: RunComparison.Pairing, parametersVary: Bool
  ) throws {
    guard pairing != .independent else {
      guard let own = try MonteCarloMean(own), let first = try MonteCarloMean(first) else { return }
      differenceToFirst = own.mean - first.mean
      if let one = own.mcse, let other = first.mcse {
        differenceMcse = (one * one + other * other).squareRoot()
      }
      return
    }
    let change = own.difference(from: first)
    guard let estimate = try Estimate(change, parametersVary: parametersVary) else { return }
    differenceToFirst = estimate.overTrials.mean
    differenceMcse = estimate.overTrials.mcse
    guard pairing == .byTrial, let range = estimate.uncertaintyInterval90 else { return }
    (differenceLow, differenceHigh) = (range.lower, range.upper)
    guard differenceMcse != 0 else { return }
    let spread = try ParameterSpread(
      of: change.values.compactMap { $0 }, noise: change.meanSamplingVariance, parametersVary: parametersVary)
    let halves = spread.values.reduce(0) { $0 + ($1 > 0 ? 2 : $1 == 0 ? 1 : 0) }
    chanceHigher = Double(halves) / Double(2 * spread.values.count)
  }
}

extension RunSummaryBuilder {
  /// A metric, or the objective, of an option by its name and its scenario's; `nil` where the run does not have it.
  func series(_ scenario: String, _ arm: String, _ metric: Metric?) -> TrialSeries? {
    guard let scenario = outline.scenarios.firstIndex(where: { $0.name == scenario }),
      let arm = outline.arms.firstIndex(where: { $0.name == arm })
    else { return nil }
    return metric.map { series(of: $0, scenario: scenario, arm: arm) }
      ?? objectiveSeries(scenario: scenario, arm: arm)
  }
}
