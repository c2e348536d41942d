import ExperimentDesign
import GSLNumerics
import Inference

/// One scenario of a comparison while it is made.
struct ComparedScenario {
  var name: String
  var runs: [RunSummaryBuilder]
  var summaries: [RunSummary]
  var pairings: [RunComparison.Pairing]
  var metric: Metric?

  func rows() throws(NumericsError) -> [RunComparison.Row] {
    var names: [String] = []
    for name in runs.flatMap({ $0.outline.arms.map(\.name) }) where !names.contains(name) {
      names.append(name)
    }
    var rows: [RunComparison.Row] = []
    for run in runs.indices {
      for name in names {
        guard let own = series(runs[run], arm: name), let level = try level(own, runs[run].outline) else {
          continue
        }
        var row = row(level, run, arm: name)
        if run > 0, let first = series(runs[0], arm: name) {
          let firstLevel = try self.level(first, runs[0].outline)?.overTrials.mean
          try compare(own, first, firstLevel ?? 0, run, &row)
        }
        rows.append(row)
      }
    }
    return rows
  }

  /// The option by itself.
  private func row(_ level: Estimate, _ run: Int, arm: String) -> RunComparison.Row {
    let outline = runs[run].outline
    let decision = summaries[run].scenarios.first { $0.name == name }?.decision
    let position = outline.arms.firstIndex { $0.name == arm }
    return RunComparison.Row(
      scenario: name, metric: metric?.rawValue ?? "objective",
      run: outline.run, name: outline.name, arm: arm, mean: level.overTrials.mean,
      mcse: level.overTrials.mcse,
      low: level.uncertaintyInterval90?.lower, high: level.uncertaintyInterval90?.upper,
      chanceBest: metric == outline.objective.singleMetric
        ? position.flatMap { decision?[$0]?.best?.value } : nil)
  }

  private func series(_ run: RunSummaryBuilder, arm name: String) -> TrialSeries? {
    guard let scenario = run.outline.scenarios.firstIndex(where: { $0.name == self.name }),
      let arm = run.outline.arms.firstIndex(where: { $0.name == name })
    else { return nil }
    guard let metric else { return run.objectiveSeries(scenario: scenario, arm: arm) }
    return run.series(of: metric, scenario: scenario, arm: arm)
  }

  private func level(_ series: TrialSeries, _ outline: RunOutline) throws(NumericsError) -> Estimate? {
    guard let metric else {
      return try Estimate(series, parametersVary: outline.parametersVary)
    }
    return try Estimate(series, parametersVary: outline.parametersVary, range: metric.legalRange)
  }

  /// Adds what the option's level differs from the first run's by.
  private func compare(
    _ own: TrialSeries, _ first: TrialSeries, _ firstLevel: Double, _ run: Int, _ row: inout RunComparison.Row
  ) throws(NumericsError) {
    let vary = runs[0].outline.parametersVary || runs[run].outline.parametersVary
    var range: Interval?
    if pairings[run] == .independent {
      guard let own = try MonteCarloMean(own), let first = try MonteCarloMean(first) else { return }
      row.differenceToFirst = own.mean - first.mean
      if let one = own.mcse, let other = first.mcse {
        row.differenceMcse = (one * one + other * other).squareRoot()
      }
    } else {
      let change = own.difference(from: first)
      guard let estimate = try Estimate(change, parametersVary: vary) else { return }
      row.differenceToFirst = estimate.overTrials.mean
      row.differenceMcse = estimate.overTrials.mcse
      if pairings[run] == .byTrial {
        range = estimate.uncertaintyInterval90
        (row.differenceLow, row.differenceHigh) = (range?.lower, range?.upper)
        if range != nil, estimate.overTrials.mcse != 0 {
          let spread = try ParameterSpread(
            of: change.values.compactMap { $0 }, noise: change.meanSamplingVariance, parametersVary: vary)
          let halves = spread.values.reduce(0) { $0 + ($1 > 0 ? 2 : $1 == 0 ? 1 : 0) }
          row.chanceHigher = Double(halves) / Double(2 * spread.values.count)
        }
      }
    }
    let objective = runs[0].outline.objective
    let margin = objective.margin(of: metric, level: firstLevel)
    row.pairing = pairings[run]
    row.margin = margin
    row.verdict = row.differenceToFirst.map {
      Verdict(
        mean: $0, mcse: row.differenceMcse, uncertaintyInterval90: range, parametersVary: vary,
        margin: margin,
        lessIsBetter: metric?.isLoss ?? objective.lessIsBetter)
    }
  }
}
