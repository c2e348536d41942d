import ExperimentDesign
import GSLNumerics
import Inference

extension RunSummaryBuilder {
  /// Adds what the recommendation rests on beyond the verdict: other goals, and contrasts.
  func weigh(
    _ found: inout ScenarioSummary, _ logs: [ArmLog], _ judged: [Int]
  ) throws(NumericsError) {
    let hasConsentLayer = outline.context?.hasConsentLayer ?? false
    let near = found.equals
    found.alikeInEffect = (outline.context?.alikeInEffect ?? []).map { $0.filter(judged.contains) }
      .filter { $0.count > 1 }
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
    for sweep in outline.context?.sweeps ?? [] {
      if let summary = try summary(of: sweep, found.arms, logs, judged) { found.sweeps.append(summary) }
    }
  }

  /// What was found along a sweep; `nil` where fewer than two of its arms may win.
  private func summary(
    of sweep: Sweep, _ arms: [ArmSummary], _ logs: [ArmLog], _ judged: [Int]
  ) throws(NumericsError) -> SweepSummary? {
    let sign = outline.objective.lessIsBetter ? -1.0 : 1.0
    let ranked = sweep.points.map(\.arm).filter(judged.contains)
      .compactMap { arm in (arms[arm].objective?.overTrials.mean).map { (arm: arm, merit: sign * $0) } }
      .sorted { ($1.merit, $0.arm) < ($0.merit, $1.arm) }
    guard let best = ranked.first?.arm, ranked.count > 1 else { return nil }
    let neighbours = sweep.neighbours(of: best) ?? [ranked[1].arm]
    var leads: [SweepSummary.Lead] = []
    for neighbour in neighbours where ranked.contains(where: { $0.arm == neighbour }) {
      if let difference = try lead(logs, of: best, over: neighbour) {
        leads.append(SweepSummary.Lead(arm: neighbour, difference: difference))
      }
    }
    return SweepSummary(sweep: sweep, best: best, leads: leads)
  }
}

extension ScenarioSummary {
  /// Arms whose choice gives up no more than the margin on average, and those that hardly differ from the best one; the
  /// best one first.
  fileprivate var equals: [Int] {
    guard let verdict else { return [] }
    let twins = verdict.level + (decision?.nearTwins(of: verdict.best) ?? [])
    let others = arms.indices.filter { arm in
      guard arm != verdict.best, !verdict.leftOut.contains(arm) else { return false }
      if twins.contains(arm) { return true }
      if let loss = decision?[arm]?.regret { return loss.value <= verdict.margin }
      return arms[arm].behindBest.map { abs($0.overTrials.mean) <= verdict.margin } ?? false
    }
    return ([verdict.best] + others).sorted()
  }
}
