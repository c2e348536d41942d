import ExperimentDesign
import GSLNumerics
import Inference

extension RunSummaryBuilder {
  /// Adds what the recommendation rests on beyond the verdict: other goals, and contrasts.
  func weigh(
    _ found: inout ScenarioSummary, _ logs: [ArmLog], _ judged: [Int]
  ) throws(NumericsError) {
    let hasConsentLayer = outline.context?.hasConsentLayer ?? false
    let summary = RunSummary(outline: outline, segment: segment, trials: trials, scenarios: [found])
    let near = summary.facts(of: found).littleToLose.compactMap { summary.position($0.name) }.sorted()
    let metrics = GoalSummary.metrics(hasConsentLayer: hasConsentLayer).filter { metric in
      metric != outline.objective.singleMetric && judged.allSatisfy { logs[$0].series(of: metric) != nil }
    }
    func goals(among arms: [Int]) throws(NumericsError) -> [GoalSummary?] {
      try concurrently(metrics.count, threads: threads) { goal throws(NumericsError) in
        if shouldStop() { throw .stopped }
        return try GoalSummary(
          metrics[goal], series: logs.map { $0.series(of: metrics[goal]) ?? TrialSeries(values: []) },
          competing: arms, parametersVary: outline.parametersVary, shouldStop: shouldStop)
      }
    }
    let ofAll = try goals(among: judged)
    found.goals = ofAll.compactMap(\.self)
    if near.count > 1 {
      // An opt-in of somebody who refuses consent is worth nothing to ads: it settles nothing where that is modelled.
      let settling = zip(metrics, try near.count == judged.count ? ofAll : goals(among: near))
      found.goalsOfEquals = settling.compactMap { metric, goal in
        hasConsentLayer && metric == .optInPerInstall ? nil : goal
      }
    }
    for contrast in outline.context?.contrasts ?? []
    where judged.contains(contrast.arm) && judged.contains(contrast.reference) {
      if let difference = try lead(logs, of: contrast.arm, over: contrast.reference) {
        found.contrasts.append(ContrastSummary(contrast: contrast, difference: difference))
      }
    }
  }
}
