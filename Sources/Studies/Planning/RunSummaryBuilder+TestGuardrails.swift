import ExperimentDesign
import GSLNumerics
import Inference

extension RunSummaryBuilder {
  /// What the planned size shows of the guardrails of the file: how far an option's expected mean is from the limit, and
  /// the difference to the baseline that is detected, by the spread of installs in the trials.
  func guardrails(of plan: PlannedTest, _ summary: RunSummary) throws -> [TestPlan.Guardrail] {
    let (design, subject) = (plan.design, plan.subject)
    let level = design.level.simultaneous(over: design.comparisons)
    let deviate =
      try StandardNormal.quantile(plan.power) - StandardNormal.quantile(level.alpha / 2)
    let effect = design.clusters?.designEffect ?? 1
    let readings = summary.scenarios[subject.scenario].guardrails
    return (outline.context?.guardrails ?? []).enumerated().flatMap { index, limit -> [TestPlan.Guardrail] in
      // The mean of what is guarded and the variance of one install's part in it, where the trials tell them.
      let known = subject.options.map { arm -> (mean: Double, variance: Double)? in
        let found = readings[arm][index]
        guard let mean = found.mean else { return nil }
        if found.metric.isShareOfInstalls { return (mean, mean * (1 - mean)) }
        return logs[subject.scenario][arm].variance(of: found.metric).map { (mean, $0) }
      }
      return subject.options.enumerated().dropFirst().compactMap { place, position -> TestPlan.Guardrail? in
        guard let baseline = known[0], let own = known[place] else { return nil }
        // Of one install of the test, whichever option it gets.
        let variance =
          effect * (baseline.variance / design.allocation[0] + own.variance / design.allocation[place])
        let distance = abs(own.mean - limit.limit)
        let needed =
          variance > 0 && distance > 0 ? deviate * deviate * variance / (distance * distance) : .infinity
        let whole = needed < 1e12 ? design.wholeInstalls(needed).reduce(0, +) : nil
        return TestPlan.Guardrail(
          option: outline.arms[position].name, reading: readings[position][index],
          margin: limit.isBroken(by: baseline.mean) ? nil : abs(baseline.mean - limit.limit),
          detects: variance > 0 ? deviate * (variance / Double(plan.planned)).squareRoot() : nil,
          needed: whole, isEnough: whole.map { $0 <= plan.planned } ?? false)
      }
    }
  }
}

extension Metric {
  /// Whether each install counts for it or not, as in the counts of a test.
  var isShareOfInstalls: Bool { definition.scale == .share && definition.population == .installs }
}
