public import ExperimentDesign
import GSLNumerics
import Inference

extension RunSummaryBuilder {
  /// What the planned size shows of the guardrails of the file: how far an option's expected mean is from the limit, and
  /// the difference to the baseline that is detected, by the spread of installs in the trials.
  func guardrails(
    of plan: PlannedTest, _ model: TestSubject.Model
  ) throws -> [TestPlan.Guardrail] {
    let design = plan.design
    let level = design.level.simultaneous(over: design.comparisons)
    let deviate =
      try StandardNormal.quantile(plan.power) - StandardNormal.quantile(level.alpha / 2)
    let effect = design.clusters?.designEffect ?? 1
    var found: [TestPlan.Guardrail] = []
    let readings = try guardrails(scenario: model.scenario)
    for (index, limit) in (outline.context?.guardrails ?? []).enumerated() {
      let known = try model.options.map { try spread(of: limit.metric, scenario: model.scenario, arm: $0) }
      for (place, position) in model.options.enumerated().dropFirst() {
        guard let baseline = known[0], let own = known[place] else { continue }
        // Of one install of the test, whichever option it gets.
        let variance =
          effect * (baseline.variance / design.allocation[0] + own.variance / design.allocation[place])
        let distance = abs(own.mean - limit.limit)
        let needed =
          variance > 0 && distance > 0 ? deviate * deviate * variance / (distance * distance) : .infinity
        let whole = needed < 1e12 ? design.wholeInstalls(needed).reduce(0, +) : nil
        found.append(
          TestPlan.Guardrail(
            metric: limit.metric, limit: limit.limit, option: outline.arms[position].name, mean: own.mean,
            chance: readings[position][index].chance?.value, state: readings[position][index].state,
            margin: limit.isBroken(by: baseline.mean) ? nil : abs(baseline.mean - limit.limit),
            detects: variance > 0 ? deviate * (variance / Double(plan.planned)).squareRoot() : nil,
            needed: whole, isEnough: whole.map { $0 <= plan.planned } ?? false))
      }
    }
    return found
  }

  /// The mean of a metric and the variance of one install's part in it; `nil` where the trials do not tell them.
  private func spread(
    of metric: Metric, scenario: Int, arm: Int
  ) throws -> (mean: Double, variance: Double)? {
    guard let series = series(of: metric, scenario: scenario, arm: arm),
      let mean = try MonteCarloMean(series.values)?.mean
    else { return nil }
    if metric.definition.scale == .share, metric.definition.population == .installs {
      return (mean, mean * (1 - mean))
    }
    return variance(of: metric, scenario: scenario, arm: arm).map { (mean, $0) }
  }
}

extension Metric {
  /// The column of a real test's data that `analyze` reads it by; `nil` where it reads none.
  public var testColumn: String? { self == .valuePerInstall ? "value" : nil }

  /// Whether it is what `analyze` counts as allowed: opt-in per install, or until a day.
  public var isOptIn: Bool { self == .optInPerInstall || Self.optInByDay.contains(self) }
}
