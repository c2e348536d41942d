import ExperimentDesign
public import Inference

/// What planned tests are worth to the choice among the options.
public struct TestWorth: Sendable {
  /// What a test of two options is worth.
  public struct Pair: Sendable {
    /// Positions of the two options, the baseline first.
    public var pair: (baseline: Int, arm: Int)
    /// The test of the planned size.
    public var planned: TestEconomics.Balance
    /// The size beyond which more installs cost more than they add; `nil` where no test gains more than it costs, or
    /// where nobody says what the choice is for.
    public var best: TestEconomics.Balance?

    /// The parts, unchanged.
    package init(
      pair: (baseline: Int, arm: Int), planned: TestEconomics.Balance, best: TestEconomics.Balance?
    ) {
      self.pair = pair
      self.planned = planned
      self.best = best
    }
  }

  /// What a test costs and what its result is used for; without a use the gain is 0.
  public var economics: TestEconomics
  /// Whether somebody says what the choice is for, so that gains and costs can be compared.
  public var hasUse: Bool
  /// The sizes of the plan and some about the best one, the smallest first.
  public var curve: [TestEconomics.Balance]
  /// What another thousand installs add at each of these sizes, less what they cost, in the unit of the worth.
  public var nextThousand: [Double]
  /// What it is worth to know the difference of the two options before choosing, an install, in units of the objective.
  public var knowing: MonteCarloNumber
  /// Position of the option that is best without a test.
  public var bestArm: Int
  /// Of planned tests that show one option higher, the share in which the other is better by the objective; `nil` where
  /// the test counts the objective itself.
  public var misleading: Double?
  /// What is shipped after the planned test by the rule of an analysis; `nil` where it is not known.
  public var shipped: UncertainTest.Shipped?
  /// The planned test and those of other pairs of the best options, the most valuable first.
  public var pairs: [Pair]
  /// The planned pair.
  public var own: Pair

  /// The parts, unchanged.
  package init(
    economics: TestEconomics, hasUse: Bool, curve: [TestEconomics.Balance], nextThousand: [Double],
    knowing: MonteCarloNumber, bestArm: Int, misleading: Double?,
    shipped: UncertainTest.Shipped?, pairs: [Pair], own: Pair
  ) {
    self.economics = economics
    self.hasUse = hasUse
    self.curve = curve
    self.nextThousand = nextThousand
    self.knowing = knowing
    self.bestArm = bestArm
    self.misleading = misleading
    self.shipped = shipped
    self.pairs = pairs
    self.own = own
  }
}

extension RunSummaryBuilder {
  /// Options of which every pair is weighed.
  private static let mostOptions = 4

  /// What tests of the plan's options, and of other pairs, are worth.
  ///
  /// - Parameters:
  ///   - plan: of this builder's trials.
  ///   - economics: `nil` where nobody says what the choice is for.
  /// - Returns: `nil` where trials lack a value of the objective, or it cannot be fitted.
  /// - Throws: `NumericsError`.
  public func worth(of plan: DrawnTestPlan, economics: TestEconomics?) throws -> TestWorth? {
    guard let scenario = outline.scenarios.firstIndex(where: { $0.name == plan.scenario }) else { return nil }
    let arms = try competing(scenario: scenario)
    let series = arms.map { objectiveSeries(scenario: scenario, arm: $0) }
    let worth = try DrawnShares(
      arms: arms, series: series, design: outline.design, parametersVary: outline.parametersVary,
      lessIsBetter: outline.objective.lessIsBetter)
    guard let worth, let shares = try drawnShares(of: plan.metric, scenario: scenario) else { return nil }
    let used = economics ?? TestEconomics(future: 0)
    func value(_ pair: (baseline: Int, arm: Int)) throws -> ValueOfTest? {
      guard let baseline = shares[pair.baseline], let arm = shares[pair.arm] else { return nil }
      let test = try UncertainTest(
        baseline: baseline, arm: arm, trialsOfABlock: shares.trialsOfABlock,
        design: TestDesign(
          level: plan.design.level, allocation: plan.design.allocation, counted: plan.design.counted,
          clusters: plan.design.clusters), margin: 0)
      return ValueOfTest(test, of: pair, worth: worth)
    }
    func weighed(_ pair: (baseline: Int, arm: Int), _ value: ValueOfTest) throws -> TestWorth.Pair {
      TestWorth.Pair(
        pair: pair, planned: try used.balance(installs: plan.planned, of: value),
        best: economics == nil ? nil : try used.best(of: value))
    }
    guard let own = try value(plan.pair) else { return nil }
    let planned = try weighed(plan.pair, own)
    var curve: [TestEconomics.Balance] = []
    var next: [Double] = []
    for installs in Self.sizes(plan.curve.map(\.installs), around: planned.best?.installs) {
      let balance = try used.balance(installs: installs, of: own)
      curve.append(balance)
      next.append(try used.balance(installs: installs + 1_000, of: own).net - balance.net)
    }
    var misleading: Double?
    var shipped: UncertainTest.Shipped?
    if let first = worth[plan.pair.baseline], let second = worth[plan.pair.arm] {
      let more = zip(second, first).map { $0 - $1 }
      shipped = try plan.test.shipped(installs: plan.planned, worth: more)
      if outline.objective.singleMetric != plan.metric {
        misleading = plan.test.misleading(installs: plan.planned, worth: more)
      }
    }
    var pairs = [planned]
    let best = best(worth, including: plan.pair)
    for (place, first) in best.enumerated() {
      for second in best[..<place] where Set([first, second]) != Set([plan.pair.baseline, plan.pair.arm]) {
        let pair = (baseline: first, arm: second)
        if let value = try value(pair) { pairs.append(try weighed(pair, value)) }
      }
    }
    func rank(_ pair: TestWorth.Pair) -> Double {
      economics == nil ? pair.planned.perInstall.value : pair.best?.net ?? 0
    }
    // Stable: of equal pairs the planned one comes first.
    let order = pairs.indices.sorted { (rank(pairs[$1]), $0) < (rank(pairs[$0]), $1) }
    return TestWorth(
      economics: used, hasUse: economics != nil, curve: curve, nextThousand: next,
      knowing: try own.ofKnowing(), bestArm: own.bestArm, misleading: misleading,
      shipped: shipped,
      pairs: order.map { pairs[$0] }, own: planned)
  }

  /// Sizes with the best one and a quarter of it among them, the smallest first.
  private static func sizes(_ planned: [Int], around best: Int?) -> [Int] {
    let near = best.map { [2 * ($0 / 8), $0] } ?? []
    return Set(planned + near.filter { $0 >= 20 }).sorted()
  }

  /// The options with the largest mean worth, best first, the planned ones among them.
  private func best(_ worth: DrawnShares, including pair: (baseline: Int, arm: Int)) -> [Int] {
    let means = worth.values.map { $0.reduce(0, +) }
    let order = worth.arms.indices.sorted { (means[$1], $0) < (means[$0], $1) }.map { worth.arms[$0] }
    let kept = Set(order.prefix(Self.mostOptions) + [pair.baseline, pair.arm])
    return order.filter(kept.contains)
  }
}
