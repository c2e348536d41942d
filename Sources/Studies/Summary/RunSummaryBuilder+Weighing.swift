import ExperimentDesign
import GSLNumerics
import Inference

extension RunSummaryBuilder {
  /// Adds what the recommendation rests on beyond the verdict: other goals, and contrasts.
  func weigh(
    _ found: inout ScenarioSummary, _ logs: [ArmLog], _ judged: [Int]
  ) throws(NumericsError) {
    let hasConsentLayer = outline.context?.hasConsentLayer ?? false
    found.alikeInEffect = (outline.context?.alikeInEffect ?? []).map { $0.filter(judged.contains) }
      .filter { $0.count > 1 }
    let summary = RunSummary(outline: outline, segment: segment, trials: trials, scenarios: [found])
    let near = summary.facts(of: found).littleToLose.compactMap { summary.position($0.name) }.sorted()
    for metric in GoalSummary.metrics(hasConsentLayer: hasConsentLayer)
    where metric != outline.objective.singleMetric {
      if shouldStop() { throw .stopped }
      let own = logs.map { $0.log(of: metric)?.series }
      guard judged.allSatisfy({ own[$0] != nil }) else { continue }
      let empty = TrialSeries(values: [])
      func goal(among arms: [Int]) throws(NumericsError) -> GoalSummary? {
        try GoalSummary(
          metric, series: own.map { $0 ?? empty }, competing: arms,
          parametersVary: outline.parametersVary, shouldStop: shouldStop)
      }
      let ofAll = try goal(among: judged)
      if let ofAll { found.goals.append(ofAll) }
      // An opt-in of somebody who refuses consent is worth nothing to ads: it settles nothing where that is modelled.
      guard near.count > 1, !(hasConsentLayer && metric == .optInPerInstall) else { continue }
      if let goal = try near.count == judged.count ? ofAll : goal(among: near) {
        found.goalsOfEquals.append(goal)
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
