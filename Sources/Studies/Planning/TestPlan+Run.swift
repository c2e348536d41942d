public import ExperimentDesign
import GSLNumerics
import Inference

extension RunSummaryBuilder {
  /// The plan of a test of a run, with what tests of it show and are worth.
  ///
  /// - Parameters:
  ///   - subject: the words that name the run, or its file, in a command.
  public func testPlan(
    _ request: TestRequest, of summary: RunSummary, overrides: [String], subject: [String]
  ) throws -> TestPlan {
    let plan = try plannedTest(request, of: summary)
    let economics = economics(installsPerDay: plan.installsPerDay, day: plan.day)
    let worth = try hasTooFewTrials ? nil : worth(of: plan, economics: economics)
    var found = try TestPlan(
      plan, of: self, worth: worth?.test, balances: worth?.curve ?? [], guardrails: try guardrails(of: plan),
      overrides: overrides, subject: subject)
    if worth != nil, let share = try misleading(plan) {
      found.cautions.append(TestPlan.Caution(code: .otherThanObjective, share: share))
    }
    return found
  }

  /// Whether the trials are too few to tell what tests show and what they are worth.
  var hasTooFewTrials: Bool { outline.parametersVary && trials < Estimate.fewestTrials }

  /// What the planned size shows of the guardrails of the file: how far an option's expected mean is from the limit, and
  /// the difference to the baseline that is detected, by the spread of installs in the trials.
  private func guardrails(of plan: PlannedTest) throws -> [TestPlan.Guardrail] {
    let (design, scenario) = (plan.design, plan.scenario)
    let level = design.level.simultaneous(over: design.comparisons)
    let deviate =
      try StandardNormal.quantile(plan.power) - StandardNormal.quantile(level.alpha / 2)
    let effect = design.clusters?.designEffect ?? 1
    var found: [TestPlan.Guardrail] = []
    let readings = try guardrails(scenario: scenario)
    for (index, limit) in (outline.context?.guardrails ?? []).enumerated() {
      let known = try plan.options.map { try spread(of: limit.metric, scenario: scenario, arm: $0) }
      for (place, position) in plan.options.enumerated().dropFirst() {
        guard let baseline = known[0], let own = known[place] else { continue }
        // Of one install of the test, whichever option it gets.
        let variance =
          effect * (baseline.variance / design.allocation[0] + own.variance / design.allocation[place])
        let distance = abs(own.mean - limit.limit)
        let needed =
          variance > 0 && distance > 0 ? deviate * deviate * variance / (distance * distance) : .infinity
        let whole = needed < 1e12 ? design.wholeInstalls(needed).reduce(0) { $0 + Int($1) } : nil
        found.append(
          TestPlan.Guardrail(
            metric: limit.metric, limit: limit.limit, option: outline.arms[position].name, mean: own.mean,
            chance: readings[position][index].chance?.value, state: readings[position][index].state,
            margin: limit.isBroken(by: baseline.mean) ? nil : abs(baseline.mean - limit.limit),
            detects: variance > 0 ? deviate * (variance / Double(plan.planned)).squareRoot() : nil,
            needed: whole, isEnough: whole.map { $0 <= plan.planned } ?? false,
            column: limit.metric.testColumn))
      }
    }
    return found
  }

  /// The mean of a metric and the variance of one install's part in it; `nil` where the trials do not tell them.
  private func spread(
    of metric: Metric, scenario: Int, arm: Int
  ) throws -> (mean: Double, variance: Double)? {
    guard let series = series(of: metric, scenario: scenario, arm: arm),
      let mean = try MonteCarloMean(series.values)?.mean
    else { return nil }
    if metric.definition.scale == .share, metric.definition.population == .installs {
      return (mean, mean * (1 - mean))
    }
    return variance(of: metric, scenario: scenario, arm: arm).map { (mean, $0) }
  }
}

extension TestPlan {
  fileprivate init(
    _ plan: PlannedTest, of run: RunSummaryBuilder, worth: Worth?, balances: [Balance],
    guardrails: [Guardrail], overrides: [String], subject: [String]
  ) throws {
    let (design, outline, tests) = (plan.design, run.outline, plan.answer.tests)
    let names = plan.options.map { outline.arms[$0].name }
    let usualMargin = plan.metric.defaultMargin(level: 0)
    mode = .run
    self.run = outline.run
    self.overrides = overrides
    let scenarios = outline.scenarios.map(\.name)
    scenario = scenarios[plan.scenario]
    otherScenarios = scenarios.filter { $0 != scenarios[plan.scenario] }
    trials = run.trials
    inputsVary = outline.parametersVary
    question = Question(
      design, asked: plan.asked, power: plan.power, day: plan.day, metric: plan.metric,
      margin: plan.rehearsal.margin)
    optionsFrom = plan.choice
    let (split, needed) = (design.split(plan.planned), design.wholeInstalls(plan.needed))
    options = names.indices.map { index in
      Option(
        option: names[index], rate: plan.rates[index].value, rateMcse: plan.rates[index].mcse,
        allocation: design.allocation[index], installs: split[index], installsNeeded: Int(needed[index]),
        difference: index == 0 ? nil : plan.differences[index - 1])
    }
    let asksPower = question.asked == .power || question.asked == .value
    answer = Answer(
      planned: plan.planned, installsPerOption: design.perOption(split), power: plan.answer.power,
      powerOfAll: plan.answer.powerOfAll,
      wantedPower: asksPower ? nil : plan.power,
      isEnough: question.asked != .isEnough || plan.answer.power >= plan.power, needed: plan.wholeNeeded,
      detects: design.detected(
        installs: plan.planned, baseline: plan.rates[0].value, power: plan.power,
        above: plan.differences[0] >= 0),
      inflation: (try? design.inflation(power: plan.power)) ?? 1)
    let calendar = plan.calendar(installs: plan.planned)
    self.calendar = calendar.map { Calendar($0) }
    self.guardrails = guardrails
    self.worth = worth
    looks = []
    installsUsed = []
    let comparisons = 0..<design.comparisons
    if let boundaries = design.boundaries {
      let ifEqual = try boundaries.stopping(drift: 0).atEachLook
      looks = try boundaries.looks.indices.map { look in
        Look(
          boundaries.looks[look], planned: plan.planned, calendar,
          stops: try comparisons.map {
            let stops = try tests.stops(look, $0)
            return Stop(option: names[$0 + 1], stop: stops.value, stopMcse: stops.mcse)
          }, stopIfEqual: ifEqual[look])
      }
      installsUsed = try comparisons.map {
        let used = try tests.used($0)
        return Used(option: names[$0 + 1], installsUsed: used.value, installsUsedMcse: used.mcse)
      }
    }
    curve = try plan.curve.flatMap { point in
      try comparisons.map { comparison in
        try Size(
          point, comparison, design, names, plan.calendar(installs: point.installs),
          balances.first { $0.planned == point.installs })
      }
    }
    cautions = Self.cautions(plan, outline, hasTooFewTrials: run.hasTooFewTrials)
    self.plan = subject.isEmpty ? [] : ["att-lab", "plan"] + subject
    analyze =
      AnalysisCommand(
        options: names, design: design, planned: plan.planned, day: plan.day,
        margin: abs(plan.rehearsal.margin - usualMargin) > 1e-12 ? plan.rehearsal.margin : nil,
        guardrail: guardrails.first { $0.column != nil && $0.margin != nil }
      ).words
  }

  private static func cautions(
    _ plan: PlannedTest, _ outline: RunOutline, hasTooFewTrials: Bool
  ) -> [Caution] {
    var found: [Caution] = []
    if let perDay = plan.installsPerDay, let most = outline.context?.volume?.installsPerDay,
      perDay > 1.005 * most
    {
      found.append(Caution(code: .moreThanTheApp, installsPerDay: most))
    }
    if let test = outline.learntTest(of: plan.options) {
      found.append(Caution(code: .testedBefore, day: test.day))
    }
    if hasTooFewTrials { found.append(Caution(code: .fewTrials)) }
    let strings = plan.options.map { outline.arms[$0].usageString }
    if plan.design.clusters == nil, strings.contains(where: { $0 != strings[0] }) {
      found.append(Caution(code: .splitsReleases))
    }
    if plan.installsPerDay == nil { found.append(Caution(code: .noVolume)) }
    let exact = outline.exactWordEffects(plan.options)
    if !exact.isEmpty { found.append(Caution(code: .exactInputs, inputs: exact)) }
    return found
  }
}

extension RunOutline {
  /// Paths of the odds ratios that the words of options of one moment differ by, that the file gives as one number, other
  /// than 1, which says that the words do nothing.
  ///
  /// Every draw has the same such number, so that a choice looks surer than anybody can be.
  fileprivate func exactWordEffects(_ positions: [Int]) -> [String] {
    let options = positions.map { description.arms[$0] }
    guard Set(options.map(\.ask)).count == 1 else { return [] }
    let strings = Set(options.map(\.usageString)).count > 1 ? options.map(\.usageString) : []
    let screens = Set(options.map(\.prePrompt)).count > 1 ? options.compactMap(\.prePrompt) : []
    let paths =
      strings.map { "usage_strings.\($0).odds_ratio" } + screens.map { "pre_prompts.\($0).allow_odds_ratio" }
    return paths.filter { path in
      description.parameters.first { $0.path == path }.map { $0.value != nil && $0.value != 1 } ?? false
    }
  }
}

extension TestPlan.Size {
  fileprivate init(
    _ point: PlannedTest.Point, _ comparison: Int, _ design: TestDesign, _ names: [String],
    _ calendar: TestCalendar?, _ balance: TestPlan.Balance?
  ) throws {
    let (tests, split) = (point.tests, design.split(point.installs))
    func share(_ verdict: Verdict) throws -> MonteCarloNumber { try tests.share(verdict, comparison) }
    let (better, worse, equal, open) = (
      try share(.better), try share(.worse), try share(.equivalent), try share(.unknown)
    )
    let shown = try tests.shown(comparison)
    self.init(
      planned: point.installs, installsPerOption: design.perOption(split), installsOfBaseline: split[0],
      installsOfOption: split[comparison + 1], days: calendar?.enrolmentDays,
      wholeWeeks: calendar?.wholeWeeks, option: names[comparison + 1], power: point.power,
      pBetter: better.value, pBetterMcse: better.mcse, pWorse: worse.value, pWorseMcse: worse.mcse,
      pEquivalent: equal.value, pEquivalentMcse: equal.mcse, pUnknown: open.value, pUnknownMcse: open.mcse,
      pShown: shown.value, pShownMcse: shown.mcse, evsi: balance?.evsi, evsiMcse: balance?.evsiMcse,
      gain: balance?.gain, cost: balance?.cost, netBenefit: balance?.netBenefit)
  }
}

extension Metric {
  /// The column of a real test's data that `analyze` reads it by; `nil` where it reads none.
  public var testColumn: String? { self == .valuePerInstall ? "value" : nil }

  /// Whether it is what `analyze` counts as allowed: opt-in per install, or until a day.
  public var isOptIn: Bool { self == .optInPerInstall || Self.optInByDay.contains(self) }
}
