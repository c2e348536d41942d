import ExperimentDesign
import Inference

/// What the trials say of limits of the team's own.
extension RunSummaryBuilder {
  /// By arm, whether it keeps each limit, in the order of the context.
  func guardrails(scenario: Int) throws -> [[GuardrailReading]] {
    try outline.arms.indices.map { arm in
      try (outline.context?.guardrails ?? []).map { guardrail in
        try GuardrailReading(
          guardrail, series(of: guardrail.metric, scenario: scenario, arm: arm),
          parametersVary: outline.parametersVary)
      }
    }
  }
}

extension GuardrailReading {
  /// What trials say of a limit: the share of draws in which it is kept, the installs' noise removed.
  ///
  /// - Parameter series: the metric, trial by trial; `nil` where it is not modelled.
  init(
    _ guardrail: GuardrailLimit, _ series: TrialSeries?, parametersVary: Bool
  ) throws {
    guard let series, let mean = try MonteCarloMean(series)?.mean else {
      self.init(guardrail, chance: nil, mean: nil)
      return
    }
    let sign = guardrail.metric.isLoss ? -1.0 : 1.0
    let room = series.replacing(values: series.values.mapped { sign * ($0 - guardrail.limit) })
    self.init(
      guardrail, chance: try room.chanceOfAtLeastZero(parametersVary: parametersVary), mean: mean)
  }
}
