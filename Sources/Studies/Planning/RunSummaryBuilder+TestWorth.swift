import ExperimentDesign
import Inference

extension RunSummaryBuilder {
  /// Options of which every pair is weighed.
  private static let mostOptions = 4

  /// What tests of the plan's options, and of pairs of the best, are worth.
  ///
  /// - Parameters:
  ///   - plan: of this builder's trials.
  ///   - economics: `nil` where nobody says what the choice is for.
  /// - Returns: `nil` where trials lack a value of the objective, or it cannot be fitted.
  func worth(of plan: PlannedTest, economics: TestEconomics?) throws -> TestPlan.Worth? {
    guard let worth = try drawnWorth(scenario: plan.scenario),
      let shares = try drawnShares(of: plan.metric, scenario: plan.scenario),
      let own = ValueOfTest(plan.rehearsal, of: plan.options, worth: worth)
    else { return nil }
    let used = economics ?? TestEconomics(future: 0)
    func balance(_ installs: Int) throws -> TestPlan.Balance {
      try used.balance(installs: installs, of: own)
    }
    let hasUse = economics != nil
    func weighed(_ options: [Int], _ value: ValueOfTest) throws -> TestPlan.OtherTest {
      TestPlan.OtherTest(
        options: options.map { outline.arms[$0].name },
        own: try used.balance(installs: plan.planned, of: value), bestSize: nil)
    }
    var planned = try weighed(plan.options, own)
    if hasUse { planned.bestSize = try used.best(of: own) }
    let sizes = try Self.sizes(plan.curve.map(\.installs), around: planned.bestSize?.planned).map {
      installs in
      var found = try balance(installs)
      found.nextThousand = try balance(installs + 1_000).netBenefit - found.netBenefit
      return found
    }
    var tests = [planned]
    for pair in pairs(of: best(worth, including: plan.options), but: plan.options) {
      if let value = try value(like: plan, pair, shares, worth) { tests.append(try weighed(pair, value)) }
    }
    // By what the planned size gains after its costs, or is worth without a use.
    func rank(_ test: TestPlan.OtherTest) -> Double { hasUse ? test.own.netBenefit : test.own.evsi }
    // Stable: of equal tests the planned one comes first.
    var order = tests.indices.sorted { (rank(tests[$1]), $0) < (rank(tests[$0]), $1) }.map { tests[$0] }
    let isClearlyBetter = order[0] != planned && rank(order[0]) > max(0, 1.1 * rank(planned))
    if hasUse, isClearlyBetter {
      let pair = order[0].options.compactMap { name in outline.arms.firstIndex { $0.name == name } }
      order[0].bestSize = try value(like: plan, pair, shares, worth).flatMap { try used.best(of: $0) }
    }
    let knowing = try own.ofKnowing()
    let brought = brought(by: plan.options, worth).map { $0 * used.future }
    let verdict = TestPlan.Worth.verdict(
      planned, of: plan, isNothing: isNothing(knowing, level: plan.rates[plan.rates.count - 1].value),
      hasUse: hasUse,
      pays: ProposedTest.pays(try balance(plan.planned), ofYear: (brought ?? 0) * used.worth))
    let volume = outline.context?.volume
    let isOptIn = outline.objective.singleMetric == .optInPerInstall
    return TestPlan.Worth(
      verdict: verdict, pays: verdict.map { $0 == .pays }, future: economics?.future, isOfApp: volume != nil,
      isShare: outline.objective.isShare,
      unit: isOptIn ? volume.flatMap { $0.valuePerOptIn == nil ? nil : $0.currency } ?? "opt-ins" : "units",
      worth: used.worth, optInsPerYear: brought, bestGuess: outline.arms[own.best].name,
      perfectInformation: knowing.value, perfectInformationMcse: knowing.mcse, own: planned.own,
      bestSize: planned.bestSize, sizes: sizes, tests: order, better: isClearlyBetter ? order[0] : nil)
  }

  /// What a test of two other options is worth, judged as the planned one; split as that where it is of two, and evenly
  /// else.
  private func value(
    like plan: PlannedTest, _ pair: [Int], _ shares: DrawnShares, _ worth: DrawnShares
  ) throws -> ValueOfTest? {
    guard let first = shares[pair[0]], let second = shares[pair[1]] else { return nil }
    let own = plan.design
    let design = try TestDesign(
      aim: own.aim, level: own.level,
      // What options are then expected to be worth does not depend on looks.
      allocation: own.comparisons == 1 ? own.allocation : [1, 1], clusters: own.clusters)
    return ValueOfTest(
      Rehearsal([first, second], trialsOfABlock: shares.trialsOfABlock, design: design, margin: 0), of: pair,
      worth: worth)
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

  /// What the better of some options brings per install.
  private func brought(by options: [Int], _ worth: DrawnShares) -> Double? {
    guard outline.objective.countedMetric != nil else { return nil }
    let means = options.compactMap { worth[$0] }.map { $0.reduce(0, +) / Double($0.count) }
    // Of what is to be small, more is less.
    return means.max().map(abs)
  }

  /// Every two of some options, the worse one first, but those that are planned.
  private func pairs(of best: [Int], but planned: [Int]) -> [[Int]] {
    var pairs: [[Int]] = []
    for (place, first) in best.enumerated() {
      for second in best[..<place] where Set([first, second]) != Set(planned) {
        pairs.append([first, second])
      }
    }
    return pairs
  }

  /// Sizes with the best one and a quarter of it among them, the smallest first; not those that are there but for a
  /// twentieth.
  private static func sizes(_ planned: [Int], around best: Int?) -> [Int] {
    let near = (best.map { [2 * ($0 / 8), $0] } ?? []).filter { size in
      size >= 20 && !planned.contains { abs(Double($0) / Double(size) - 1) < 0.05 }
    }
    return Set(planned + near).sorted()
  }

  /// The options with the largest mean worth, best first, the planned ones among them.
  private func best(_ worth: DrawnShares, including planned: [Int]) -> [Int] {
    let means = worth.values.map { $0.reduce(0, +) }
    let order = worth.arms.indices.sorted { (means[$1], $0) < (means[$0], $1) }.map { worth.arms[$0] }
    let kept = Set(order.prefix(Self.mostOptions) + planned)
    return order.filter(kept.contains)
  }
}
