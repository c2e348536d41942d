import ExperimentDesign
import Inference

extension RunSummaryBuilder {
  /// What tests of the plan's options are worth: the planned one, and those of the sizes of its curve.
  ///
  /// - Parameter economics: `nil` where nobody says what the choice is for.
  /// - Returns: `nil` where trials lack a value of the objective.
  func worth(
    of plan: PlannedTest, economics: TestEconomics?
  ) throws -> (test: TestPlan.Worth, curve: [TestPlan.Balance])? {
    guard let worth = try drawnWorth(scenario: plan.scenario),
      let value = ValueOfTest(plan.rehearsal, of: plan.options, worth: worth)
    else { return nil }
    let used = economics ?? TestEconomics(future: 0)
    let own = try used.balance(installs: plan.planned, of: value)
    let best = try economics?.best(of: value)
    let knowing = try value.ofKnowing()
    // Of what is to be small, more is less.
    let brought = plan.options.compactMap { worth[$0] }.map { $0.reduce(0, +) / Double($0.count) }.max()
      .map { abs($0) * used.future }
    let optIns = outline.objective.countedMetric == nil ? nil : brought
    let verdict: TestPlan.Worth.Verdict? =
      if isNothing(knowing, plan) {
        plan.rates.allSatisfy {
          abs($0.value - plan.rates[0].value) < NearTwins.shareOfMargin * margin(of: plan)
        }
          ? .sameRates : .choiceStands
      } else if economics == nil {
        nil
      } else if best == nil {
        .costsMore
      } else if own.netBenefit <= 0 {
        .sizeCostsMore
      } else {
        ProposedTest.pays(own, ofYear: (optIns ?? 0) * used.worth) ? .pays : .gainsLittle
      }
    let volume = outline.context?.volume
    let isOptIn = outline.objective.singleMetric == .optInPerInstall
    let found = TestPlan.Worth(
      verdict: verdict, pays: verdict.map { $0 == .pays }, future: economics?.future, isOfApp: volume != nil,
      isShare: outline.objective.isShare,
      unit: isOptIn ? volume.flatMap { $0.valuePerOptIn == nil ? nil : $0.currency } ?? "opt-ins" : "units",
      worth: used.worth, optInsPerYear: optIns, bestGuess: outline.arms[value.best].name,
      perfectInformation: knowing.value, perfectInformationMcse: knowing.mcse, own: own, bestSize: best)
    return (found, try plan.curve.map { try used.balance(installs: $0.installs, of: value) })
  }

  /// Whether to know the differences of the options before choosing would hardly ever change the choice.
  private func isNothing(_ knowing: MonteCarloNumber, _ plan: PlannedTest) -> Bool {
    knowing.value < margin(of: plan) / 1000
  }

  private func margin(of plan: PlannedTest) -> Double {
    outline.objective.defaultMargin(level: plan.rates[plan.rates.count - 1].value)
  }

  /// Installs of all options together that gain most for the choice after their costs, rounded; `nil` where no size does.
  func sizeThatPays(_ plan: PlannedTest, _ economics: TestEconomics) throws -> Int? {
    guard !hasTooFewTrials, let value = try value(of: plan), try !isNothing(value.ofKnowing(), plan)
    else { return nil }
    return try economics.best(of: value).map { plan.design.twoDigitsUp(Double($0.planned)) }
  }

  /// What the plan's test is worth at any size; `nil` where trials lack a value of the objective.
  func value(of plan: PlannedTest) throws -> ValueOfTest? {
    try drawnWorth(scenario: plan.scenario).flatMap {
      ValueOfTest(plan.rehearsal, of: plan.options, worth: $0)
    }
  }

  /// What every option that may be chosen is worth, by draw and without noise, more being better; `nil` where trials lack
  /// some.
  private func drawnWorth(scenario: Int) throws -> DrawnShares? {
    let positions = try competing(scenario: scenario)
    return try DrawnShares(
      arms: positions, series: positions.map { objectiveSeries(scenario: scenario, arm: $0) },
      parametersVary: outline.parametersVary, lessIsBetter: outline.objective.lessIsBetter)
  }

  /// Of comparisons of planned tests that show one option higher, the share in which the other is better by the objective;
  /// `nil` where the test counts the objective itself.
  func misleading(_ plan: PlannedTest) throws -> Double? {
    guard outline.objective.singleMetric != plan.metric,
      let worth = try drawnWorth(scenario: plan.scenario)
    else { return nil }
    let tested = plan.options.compactMap { worth[$0] }
    guard tested.count == plan.options.count, worth.count == plan.rehearsal.draws else { return nil }
    return plan.answer.tests.misleading(
      tested.dropFirst().map { arm in zip(arm, tested[0]).map { $0 - $1 } })
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
