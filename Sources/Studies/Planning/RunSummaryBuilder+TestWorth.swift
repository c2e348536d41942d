import ExperimentDesign
import Inference

extension RunSummaryBuilder {
  /// What the plan's test is worth at any size; `nil` where trials lack a value of the objective.
  func value(of plan: PlannedTest, _ model: TestSubject.Model) throws -> ValueOfTest? {
    let positions = try competing(scenario: model.scenario)
    let worth = try DrawnShares(
      arms: positions, series: positions.map { objectiveSeries(scenario: model.scenario, arm: $0) },
      parametersVary: outline.parametersVary, lessIsBetter: outline.objective.lessIsBetter)
    guard let worth, let rehearsal = plan.rehearsal,
      var value = ValueOfTest(rehearsal, of: model.options, worth: worth)
    else { return nil }
    let (volume, perDay) = (outline.context?.volume, plan.subject.installsPerDay)
    value.future = volume.map { 12 * $0.installsPerMonth } ?? perDay.map { 365.25 * $0 }
    value.worth = isOfOptIns ? volume?.valuePerOptIn ?? 1 : 1
    value.installsWhileWaiting = (perDay ?? 0) * Double(plan.subject.day ?? 0)
    return value
  }

  private var isOfOptIns: Bool { outline.objective.singleMetric == .optInPerInstall }

  /// What tests of the plan's options are worth.
  func worth(
    _ value: ValueOfTest, of plan: PlannedTest, _ model: TestSubject.Model
  ) throws -> TestPlan.Worth {
    let own = try value.balance(installs: plan.planned)
    let best = try value.bestSize()
    let knowing = try value.ofKnowing()
    // Of what is to be small, more is less.
    let brought = value.tested.map { $0.reduce(0, +) / Double($0.count) }.max()
      .map { abs($0) * (value.future ?? 0) }
    let optIns = outline.objective.countedMetric == nil ? nil : brought
    let rates = plan.subject.rates.map(\.value)
    let verdict: TestPlan.Worth.Verdict? =
      if isNothing(knowing, plan) {
        rates.allSatisfy { abs($0 - rates[0]) < NearTwins.shareOfMargin * margin(of: plan) }
          ? .sameRates : .choiceStands
      } else if value.future == nil {
        nil
      } else if best == nil {
        .costsMore
      } else if own.netBenefit <= 0 {
        .sizeCostsMore
      } else {
        own.pays(ofYear: (optIns ?? 0) * value.worth) ? .pays : .gainsLittle
      }
    let volume = outline.context?.volume
    let currency = volume.flatMap { $0.valuePerOptIn == nil ? nil : $0.currency }
    return TestPlan.Worth(
      verdict: verdict, future: value.future, isOfApp: volume != nil,
      isShare: outline.objective.isShare,
      unit: isOfOptIns ? currency ?? "opt-ins" : "units",
      optInsPerYear: optIns, bestGuess: outline.arms[value.best].name,
      perfectInformation: knowing.value, perfectInformationMcse: knowing.mcse, own: own, bestSize: best)
  }

  /// Whether to know the differences of the options before choosing would hardly ever change the choice.
  func isNothing(_ knowing: MonteCarloNumber, _ plan: PlannedTest) -> Bool {
    knowing.value < margin(of: plan) / 1000
  }

  private func margin(of plan: PlannedTest) -> Double {
    outline.objective.defaultMargin(level: plan.subject.rates.last?.value ?? 0)
  }

  /// The test of the two options that an answer compares, as a plan of the two has it.
  ///
  /// - Returns: `nil` where there are no two, where the file does not say how many install, where the objective is no share
  ///   of installs, which a test's counts are, and where the trials say too little.
  func proposedTest(scenario: Int, summary: RunSummary) throws -> ProposedTest? {
    guard outline.context?.volume != nil, outline.objective.countedMetric != nil,
      comparedOptions(summary.scenarios[scenario], of: summary) != nil
    else { return nil }
    var request = TestRequest()
    request.scenario = outline.scenarios[scenario].name
    let plan = try plannedTest(request, of: summary).plan
    guard let calendar = plan.calendar(installs: plan.planned), var value = plan.value else { return nil }
    value.worth = 1
    let rates = plan.subject.rates.map(\.value)
    let better = outline.objective.lessIsBetter ? min(rates[0], rates[1]) : max(rates[0], rates[1])
    return ProposedTest(
      size: TestSize(
        installsPerOption: plan.planned / 2, weeks: calendar.wholeWeeks, readOnDay: calendar.readOn),
      balance: try value.balance(installs: plan.planned), optInsPerYear: (value.future ?? 0) * better)
  }
}

/// The test of two options that a run's answer proposes: its size, and whether it is worth what it costs.
///
/// Of a year of the app's installs from the start of the test.
struct ProposedTest: Codable, Equatable, Sendable {
  var size: TestSize
  /// In opt-ins, or what else the objective counts.
  var balance: TestPlan.Balance
  /// What the better of the two options brings in a year without a test.
  var optInsPerYear: Double

  var pays: Bool { balance.pays(ofYear: optInsPerYear) }
}

extension TestPlan.Balance {
  /// Whether a test gains more than it costs, and enough of what a year brings in the same unit to be worth the work.
  fileprivate func pays(ofYear brought: Double) -> Bool { netBenefit > 0 && gain >= 0.01 * brought }
}
