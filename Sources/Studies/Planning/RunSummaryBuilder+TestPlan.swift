import ExperimentDesign
import GSLNumerics
import Inference
import TestData

extension RunSummaryBuilder {
  /// The plan of a test of a run, with what tests of it show and are worth.
  public func testPlan(_ request: TestRequest, of summary: RunSummary) throws -> TestPlan {
    let planned = try plannedTest(request, of: summary)
    let subject = planned.subject
    var plan = try planned.plan(guardrails: try guardrails(of: planned, summary))
    (plan.run, plan.overrides) = (outline.run, outline.assumedOtherwise)
    plan.otherScenarios = outline.scenarios.map(\.name).filter { $0 != plan.question.scenario }
    (plan.trials, plan.inputsVary) = (trials, outline.parametersVary)
    if hasTooFewTrials { plan.cautions.append(TestPlan.Caution(code: .fewTrials)) }
    if planned.design.clusters == nil, summary.differInStrings(subject.options) {
      plan.cautions.append(TestPlan.Caution(code: .splitsReleases))
    }
    if plan.calendar == nil { plan.cautions.append(TestPlan.Caution(code: .noVolume)) }
    if let value = planned.value, outline.objective.singleMetric != subject.metric,
      let share = try planned.rehearsal?.tests(installs: planned.planned).misleading(value.tested)
    {
      plan.cautions.append(TestPlan.Caution(code: .otherThanObjective, share: share))
    }
    return plan
  }

  /// Whether the trials are too few to tell what tests show and what they are worth.
  private var hasTooFewTrials: Bool { outline.parametersVary && trials < Estimate.fewestTrials }

  /// The test with its size and what that is worth, before any test of it.
  func plannedTest(_ request: TestRequest, of summary: RunSummary) throws -> PlannedTest {
    let scenarios = outline.scenarios.map(\.name)
    guard let scenario = request.scenario.map({ scenarios.firstIndex(of: $0) }) ?? 0 else {
      throw UnfitOption(
        "'--scenario \(request.scenario ?? "")': the run has no such scenario; expected one of "
          + "\(scenarios.joined(separator: ", ")).")
    }
    let found = summary.scenarios[scenario]
    let arms = outline.arms.indices.filter { !found.blocked.contains($0) }
    let options = try options(request, of: found, among: arms)
    let metric = try metric(request.day)
    let known = draws(arms) { logs[scenario][$0].series(of: metric) }
    guard let shares = known.map({ known in options.compactMap { known[$0] } }) else {
      throw UnfitOption(
        "Some trials have no value of the rate that is read. Simulate more installs a trial, or use --day.")
    }
    var question = request
    question.scenario = scenarios[scenario]
    question.arms = options.map { outline.arms[$0].name }
    question.day = outline.readingAge(of: metric)
    question.installsPerDay = request.installsPerDay ?? outline.context?.volume.flatMap(\.installsPerDay)
    let margin =
      metric == outline.objective.singleMetric
      ? outline.objective.defaultMargin(level: 0) : metric.defaultMargin(level: 0)
    question.margin = request.margin ?? margin
    question.difference = request.difference ?? (request.nonInferior == nil ? margin : 0)
    var plan = try PlannedTest(
      TestSubject(
        names: options.map { outline.arms[$0].name }, rates: try shares.map { try sampleMean($0) },
        scenario: scenario, options: options, metric: metric, shares: shares,
        trialsOfABlock: outline.trialsOfABlock), question)
    // The size is left to what a test gains for the choice where nobody gives it, or the power that it is to have.
    let isOpen =
      request.installs == nil && request.power == nil && request.nonInferior == nil && request.looks == nil
    try weigh(&plan, among: arms, isSizeOpen: isOpen)
    return plan
  }

  /// The test of the two options that an answer compares, as a plan of the two has it.
  ///
  /// - Returns: `nil` where there are no two, where the file does not say how many install, where the objective is no share
  ///   of installs, which a test's counts are, and where the trials say too little.
  func proposedTest(scenario: Int, summary: RunSummary) throws -> ProposedTest? {
    guard outline.context?.volume != nil, outline.objective.countedMetric != nil,
      summary.facts(of: summary.scenarios[scenario]).rival != nil
    else { return nil }
    var request = TestRequest()
    request.scenario = outline.scenarios[scenario].name
    let plan = try plannedTest(request, of: summary)
    guard let calendar = plan.calendar(installs: plan.planned), let worth = plan.worth else { return nil }
    return ProposedTest(
      size: TestSize(
        installsPerOption: plan.planned / 2, weeks: calendar.wholeWeeks, readOnDay: calendar.readOn),
      worth: worth)
  }

  /// By position of the option, what each of some is expected to do in every trial, without the noise of its installs;
  /// `nil` where some trial has no value.
  private func draws(
    _ arms: [Int], lessIsBetter: Bool = false, _ series: (Int) -> TrialSeries?
  ) -> [Int: [Double]]? {
    let known = arms.compactMap(series)
    guard known.count == arms.count,
      let table = ObjectiveTable(
        competing: Array(known.indices), series: known, lessIsBetter: lessIsBetter),
      table.missing == 0
    else { return nil }
    return Dictionary(
      uniqueKeysWithValues: zip(arms, table.draws(parametersVary: outline.parametersVary)))
  }

  // MARK: - What is asked for

  /// Positions of the options of a test, the baseline first, among those that may be chosen.
  private func options(
    _ request: TestRequest, of scenario: ScenarioSummary, among allowed: [Int]
  ) throws -> [Int] {
    guard let names = request.arms else {
      guard let verdict = scenario.verdict, let rival = verdict.runnerUp else {
        throw UnfitOption(
          "Scenario '\(scenario.name)' has no two options that may be chosen, so there is nothing to "
            + "test. 'att-lab show' says what stands against the others.")
      }
      // The baseline is the second unless the file's is the first.
      return verdict.best == outline.baseline ? [verdict.best, rival] : [rival, verdict.best]
    }
    let most = 6
    guard (2...most).contains(names.count), Set(names).count == names.count else {
      throw UnfitOption(
        "'--arms' needs from two to \(most) options, the baseline first, as in --arms launch,later; found "
          + "'\(names.joined(separator: ", "))'.")
    }
    return try names.map { name in
      guard let found = allowed.first(where: { outline.arms[$0].name == name }) else {
        throw UnfitOption(
          "'--arms': '\(name)' is no option that may be chosen; expected some of "
            + "\(allowed.map { outline.arms[$0].name }.joined(separator: ", ")).")
      }
      return found
    }
  }

  private func metric(_ day: Int?) throws -> Metric {
    let known = Metric.optInByDay.filter { Double($0.day ?? 0) <= outline.horizonDays }
    let found = day == nil ? outline.objective.countedMetric : known.first { $0.day == day }
    if let found { return found }
    let days = known.compactMap { $0.day.map(String.init) }
    let choice =
      days.isEmpty
      ? "The horizon is too short for any; simulate with a longer horizon_days"
      : "Use --day \(days.joined(separator: ", or --day "))"
    throw UnfitOption(
      day.map { "'--day \($0)': the trials have no answers by that day. \(choice)." }
        ?? "The objective, \(outline.objective.name), is no share of installs, which the counts of a test are. "
        + "\(choice), to test by opt-in until that day.")
  }

  // MARK: - What it shows of guardrails, and what it is worth

  /// What the planned size shows of the guardrails of the file: how far an option's expected mean is from the limit, and
  /// the difference to the baseline that is detected, by the spread of installs in the trials.
  private func guardrails(of plan: PlannedTest, _ summary: RunSummary) throws -> [TestPlan.Guardrail] {
    let (design, subject) = (plan.design, plan.subject)
    let level = design.level.simultaneous(over: design.comparisons)
    let deviate = try StandardNormal.quantile(plan.power) - StandardNormal.quantile(level.alpha / 2)
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

  /// Says what a plan's test is worth, where that is known, among the options that may be chosen; one whose size is open is
  /// sized by it, else by its power.
  private func weigh(_ plan: inout PlannedTest, among arms: [Int], isSizeOpen: Bool) throws {
    plan.value = try hasTooFewTrials ? nil : value(of: plan, among: arms)
    let (volume, objective, rates) = (outline.context?.volume, outline.objective, plan.subject.rates)
    let margin = objective.defaultMargin(level: rates.last ?? 0)
    let knowing = try plan.value?.ofKnowing()
    // To know the differences of the options before choosing would hardly ever change the choice.
    let isSettled = knowing.map { $0.value < margin / 1000 } ?? true
    let best = try isSettled ? nil : plan.value?.bestSize()
    if isSizeOpen, let needed = plan.needed {
      if best != nil { plan.asked = .value }
      plan.size = plan.design.split(plan.design.twoDigitsUp(best.map { Double($0.planned) } ?? needed))
    }
    guard let value = plan.value, let knowing else { return }
    let own = try value.balance(installs: plan.planned)
    // Of what is to be small, more is less.
    let brought = value.tested.map { $0.reduce(0, +) / Double($0.count) }.max()
      .map { abs($0) * (value.future ?? 0) }
    let optIns = objective.countedMetric == nil ? nil : brought
    let verdict: TestPlan.Worth.Verdict? =
      if isSettled {
        rates.allSatisfy { abs($0 - rates[0]) < NearTwins.shareOfMargin * margin }
          ? .sameRates : .choiceStands
      } else if value.future == nil {
        nil
      } else if best == nil {
        .costsMore
      } else if own.netBenefit <= 0 {
        .sizeCostsMore
      } else {
        own.gain >= 0.01 * (optIns ?? 0) * value.worth ? .pays : .gainsLittle
      }
    let currency = volume.flatMap { $0.valuePerOptIn == nil ? nil : $0.currency }
    plan.worth = TestPlan.Worth(
      verdict: verdict, future: value.future, isOfApp: volume != nil, isShare: objective.isShare,
      unit: objective.isOfOptIns ? currency ?? "opt-ins" : "units", optInsPerYear: optIns,
      bestGuess: outline.arms[value.best].name, perfectInformation: knowing, own: own, bestSize: best)
  }

  /// What the plan's test is worth at any size; `nil` where trials lack a value of the objective.
  private func value(of plan: PlannedTest, among arms: [Int]) throws -> ValueOfTest? {
    let worth = draws(arms, lessIsBetter: outline.objective.lessIsBetter) {
      objectiveSeries(scenario: plan.subject.scenario, arm: $0)
    }
    guard let worth, let rehearsal = plan.rehearsal,
      var value = ValueOfTest(rehearsal, of: plan.subject.options, worth: worth)
    else { return nil }
    let (volume, perDay) = (outline.context?.volume, plan.question.installsPerDay)
    value.future = volume.map { 12 * $0.installsPerMonth } ?? perDay.map { 365.25 * $0 }
    value.worth = outline.objective.isOfOptIns ? volume?.valuePerOptIn ?? 1 : 1
    value.installsWhileWaiting = (perDay ?? 0) * Double(plan.question.day ?? 0)
    return value
  }
}

/// The test of two options that a run's answer proposes: its size, and whether it is worth what it costs.
struct ProposedTest: Codable, Equatable, Sendable {
  var size: TestSize
  var worth: TestPlan.Worth
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

extension AppVolume {
  /// Installs in a day, of a year of 365.25 days; `nil` for fewer than 0.1, which no calendar of a test is for.
  fileprivate var installsPerDay: Double? {
    let pace = installsPerMonth * 12 * 7 / 365.25 / 7
    return pace >= 0.1 ? pace : nil
  }
}

extension Objective {
  /// The metric that a test counts of its installs; `nil` where the objective is no share of installs.
  var countedMetric: Metric? { singleMetric.flatMap { $0.isShareOfInstalls ? $0 : nil } }

  fileprivate var isOfOptIns: Bool { singleMetric == .optInPerInstall }
}

extension Metric {
  /// Whether each install counts for it or not, as in the counts of a test.
  var isShareOfInstalls: Bool { definition.scale == .share && definition.population == .installs }
}
