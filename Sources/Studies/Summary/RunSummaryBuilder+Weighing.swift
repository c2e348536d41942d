import ExperimentDesign
import GSLNumerics
import Inference

extension RunSummaryBuilder {
  /// Adds what the recommendation rests on beyond the verdict: other goals, and contrasts.
  func weigh(
    _ found: inout ScenarioSummary, _ logs: [ArmLog], _ judged: [Int]
  ) throws(NumericsError) {
    let hasConsentLayer = outline.context?.hasConsentLayer ?? false
    let near = found.tiedArms()
    found.alikeInEffect = (outline.context?.alikeInEffect ?? []).map { $0.filter(judged.contains) }
      .filter { $0.count > 1 }
    for metric in GoalSummary.metrics(hasConsentLayer: hasConsentLayer)
    where metric != outline.objective.singleMetric {
      if shouldStop() { throw .stopped }
      let own = logs.map { $0.log(of: metric)?.series }
      guard judged.allSatisfy({ own[$0] != nil }) else { continue }
      let empty = TrialSeries(values: [], noise: [], samplingVariances: [], testVariances: [])
      func goal(among arms: [Int]) throws(NumericsError) -> GoalSummary? {
        try GoalSummary(
          metric, series: own.map { $0 ?? empty }, competing: arms,
          parametersVary: outline.parametersVary, shouldStop: shouldStop)
      }
      let ofAll = try goal(among: judged)
      if let ofAll { found.goals.append(ofAll) }
      // An opt-in of somebody who refuses consent is worth nothing to ads: it settles no tie where that is modelled.
      guard near.count > 1, !(hasConsentLayer && metric == .optInPerInstall) else { continue }
      if let goal = try near.count == judged.count ? ofAll : goal(among: near) {
        found.goalsOfTie.append(goal)
      }
    }
    for contrast in outline.context?.contrasts ?? []
    where judged.contains(contrast.arm) && judged.contains(contrast.reference) {
      let series = leadSeries(logs, of: contrast.arm, over: contrast.reference).withoutTests
      if let difference = try Estimate(series, parametersVary: outline.parametersVary) {
        found.contrasts.append(ContrastSummary(contrast: contrast, difference: difference))
      }
    }
    for sweep in outline.context?.sweeps ?? [] {
      if let summary = try summary(of: sweep, found.arms, logs, judged) { found.sweeps.append(summary) }
    }
    found.settlingTest = try settlingTest(found, logs)
  }

  /// The chance that the best arm and its runner-up are within the margin of one another; `nil` where they are further
  /// apart on average.
  ///
  /// Where that is nearly certain while a third arm may be better than both, a test of the two settles nothing. The other
  /// is then set aside as the best arm's partner, and the third is the runner-up.
  func pairTie(
    _ verdict: inout ArmRanking?, _ decision: Decision?, _ logs: [ArmLog]
  ) throws(NumericsError) -> (chance: MonteCarloNumber, partner: TiePartner?)? {
    guard let ranking = verdict, let other = ranking.runnerUp,
      let lead = ranking.lead?.overTrials.mean, abs(lead) <= ranking.margin,
      let table = ObjectiveTable(
        competing: [ranking.best, other].sorted(),
        series: logs.map { $0.objectiveSeries(outline.objective).withoutTests },
        lessIsBetter: outline.objective.lessIsBetter),
      let pair = try Decision(
        table, margin: ranking.margin, parametersVary: outline.parametersVary, shouldStop: shouldStop),
      let chance = pair.arms.compactMap(\.withinMargin).min(by: { $0.value < $1.value })
    else { return nil }
    // Without draws the means say which arms are within the margin.
    guard chance.value >= Recommendation.mostly, !ranking.level.contains(other), let arms = decision?.arms,
      arms.contains(where: { $0.withinMargin != nil }), arms.count(where: \.isMostlyWithinMargin) < 2
    else { return (chance, nil) }
    let twins = decision?.nearTwins(of: ranking.best) ?? []
    try verdict?.setAside(twins + [other], parametersVary: outline.parametersVary) {
      leadSeries(logs, of: $0, over: $1)
    }
    guard let third = verdict?.runnerUp, third != other else { return (chance, nil) }
    return (
      chance,
      TiePartner(
        arm: other,
        lead: try Estimate(leadSeries(logs, of: other, over: third), parametersVary: outline.parametersVary))
    )
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
      let series = leadSeries(logs, of: best, over: neighbour).withoutTests
      if let difference = try Estimate(series, parametersVary: outline.parametersVary) {
        leads.append(SweepSummary.Lead(arm: neighbour, difference: difference))
      }
    }
    return SweepSummary(sweep: sweep, best: best, leads: leads)
  }

  /// The test of the best arm against the runner-up, of all people.
  private func settlingTest(
    _ found: ScenarioSummary, _ logs: [ArmLog]
  ) throws(NumericsError) -> SettlingTest? {
    guard segment == nil, let verdict = found.verdict, let runnerUp = verdict.runnerUp,
      let best = tested(verdict.best, found.arms, logs), let other = tested(runnerUp, found.arms, logs)
    else { return nil }
    let definition = outline.objective.singleMetric?.definition
    let isShareOfInstalls = definition?.scale == .share && definition?.population == .installs
    return try SettlingTest(
      of: best, against: other,
      margin: found.decision?.margin ?? outline.objective.defaultMargin(level: best.mean),
      isShareOfInstalls: isShareOfInstalls)
  }

  private func tested(_ arm: Int, _ arms: [ArmSummary], _ logs: [ArmLog]) -> TestedArm? {
    guard let mean = arms[arm].objective?.overTrials.mean else { return nil }
    let known = logs[arm].meanTestVariance(outline.objective)
    let variance = known.count == trials ? known.mean : nil
    return TestedArm(mean: mean, variance: variance.map { $0 * outline.testInstalls })
  }
}
