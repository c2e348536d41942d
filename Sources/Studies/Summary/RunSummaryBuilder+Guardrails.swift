import ExperimentDesign
import GSLNumerics
import Inference

/// What the trials say of limits of the team's own, and what keeping them costs.
extension RunSummaryBuilder {
  /// By arm, whether it keeps each limit, in the order of the context.
  func guardrails(scenario: Int) throws(NumericsError) -> [[GuardrailReading]] {
    var readings: [[GuardrailReading]] = []
    for arm in outline.arms.indices {
      var own: [GuardrailReading] = []
      for guardrail in outline.context?.guardrails ?? [] {
        own.append(
          try GuardrailReading(
            guardrail, series(of: guardrail.metric, scenario: scenario, arm: arm),
            parametersVary: outline.parametersVary))
      }
      readings.append(own)
    }
    return readings
  }

  /// Blockers whose guardrails say by how much the arm would lead the best that remains.
  func withCosts(
    _ blockers: [Blocker], _ verdict: ArmRanking?, _ logs: [ArmLog]
  ) throws(NumericsError) -> [Blocker] {
    guard let verdict else { return blockers }
    var costed = blockers
    for (index, blocker) in blockers.enumerated() {
      guard let arm = blocker.arms.first, verdict.leftOut.contains(arm) else { continue }
      switch blocker.reason {
      case .guardrail(let reading, _):
        costed[index].reason = .guardrail(reading, lead: try lead(logs, of: arm, over: verdict.best))
      case .brokenInTest(let broken, _):
        costed[index].reason = .brokenInTest(broken, lead: try lead(logs, of: arm, over: verdict.best))
      case .forbidden, .error, .tracksBeforeConsent: continue
      }
    }
    return costed
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
