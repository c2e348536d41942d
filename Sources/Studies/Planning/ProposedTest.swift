import ExperimentDesign
import Inference

/// The test of two options that a run's answer proposes: its size, and whether it is worth what it costs.
///
/// Of a year of the app's installs from the start of the test.
struct ProposedTest: Equatable, Sendable {
  var size: TestSize
  /// In opt-ins, or what else the objective counts.
  var balance: TestPlan.Balance
  /// What the better of the two options brings in a year without a test.
  var optInsPerYear: Double

  var pays: Bool { Self.pays(balance, ofYear: optInsPerYear) }

  /// Whether a test gains more than it costs, and enough of what a year brings in the same unit to be worth the work.
  static func pays(_ balance: TestPlan.Balance, ofYear brought: Double) -> Bool {
    balance.netBenefit > 0 && balance.gain >= 0.01 * brought
  }
}

extension TestSize {
  /// The size of a test and how long it takes.
  ///
  /// - Parameter installs: of all options together, which get as many each.
  init(installs: Int, options: Int, _ calendar: TestCalendar) {
    self.init(
      installsPerOption: installs / options, weeks: calendar.wholeWeeks, readOnDay: calendar.readOn)
  }
}

extension RunSummaryBuilder {
  /// The test of an option against another, with the size that a plan of the two has.
  ///
  /// - Returns: `nil` where the file does not say how many install, where the objective is no share of installs, which a
  ///   test's counts are, and where the trials say too little.
  func proposedTest(
    of arm: Int, against rival: Int, scenario: Int, summary: RunSummary
  ) throws -> ProposedTest? {
    guard let volume = outline.context?.volume, let perDay = volume.installsPerDay,
      let metric = outline.objective.countedMetric,
      !outline.parametersVary || summary.trials >= Estimate.fewestTrials,
      let shares = try drawnShares(of: metric, scenario: scenario),
      let baseline = shares[rival], let own = shares[arm], !own.isEmpty,
      let worth = try drawnWorth(scenario: scenario)
    else { return nil }
    let design = try TestDesign()
    let rehearsal = Rehearsal(
      [baseline, own], trialsOfABlock: shares.trialsOfABlock, design: design, margin: 0)
    guard let value = ValueOfTest(rehearsal, of: [rival, arm], worth: worth) else { return nil }
    let day = outline.readingAge(of: metric)
    let economics = TestEconomics(
      future: 12 * volume.installsPerMonth, installsWhileWaiting: perDay * Double(day))
    func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
    let rates = (baseline: mean(baseline), own: mean(own))
    let margin = metric.defaultMargin(level: 0)
    var size = try sizeThatPays(value, economics, level: rates.own, design: design)
    if size == nil {
      let difference = rates.own < rates.baseline ? -margin : margin
      let assumed = [difference, -difference].map { rates.baseline + $0 }.first { $0 > 1e-9 && $0 < 1 - 1e-9 }
      guard let assumed, rates.baseline > 0, rates.baseline < 1 else { return nil }
      let needed = try design.needed(shares: [rates.baseline, assumed], power: TestQuestion.usualPower)
      guard needed < 1e12 else { return nil }
      size = design.twoDigitsUp(needed)
    }
    guard let size else { return nil }
    let better =
      outline.objective.lessIsBetter ? min(rates.own, rates.baseline) : max(rates.own, rates.baseline)
    return ProposedTest(
      size: TestSize(
        installs: size, options: 2,
        TestCalendar(installs: size, installsPerDay: perDay, waitingDays: day)),
      balance: try economics.balance(installs: size, of: value), optInsPerYear: economics.future * better)
  }

  /// Installs of all options together that gain most for the choice after their costs, rounded; `nil` where no size does.
  func sizeThatPays(
    _ value: ValueOfTest, _ economics: TestEconomics, level: Double, design: TestDesign
  ) throws -> Int? {
    guard try !isNothing(value.ofKnowing(), level: level) else { return nil }
    return try economics.best(of: value).map { design.twoDigitsUp(Double($0.planned)) }
  }

  /// Whether to know the differences of the options before choosing would hardly ever change the choice.
  ///
  /// - Parameter level: about what the options are worth.
  func isNothing(_ knowing: MonteCarloNumber, level: Double) -> Bool {
    knowing.value < outline.objective.defaultMargin(level: level) / 1000
  }

  /// What every option that may be chosen is worth, by draw and without noise, more being better; `nil` where trials lack
  /// some.
  func drawnWorth(scenario: Int) throws -> DrawnShares? {
    let positions = try competing(scenario: scenario)
    return try DrawnShares(
      arms: positions, series: positions.map { objectiveSeries(scenario: scenario, arm: $0) },
      parametersVary: outline.parametersVary, lessIsBetter: outline.objective.lessIsBetter)
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

extension TestDesign {
  /// Installs of all options together, rounded up: to two digits of each where they get as many, else of all.
  func twoDigitsUp(_ installs: Double) -> Int {
    let options = allocation.count
    guard isSplitEvenly else {
      return roundedUp(installs, digits: 2)
    }
    return options * max(2, roundedUp(installs / Double(options) * (1 - 1e-12), digits: 2))
  }
}
