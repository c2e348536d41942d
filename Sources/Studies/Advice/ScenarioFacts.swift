import ExperimentDesign
public import Inference

extension RunSummary {
  /// What the choice among a scenario's options rests on.
  public func facts(of scenario: ScenarioSummary) -> DecisionFacts {
    let ranking = ranking(of: scenario)
    guard let verdict = scenario.verdict, !ranking.isEmpty else {
      return DecisionFacts(options: [], margin: 0, draws: trials)
    }
    var facts = DecisionFacts(
      options: ranking.map { arm in
        DecisionFacts.Option(
          name: name(arm), chance: chance(of: arm, in: scenario), loss: loss(of: arm, in: scenario),
          parts: outline.arms[arm].prePrompt == nil ? 0 : 1)
      }, margin: verdict.margin, draws: outline.parametersVary ? trials : .max)
    let twins = scenario.decision?.nearTwins.map(\.arms) ?? []
    let level = scenario.level.isEmpty ? [] : [[verdict.best] + scenario.level]
    facts.groups = (twins.isEmpty ? level : twins).map { $0.map(name) }
    facts.trialsNeeded = trialsNeeded(verdict)
    facts.installsNeeded = scenario.decision?.installsNeeded.map { times in
      twoDigitsUp(min(Double(outline.installs) * max(2, times), 1e9))
    }
    facts.bestElsewhere = scenario.modelsAgainst.map { name($0.best) }
    facts.conditions = scenario.exactInputs
    let isAttributionBroken = shortWait(in: scenario) != nil
    facts.goals = scenario.goalsOfEquals.filter { $0.metric != .attributedPerInstall || !isAttributionBroken }
      .compactMap { goal in goal.nearlyBest.map { (metric: goal.metric, option: name($0)) } }
    if let rival = facts.rival.flatMap(position) {
      facts.testedByDay = outline.learntTest(of: [ranking[0], rival])?.day
      // Installs of one release cannot be split by their usage strings, and what releases have in common nobody says.
      facts.testSize = differInStrings([ranking[0], rival]) ? nil : scenario.proposedTest?.size
    }
    facts.testPays = scenario.proposedTest.map { $0.worth.pays == true }
    return facts
  }

  /// The position of an option.
  func position(_ name: String) -> Int? { outline.arms.firstIndex { $0.name == name } }

  func name(_ arm: Int) -> String { outline.arms[arm].name }

  /// Options that may be chosen and have a value, best first; all that have one where none may be.
  public func ranking(of scenario: ScenarioSummary) -> [Int] {
    let candidates = scenario.arms.indices.filter {
      scenario.verdict == nil || !scenario.blocked.contains($0)
    }
    return scenario.ranked(candidates, lessIsBetter: outline.objective.lessIsBetter)
  }

  /// The chance that an option is best; near-twins share theirs.
  ///
  /// Without uncertain inputs the best mean is best.
  public func chance(of arm: Int, in scenario: ScenarioSummary) -> MonteCarloNumber? {
    guard outline.parametersVary else {
      return loss(of: arm, in: scenario).map { MonteCarloNumber(value: $0.value == 0 ? 1 : 0, mcse: 0) }
    }
    return scenario.decision?.nearTwins.first { $0.arms.contains(arm) }?.best ?? scenario.decision?[arm]?.best
  }

  private func loss(of arm: Int, in scenario: ScenarioSummary) -> MonteCarloNumber? {
    if outline.parametersVary { return scenario.decision?[arm]?.regret }
    if arm == scenario.verdict?.best { return MonteCarloNumber(value: 0, mcse: 0) }
    return scenario.arms[arm].vsBest.map {
      MonteCarloNumber(value: abs($0.overTrials.mean), mcse: $0.overTrials.mcse ?? 0)
    }
  }

  /// Trials that would bring the error of the lead to a quarter of the margin, `Int.max` for more than can be run; `nil`
  /// where it is there, or where the lead is so large that its error is of no account.
  private func trialsNeeded(_ verdict: ArmRanking) -> Int? {
    guard let lead = verdict.lead?.overTrials else { return nil }
    guard lead.count >= (outline.parametersVary ? Estimate.fewestTrials : 2), let error = lead.mcse else {
      return 200
    }
    let goal = verdict.margin / 4
    guard goal > 0, error > goal, abs(lead.mean) - 4 * error < verdict.margin else { return nil }
    // Before that the error is not that of trials drawn together, and far too large.
    let inBlocks = MonteCarloMean.fewestBlocks * outline.trialsOfABlock
    if outline.trialsOfABlock > 1, lead.count < inBlocks { return inBlocks }
    let needed = StoppingOutcome(goal: goal, reached: error).trialsNeeded(after: lead.count) ?? .max
    return needed < 10_000_000 ? twoDigitsUp(Double(needed)) : .max
  }

  /// What the checks say of an SDK that does not wait for the answers of options that may be chosen; `nil` where they say
  /// nothing of that.
  func shortWait(in scenario: ScenarioSummary) -> Finding? {
    let competing = ranking(of: scenario).map { outline.arms[$0].name }
    return outline.platform?.findings.first {
      $0.rule == "L18" && $0.accepted == nil && $0.arms.contains(where: competing.contains)
    }
  }

  /// An option's objective less another's; `nil` where it is not known.
  public func lead(of arm: Int, over other: Int, in scenario: ScenarioSummary) -> Estimate? {
    guard let verdict = scenario.verdict else { return nil }
    if arm == verdict.best, other == verdict.runnerUp { return verdict.lead }
    if arm == verdict.runnerUp, other == verdict.best { return verdict.lead?.negated }
    if arm == verdict.best { return scenario.arms[other].vsBest?.negated }
    return other == verdict.best ? scenario.arms[arm].vsBest : nil
  }
}
