import ExperimentDesign
import Inference

/// The test of two options that a run's answer proposes: its size, and whether it is worth what it costs.
///
/// Of a year of the app's installs from the start of the test.
struct ProposedTest: Codable, Equatable, Sendable {
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

extension RunSummaryBuilder {
  /// The test of an option against another, as a plan of the two has it.
  ///
  /// - Returns: `nil` where the file does not say how many install, where the objective is no share of installs, which a
  ///   test's counts are, and where the trials say too little.
  func proposedTest(
    of pair: [Int], scenario: Int, summary: RunSummary
  ) throws -> ProposedTest? {
    guard outline.context?.volume != nil, outline.objective.countedMetric != nil, !hasTooFewTrials
    else { return nil }
    var request = TestRequest()
    request.scenario = outline.scenarios[scenario].name
    request.arms = baselineFirst(pair).map { outline.arms[$0].name }
    let plan = try sizedTest(request, of: summary)
    guard let calendar = plan.calendar(installs: plan.planned), let value = try value(of: plan),
      var economics = economics(installsPerDay: plan.installsPerDay, day: plan.day)
    else { return nil }
    economics.worth = 1
    let rates = plan.rates.map(\.value)
    let better = outline.objective.lessIsBetter ? min(rates[0], rates[1]) : max(rates[0], rates[1])
    return ProposedTest(
      size: TestSize(
        installsPerOption: plan.planned / 2, weeks: calendar.wholeWeeks, readOnDay: calendar.readOn),
      balance: try economics.balance(installs: plan.planned, of: value),
      optInsPerYear: economics.future * better)
  }
}

extension TestDesign {
  /// A size of as many installs of every option, or of whole releases or languages.
  func whole(_ installs: Double) -> Int {
    let options = allocation.count
    return clusters == nil
      ? options * Int((installs / Double(options)).rounded()) : split(Int(installs)).reduce(0, +)
  }

  /// Installs of all options together, rounded up: to two digits of each where they get as many, else of all.
  func twoDigitsUp(_ installs: Double) -> Int {
    let options = allocation.count
    guard isSplitEvenly else {
      return roundedUp(installs, digits: 2)
    }
    return options * max(2, roundedUp(installs / Double(options) * (1 - 1e-12), digits: 2))
  }
}
