import ExperimentDesign
import Inference

extension RunSummaryBuilder {
  /// The plan of a test of a run, with what tests of it show and are worth.
  ///
  /// - Parameters:
  ///   - subject: the words that name the run, or its file, in a command.
  public func testPlan(
    _ request: TestRequest, of summary: RunSummary, subject: [String]
  ) throws -> TestPlan {
    let (plan, model) = try plannedTest(request, of: summary)
    let points = try plan.points()
    var found = try TestPlan(plan, points, guardrails: try guardrails(of: plan, model))
    found.mode = .run
    found.run = outline.run
    found.overrides = outline.assumedOtherwise
    let scenarios = outline.scenarios.map(\.name)
    found.scenario = scenarios[model.scenario]
    found.otherScenarios = scenarios.filter { $0 != scenarios[model.scenario] }
    found.trials = trials
    found.inputsVary = outline.parametersVary
    found.worth = try plan.value.map { try worth($0, of: plan, model) }
    found.cautions = cautions(plan, model)
    if plan.value != nil, outline.objective.singleMetric != model.metric,
      let tests = points.first(where: { $0.installs == plan.planned })?.tests,
      let share = plan.value.flatMap({ tests.misleading($0.tested) })
    {
      found.cautions.append(TestPlan.Caution(code: .otherThanObjective, share: share))
    }
    found.plan = subject.isEmpty ? [] : ["att-lab", "plan"] + subject
    return found
  }

  private func cautions(_ plan: PlannedTest, _ model: TestSubject.Model) -> [TestPlan.Caution] {
    var found: [TestPlan.Caution] = []
    if let perDay = plan.subject.installsPerDay, let most = outline.context?.volume?.installsPerDay,
      perDay > 1.005 * most
    {
      found.append(TestPlan.Caution(code: .moreThanTheApp, installsPerDay: most))
    }
    if let test = outline.learntTest(of: model.options) {
      found.append(TestPlan.Caution(code: .testedBefore, day: test.day))
    }
    if hasTooFewTrials { found.append(TestPlan.Caution(code: .fewTrials)) }
    let strings = Set(model.options.map { outline.arms[$0].usageString })
    if plan.design.clusters == nil, strings.count > 1 {
      found.append(TestPlan.Caution(code: .splitsReleases))
    }
    if plan.subject.installsPerDay == nil { found.append(TestPlan.Caution(code: .noVolume)) }
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
      throw TestPlanProblem.noScenario(name: request.scenario ?? "", known: known)
    }
    let options = try options(request, scenario: scenario, of: summary)
    let metric = try metric(request.day)
    let arms = try competing(scenario: scenario)
    let series = arms.compactMap { self.series(of: metric, scenario: scenario, arm: $0) }
    guard series.count == arms.count, trials > 0,
      let drawn = try DrawnShares(arms: arms, series: series, parametersVary: outline.parametersVary),
      case let shares = options.compactMap({ drawn[$0] }), shares.count == options.count
    else { throw TestPlanProblem.incomplete }
    let model = TestSubject.Model(
      scenario: scenario, options: options, metric: metric,
      margin: outline.objective.margin(of: metric, level: 0), shares: shares,
      trialsOfABlock: drawn.trialsOfABlock)
    let subject = TestSubject(
      names: options.map { outline.arms[$0].name },
      rates: try shares.map { try MonteCarloNumber(meanOf: $0, trialsOfABlock: drawn.trialsOfABlock) },
      day: outline.readingAge(of: metric),
      installsPerDay: request.installsPerDay ?? outline.context?.volume.flatMap(\.installsPerDay),
      model: model)
    var plan = try PlannedTest.of(subject, request)
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
        throw TestPlanProblem.nothingToTest(scenario: outline.scenarios[scenario].name)
      }
      return usual
    }
    let names = withTheirCommas(written)
    guard (2...TestRequest.mostArms).contains(names.count), Set(names).count == names.count else {
      throw TestPlanProblem.notSeveral(names: names)
    }
    let allowed = try competing(scenario: scenario)
    return try names.map { name in
      guard let found = allowed.first(where: { outline.arms[$0].name == name }) else {
        throw TestPlanProblem.noArm(name: name, known: allowed.map { outline.arms[$0].name })
      }
      return found
    }
  }

  /// The names of options in a list that was taken apart at its commas, which names may have too.
  private func withTheirCommas(_ pieces: [String]) -> [String] {
    func parts(_ name: String) -> [String] {
      name.split(separator: ",", omittingEmptySubsequences: false).map {
        $0.trimmingPrefix { $0 == " " }.description
      }
    }
    var names: [String] = []
    var rest = pieces[...]
    while let piece = rest.first {
      let found = outline.arms.map(\.name).filter { rest.starts(with: parts($0)) }
        .max { parts($0).count < parts($1).count }
      names.append(found ?? piece)
      rest = rest.dropFirst(found.map { parts($0).count } ?? 1)
    }
    return names
  }

  /// The two options that the answer would test: the best one, and of those that differ from it the one that is most often
  /// best, which is the baseline unless the file's is the other.
  private func usualOptions(_ found: ScenarioSummary, of summary: RunSummary) -> [Int]? {
    let facts = summary.facts(of: found)
    let pair = [facts.rival, facts.options.first?.name].compactMap { $0 }.compactMap(summary.position)
    let best =
      pair.count == 2
      ? pair : found.verdict.flatMap { verdict in verdict.runnerUp.map { [$0, verdict.best] } }
    return best.map(baselineFirst)
  }

  /// Two options as a test has them: the run's baseline first, where it is one of them.
  func baselineFirst(_ pair: [Int]) -> [Int] {
    pair.last == outline.baseline ? pair.reversed() : pair
  }

  private func metric(_ day: Int?) throws(TestPlanProblem) -> Metric {
    let known = Metric.optInByDay.filter { Double($0.day ?? 0) <= outline.horizonDays }
    let days = known.compactMap(\.day)
    if let day {
      guard let found = known.first(where: { $0.day == day }) else { throw .noDay(day: day, days: days) }
      return found
    }
    guard let metric = outline.objective.countedMetric else {
      throw .noShare(objective: outline.objective.name, days: days)
    }
    return metric
  }
}

extension TestDesign {
  /// Installs of all options together, rounded up: to two digits of each where they get as many, else of all.
  fileprivate func twoDigitsUp(_ installs: Double) -> Int {
    let options = allocation.count
    guard isSplitEvenly else { return Studies.twoDigitsUp(installs) }
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
