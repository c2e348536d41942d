public import ExperimentDesign
import GSLNumerics
import Inference
import Simulation

/// Builds a run's summary from its trials, handed in one by one in trial order.
///
/// A few numbers per trial, arm and metric are kept, in a file for the most part, never a tally: the quantiles of the intervals
/// need each trial's value, nothing else does. Differences are formed trial by trial, as the arms of a trial share people
/// and parameters.
public struct RunSummaryBuilder: Sendable {
  /// What is summarised; goes on with other trials as the same run under another size or name.
  package var outline: RunOutline
  /// Whether to work out the sensitivity of the lead, which takes a moment.
  package var explainsLead: Bool
  /// Asked while the summary is worked out, which many arms make long; ``summary()`` throws
  /// `NumericsError.stopped` where it says so.
  public var shouldStop: @Sendable () -> Bool = { false }
  /// How many threads work the summary out, each on a scenario, an option or a goal at a time; at least 1.
  ///
  /// The numbers are the same for any number of them.
  public var threads = 1
  /// Trials handed in so far.
  public var trials: Int { trialNumbers.count }
  /// Which ones they were, in ascending order; an interrupted run may have any.
  private(set) var trialNumbers: [Int] = []
  /// By scenario and arm.
  private(set) var logs: [[ArmLog]]
  /// A column for each drawn parameter.
  private var draws: TrialLog

  /// With no trial yet.
  public init(_ outline: RunOutline, explainsLead: Bool = false) {
    self.outline = outline
    self.explainsLead = explainsLead
    let file = TrialFile()
    logs = outline.scenarios.indices.map { scenario in
      outline.arms.map { ArmLog($0.metrics[scenario], trialsOfABlock: outline.trialsOfABlock, in: file) }
    }
    draws = TrialLog(in: file)
  }

  /// Adds one more trial; trials come in ascending order.
  public mutating func add(_ result: TrialResult) {
    trialNumbers.append(result.trial)
    for draw in result.draws { draws.append(draw) }
    draws.endRow()
    for scenario in logs.indices {
      for arm in logs[scenario].indices {
        logs[scenario][arm].add(
          result.wholes[scenario][arm], segments: result.tallies[scenario][arm])
      }
    }
  }

  /// The summary of the trials handed in so far.
  public func summary() throws -> RunSummary {
    let inputs = explainsLead ? sensitivityInputs : nil
    let scenarios = try concurrently(logs.count, threads: threads) { scenario in
      try self.scenario(scenario, inputs)
    }
    var summary = RunSummary(outline: outline, trials: trials, scenarios: scenarios)
    guard explainsLead, outline.context?.volume != nil else { return summary }
    for scenario in scenarios.indices {
      // What no test is known for is tested without a size.
      summary.scenarios[scenario].proposedTest = try? proposedTest(scenario: scenario, summary: summary)
    }
    return summary
  }

  /// What was drawn, for the sensitivity of a lead; `nil` with fewer trials than its shares need.
  private var sensitivityInputs: SensitivityInputs? {
    let drawn = outline.drawn
    guard outline.parametersVary, trials >= SensitivityRanking.trialsNeeded(parameters: drawn.count) else {
      return nil
    }
    return SensitivityInputs(
      drawn.indices.map {
        UncertainParameter(name: drawn[$0].path, draws: draws(at: $0), family: drawn[$0].joint)
      })
  }

  /// The ends of the middle 90% of a drawn input; `nil` where it is the same in every trial, and of too few.
  func range90(of path: String) throws -> Interval? {
    guard trials >= Estimate.fewestTrials, let values = draws(of: path),
      values.contains(where: { $0 != values[0] })
    else { return nil }
    let ends = try quantiles(values, at: Interval.central90)
    return Interval(lower: ends[0], upper: ends[1])
  }

  /// The input that the lead over a rival is most sensitive to; `nil` where nothing stands out.
  private func decidingInput(of scenario: ScenarioSummary, against rival: Int) throws -> DecidingInput? {
    guard let row = scenario.sensitivity?.rows.first, let path = row.parameters.first,
      let parameter = outline.parameters.first(where: { $0.path == path })
    else { return nil }
    let flip = row.flip ?? row.members.first { $0.parameter == path }?.flip
    return DecidingInput(
      path: path, evidence: outline.evidence(of: parameter), range90: try range90(of: path),
      share: row.share.value, breakEven: flip, option: flip == nil ? nil : outline.arms[rival].name)
  }

  /// The objective of one arm, trial by trial.
  func objectiveSeries(scenario: Int, arm: Int) -> TrialSeries {
    logs[scenario][arm].objectiveSeries(outline.objective)
  }

  /// What was drawn for a path, trial by trial; `nil` where nothing is.
  func draws(of path: String) -> [Double]? {
    outline.drawn.firstIndex { $0.path == path }.map(draws(at:))
  }

  private func draws(at place: Int) -> [Double] { draws[place].map { $0 ?? .nan } }

  /// The objective of one arm less that of another.
  func lead(of arm: Int, over other: Int, scenario: Int) throws -> Estimate? {
    try Estimate(leadSeries(of: arm, over: other, scenario), parametersVary: outline.parametersVary)
  }

  private func leadSeries(of arm: Int, over other: Int, _ scenario: Int) -> TrialSeries {
    objectiveSeries(scenario: scenario, arm: arm)
      .difference(from: objectiveSeries(scenario: scenario, arm: other))
  }

  /// How the arms of a scenario stand.
  ///
  /// - Parameter inputs: what the sensitivity of the lead is to; `nil` for none.
  private func scenario(_ scenario: Int, _ inputs: SensitivityInputs?) throws -> ScenarioSummary {
    let logs = logs[scenario]
    let arms = try concurrently(logs.count, threads: threads) { arm in
      if shouldStop() { throw NumericsError.stopped }
      return try logs[arm].summary(
        baseline: arm == outline.baseline ? nil : logs[outline.baseline],
        objective: outline.objective, parametersVary: outline.parametersVary)
    }
    let guardrails = try logs.map { log in
      try (outline.context?.guardrails ?? []).map {
        try GuardrailReading($0, log.series(of: $0.metric), parametersVary: outline.parametersVary)
      }
    }
    let broken = guardrails.enumerated().flatMap { arm, readings in
      outline.arms[arm].isAllowedByApple
        ? readings.filter { $0.state == .fails }.map { Blocker(reason: .guardrail($0), options: [arm]) } : []
    }
    var found = ScenarioSummary(
      name: outline.scenarios[scenario].name, guardrails: guardrails, blockers: outline.blockers + broken,
      arms: arms)
    let lessIsBetter = outline.objective.lessIsBetter
    let judged = outline.arms.indices.filter { !found.blocked.contains($0) }
    let ranked = found.ranked(judged, lessIsBetter: lessIsBetter)
    let margin = outline.objective.defaultMargin(
      level: ranked.first.flatMap { arms[$0].objective }?.overTrials.mean ?? 0)
    let table = ObjectiveTable(
      competing: ranked.sorted(), series: logs.map { $0.objectiveSeries(outline.objective) },
      lessIsBetter: lessIsBetter)
    found.decision = try table.flatMap {
      try Decision($0, margin: margin, parametersVary: outline.parametersVary, shouldStop: shouldStop)
    }
    guard let best = ranked.first else { return found }
    for arm in ranked.dropFirst() {
      found.arms[arm].vsBest = try lead(of: arm, over: best, scenario: scenario)
    }
    for (place, blocker) in found.blockers.enumerated() {
      switch blocker.reason {
      case .guardrail, .brokenInTest:
        found.blockers[place].lead = try lead(of: blocker.options[0], over: best, scenario: scenario)
      case .forbidden, .error: break
      }
    }
    found.verdict = ArmRanking(best: best, margin: margin)
    // A test against another would leave open what makes the choice doubtful.
    let summary = RunSummary(outline: outline, trials: trials, scenarios: [found])
    let (facts, others) = (summary.facts(of: found), ranked.dropFirst())
    let rival =
      facts.rival.flatMap(summary.position) ?? others.first { !found.level.contains($0) } ?? others.first
    found.verdict?.runnerUp = rival
    found.verdict?.lead = try rival.flatMap { try lead(of: best, over: $0, scenario: scenario) }
    guard explainsLead else { return found }
    try weigh(&found, judged, among: facts.littleToLose.map(\.name), scenario)
    let series =
      rival.map { leadSeries(of: best, over: $0, scenario) }
      ?? objectiveSeries(scenario: scenario, arm: best)
    if let inputs, series.values.count == trials {
      found.sensitivity = try SensitivityRanking(
        inputs, difference: series, table: table, shouldStop: shouldStop)
      found.decidedBy = try rival.flatMap { try decidingInput(of: found, against: $0) }
    }
    return found
  }

  /// Adds what the recommendation rests on beyond the verdict: other goals, and contrasts.
  ///
  /// - Parameter equals: options of which a goal may choose one.
  private func weigh(
    _ found: inout ScenarioSummary, _ judged: [Int], among equals: [String], _ scenario: Int
  ) throws {
    let (logs, context, known) = (logs[scenario], outline.context, found)
    let hasConsentLayer = context?.hasConsentLayer ?? false
    let near = outline.arms.indices.filter { equals.contains(outline.arms[$0].name) }
    let metrics = GoalSummary.metrics(hasConsentLayer: hasConsentLayer).filter { metric in
      metric != outline.objective.singleMetric
        && judged.allSatisfy { outline.arms[$0].metrics[scenario].contains(metric) }
    }
    func goals(among arms: [Int]) throws -> [GoalSummary?] {
      try concurrently(metrics.count, threads: threads) { goal in
        if shouldStop() { throw NumericsError.stopped }
        return try GoalSummary(
          metrics[goal], of: known,
          series: logs.map { $0.series(of: metrics[goal]) ?? TrialSeries([]) },
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
    for var contrast in context.map({ Contrast.all(of: $0.experiment) }) ?? []
    where judged.contains(contrast.option) && judged.contains(contrast.reference) {
      contrast.difference = try lead(of: contrast.option, over: contrast.reference, scenario: scenario)
      if contrast.difference != nil { found.contrasts.append(contrast) }
    }
  }
}
