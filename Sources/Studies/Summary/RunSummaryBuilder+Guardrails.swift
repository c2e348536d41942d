import ExperimentDesign
import GSLNumerics
import Inference

/// What the trials say of limits of the team's own, and what keeping them costs.
extension RunSummaryBuilder {
  /// By arm, whether it keeps each limit, in the order of the context.
  func guardrails(scenario: Int) throws(NumericsError) -> [[GuardrailReading]] {
    try outline.arms.indices.map { arm throws(NumericsError) in
      try (outline.context?.guardrails ?? []).map { guardrail throws(NumericsError) in
        try GuardrailReading(
          guardrail, series(of: guardrail.metric, scenario: scenario, arm: arm),
          parametersVary: outline.parametersVary)
      }
    }
  }

  /// Blockers whose guardrails say by how much the arm would lead the best that remains.
  func withCosts(
    _ blockers: [Blocker], _ verdict: ArmRanking?, _ logs: [ArmLog]
  ) throws(NumericsError) -> [Blocker] {
    guard let best = verdict?.best else { return blockers }
    return try blockers.map { blocker throws(NumericsError) in
      var costed = blocker
      switch blocker.reason {
      case .guardrail(let reading, _):
        costed.reason = .guardrail(reading, lead: try lead(logs, of: blocker.arms[0], over: best))
      case .brokenInTest(let broken, _):
        costed.reason = .brokenInTest(broken, lead: try lead(logs, of: blocker.arms[0], over: best))
      case .forbidden, .error, .tracksBeforeConsent: break
      }
      return costed
    }
  }
}

extension GuardrailReading {
  /// What trials say of a limit: the share of draws in which it is kept, the installs' noise removed.
  ///
  /// - Parameter series: the metric, trial by trial; `nil` where it is not modelled.
  init(
    _ guardrail: GuardrailLimit, _ series: TrialSeries?, parametersVary: Bool
  ) throws(NumericsError) {
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
