import ExperimentDesign
import Inference

extension RunSummaryBuilder {
  /// The plan of a test of a run, with what tests of it show and are worth.
  public func testPlan(_ request: TestRequest, of summary: RunSummary) throws -> TestPlan {
    let (plan, model) = try plannedTest(request, of: summary)
    var found = try TestPlan(plan, guardrails: try guardrails(of: plan, model))
    found.run = outline.run
    found.overrides = outline.assumedOtherwise
    let scenarios = outline.scenarios.map(\.name)
    found.scenario = scenarios[model.scenario]
    found.otherScenarios = scenarios.filter { $0 != scenarios[model.scenario] }
    found.trials = trials
    found.inputsVary = outline.parametersVary
    found.worth = try plan.value.map { try worth($0, of: plan, model) }
    if hasTooFewTrials { found.cautions.append(TestPlan.Caution(code: .fewTrials)) }
    if plan.design.clusters == nil, Set(model.options.map { outline.arms[$0].usageString }).count > 1 {
      found.cautions.append(TestPlan.Caution(code: .splitsReleases))
    }
    if found.calendar == nil { found.cautions.append(TestPlan.Caution(code: .noVolume)) }
    if let value = plan.value, outline.objective.singleMetric != model.metric,
      let share = try plan.rehearsal?.tests(installs: plan.planned).misleading(value.tested)
    {
      found.cautions.append(TestPlan.Caution(code: .otherThanObjective, share: share))
    }
    return found
  }

  /// Whether the trials are too few to tell what tests show and what they are worth.
  var hasTooFewTrials: Bool { outline.parametersVary && trials < Estimate.fewestTrials }

  /// The plan with its size, before any test of it.
  func plannedTest(
    _ request: TestRequest, of summary: RunSummary
  ) throws -> (plan: PlannedTest, model: TestSubject.Model) {
    let known = outline.scenarios.map(\.name)
    guard let scenario = request.scenario.map({ known.firstIndex(of: $0) }) ?? 0 else {
      throw TestPlanProblem(
        "'--scenario \(request.scenario ?? "")': the run has no such scenario; expected one of "
          + "\(known.joined(separator: ", ")).")
    }
    let options = try options(request, scenario: scenario, of: summary)
    let metric = try metric(request.day)
    let arms = try competing(scenario: scenario)
    let series = arms.compactMap { self.series(of: metric, scenario: scenario, arm: $0) }
    guard series.count == arms.count, trials > 0,
      let drawn = try DrawnShares(arms: arms, series: series, parametersVary: outline.parametersVary)
    else {
      throw TestPlanProblem(
        "Some trials have no value of the rate that is read. Simulate more installs a trial, or use --day.")
    }
    let model = TestSubject.Model(
      scenario: scenario, options: options, metric: metric,
      margin: outline.objective.margin(of: metric, level: 0), drawn: drawn)
    var plan = try PlannedTest(
      TestSubject(
        names: options.map { outline.arms[$0].name },
        rates: try model.shares.map {
          try MonteCarloNumber(meanOf: $0, trialsOfABlock: drawn.trialsOfABlock)
        },
        day: outline.readingAge(of: metric),
        installsPerDay: request.installsPerDay ?? outline.context?.volume.flatMap(\.installsPerDay),
        model: model), request)
    plan.value = try hasTooFewTrials ? nil : value(of: plan, model)
    if request.isSizeOpen, let needed = plan.needed {
      let best = try plan.value.flatMap { value in
        try isNothing(value.ofKnowing(), plan) ? nil : value.bestSize()
      }
      if best != nil { plan.asked = .value }
      plan.size = plan.design.split(plan.design.twoDigitsUp(best.map { Double($0.planned) } ?? needed))
    }
    return (plan, model)
  }

  /// Positions of the options of a test, the baseline first.
  private func options(
    _ request: TestRequest, scenario: Int, of summary: RunSummary
  ) throws -> [Int] {
    guard let written = request.arms else {
      guard let usual = usualOptions(summary.scenarios[scenario], of: summary) else {
        throw TestPlanProblem(
          "Scenario '\(outline.scenarios[scenario].name)' has no two options that may be chosen, so there is nothing to "
            + "test. 'att-lab show' says what stands against the others.")
      }
      return usual
    }
    let names = names(in: written)
    guard (2...TestRequest.mostArms).contains(names.count), Set(names).count == names.count else {
      throw TestPlanProblem(
        "'--arms' needs from two to \(TestRequest.mostArms) options, the baseline first, as in --arms launch,later; found "
          + "'\(names.joined(separator: ", "))'.")
    }
    let allowed = try competing(scenario: scenario)
    return try names.map { name in
      guard let found = allowed.first(where: { outline.arms[$0].name == name }) else {
        throw TestPlanProblem(
          "'--arms': '\(name)' is no option that may be chosen; expected some of "
            + "\(allowed.map { outline.arms[$0].name }.joined(separator: ", ")).")
      }
      return found
    }
  }

  /// The names of a list; those of options may have commas too, and the longest that stands there counts.
  private func names(in list: String) -> [String] {
    var (names, rest) = ([String](), list.drop { $0 == " " })
    while !rest.isEmpty {
      let known = outline.arms.map(\.name).filter { name in
        rest.hasPrefix(name) && [nil, ","].contains(rest.dropFirst(name.count).first { $0 != " " })
      }
      let name = known.max { $0.count < $1.count } ?? String(rest.prefix { $0 != "," })
      names.append(name)
      rest = rest.dropFirst(name.count).drop { $0 == " " }.dropFirst().drop { $0 == " " }
    }
    return names
  }

  /// The two options that the answer would test, the baseline first, which is the second unless the file's is the first.
  private func usualOptions(_ found: ScenarioSummary, of summary: RunSummary) -> [Int]? {
    let pair =
      comparedOptions(found, of: summary)
      ?? found.verdict.flatMap { verdict in verdict.runnerUp.map { [$0, verdict.best] } }
    return pair.map { $0[1] == outline.baseline ? $0.reversed() : $0 }
  }

  /// Of the options that differ from the best one that which is most often best, and the best one.
  func comparedOptions(_ found: ScenarioSummary, of summary: RunSummary) -> [Int]? {
    let facts = summary.facts(of: found)
    let pair = [facts.rival, facts.options.first?.name].compactMap { $0 }.compactMap(summary.position)
    return pair.count == 2 ? pair : nil
  }

  private func metric(_ day: Int?) throws -> Metric {
    let known = Metric.optInByDay.filter { Double($0.day ?? 0) <= outline.horizonDays }
    let days = known.compactMap { $0.day.map(String.init) }
    let choice =
      days.isEmpty
      ? "The horizon is too short for any; simulate with a longer horizon_days"
      : "Use --day \(days.joined(separator: ", or --day "))"
    if let day {
      guard let found = known.first(where: { $0.day == day }) else {
        throw TestPlanProblem("'--day \(day)': the trials have no answers by that day. \(choice).")
      }
      return found
    }
    guard let metric = outline.objective.countedMetric else {
      throw TestPlanProblem(
        "The objective, \(outline.objective.name), is no share of installs, which the counts of a test are. "
          + "\(choice), to test by opt-in until that day.")
    }
    return metric
  }
}

extension TestDesign {
  /// Installs of all options together, rounded up: to two digits of each where they get as many, else of all.
  fileprivate func twoDigitsUp(_ installs: Double) -> Int {
    let options = allocation.count
    guard allocation.allSatisfy({ abs($0 - allocation[0]) < 1e-12 }) else {
      return Studies.twoDigitsUp(installs)
    }
    return options * max(2, Studies.twoDigitsUp(installs / Double(options) * (1 - 1e-12)))
  }
}

extension Objective {
  /// The metric that a test counts of its installs; `nil` where the objective is no share of installs.
  var countedMetric: Metric? {
    singleMetric.flatMap {
      $0.definition.scale == .share && $0.definition.population == .installs ? $0 : nil
    }
  }
}
