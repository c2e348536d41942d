import ExperimentDesign
public import Inference

/// What planned tests are worth to the choice among the options.
public struct TestWorth: Sendable {
  /// What a test of some options is worth.
  public struct Test: Sendable {
    /// Positions of the options, the baseline first.
    public var options: [Int]
    /// The test of the planned size.
    public var planned: TestEconomics.Balance
    /// The size beyond which more installs cost more than they add; `nil` where no test gains more than it costs, or
    /// where nobody says what the choice is for.
    public var best: TestEconomics.Balance?

    /// What tests are ranked by: the gain after costs of the best size, or the value of the planned one without a use.
    public func rank(hasUse: Bool) -> Double { hasUse ? best?.net ?? 0 : planned.perInstall.value }

    /// The parts, unchanged.
    package init(options: [Int], planned: TestEconomics.Balance, best: TestEconomics.Balance?) {
      self.options = options
      self.planned = planned
      self.best = best
    }
  }

  /// The test of other options that is worth clearly more than the planned one, by a tenth; `nil` where none is.
  public var better: Test? {
    guard let first = tests.first, first.options != own.options else { return nil }
    let (most, planned) = (first.rank(hasUse: hasUse), own.rank(hasUse: hasUse))
    return most > max(0, 1.1 * planned) ? first : nil
  }

  /// A size of the planned test.
  public struct Size: Sendable {
    /// What a test of this size gains and costs.
    public var balance: TestEconomics.Balance
    /// What another thousand installs add, less what they cost, in the unit of the worth.
    public var nextThousand: Double

    /// The parts, unchanged.
    package init(balance: TestEconomics.Balance, nextThousand: Double) {
      self.balance = balance
      self.nextThousand = nextThousand
    }
  }

  /// What a test costs and what its result is used for; without a use the gain is 0.
  public var economics: TestEconomics
  /// Whether somebody says what the choice is for, so that gains and costs can be compared.
  public var hasUse: Bool
  /// The sizes of the plan and some about the best one, the smallest first.
  public var curve: [Size]
  /// What it is worth to know the differences of the options before choosing, an install, in units of the objective.
  public var knowing: MonteCarloNumber
  /// Position of the option that is best without a test.
  public var bestArm: Int
  /// Of comparisons of planned tests that show one option higher, the share in which the other is better by the objective;
  /// `nil` where the test counts the objective itself.
  public var misleading: Double?
  /// What the better of the tested options brings per install without a test; `nil` where the objective is no share of
  /// installs.
  public var broughtPerInstall: Double?
  /// The planned test, and those of two of the best options, the most valuable first.
  public var tests: [Test]
  /// The planned test.
  public var own: Test

  /// The parts, unchanged.
  package init(
    economics: TestEconomics, hasUse: Bool, curve: [Size], knowing: MonteCarloNumber,
    bestArm: Int, misleading: Double?, broughtPerInstall: Double?, tests: [Test], own: Test
  ) {
    self.economics = economics
    self.hasUse = hasUse
    self.curve = curve
    self.knowing = knowing
    self.bestArm = bestArm
    self.misleading = misleading
    self.broughtPerInstall = broughtPerInstall
    self.tests = tests
    self.own = own
  }
}

extension RunSummaryBuilder {
  /// Options of which every pair is weighed.
  private static let mostOptions = 4

  /// What tests of the plan's options, and of pairs of the best, are worth.
  ///
  /// - Parameters:
  ///   - plan: of this builder's trials.
  ///   - economics: `nil` where nobody says what the choice is for.
  /// - Returns: `nil` where trials lack a value of the objective, or it cannot be fitted.
  /// - Throws: `NumericsError`.
  public func worth(
    of plan: DrawnTestPlan, economics: TestEconomics?
  ) throws -> TestWorth? {
    guard let scenario = outline.scenarios.firstIndex(where: { $0.name == plan.scenario }) else { return nil }
    guard let worth = try drawnWorth(scenario: scenario),
      let shares = try drawnShares(of: plan.metric, scenario: scenario)
    else { return nil }
    let used = economics ?? TestEconomics(future: 0)
    func weighed(_ options: [Int], _ value: ValueOfTest) throws -> TestWorth.Test {
      TestWorth.Test(
        options: options, planned: try used.balance(installs: plan.planned, of: value),
        best: economics == nil ? nil : try used.best(of: value))
    }
    guard let own = try value(of: plan, plan.options, shares, worth) else { return nil }
    let planned = try weighed(plan.options, own)
    var curve: [TestWorth.Size] = []
    for installs in Self.sizes(plan.curve.map(\.installs), around: planned.best?.installs) {
      let balance = try used.balance(installs: installs, of: own)
      curve.append(
        TestWorth.Size(
          balance: balance,
          nextThousand: try used.balance(installs: installs + 1_000, of: own).net - balance.net))
    }
    var tests = [planned]
    for pair in pairs(of: best(worth, including: plan.options), but: plan.options) {
      if let value = try value(of: plan, pair, shares, worth) {
        tests.append(try weighed(pair, value))
      }
    }
    func rank(_ test: TestWorth.Test) -> Double { test.rank(hasUse: economics != nil) }
    // Stable: of equal tests the planned one comes first.
    let order = tests.indices.sorted { (rank(tests[$1]), $0) < (rank(tests[$0]), $1) }
    return TestWorth(
      economics: used, hasUse: economics != nil, curve: curve, knowing: try own.ofKnowing(),
      bestArm: own.bestArm, misleading: try misleading(plan, worth),
      broughtPerInstall: brought(by: plan.options, worth), tests: order.map { tests[$0] },
      own: planned)
  }

  /// What the planned test is worth, or one of two other options.
  private func value(
    of plan: DrawnTestPlan, _ options: [Int], _ shares: DrawnShares, _ worth: DrawnShares
  ) throws -> ValueOfTest? {
    let test = options == plan.options ? plan.test : try self.test(like: plan, options, shares)
    return try test.flatMap { try value(of: $0, options, worth) }
  }

  /// What a test of some options is worth; `nil` where it cannot be fitted.
  func value(of test: UncertainTest, _ options: [Int], _ worth: DrawnShares) throws -> ValueOfTest? {
    ValueOfTest(
      test, of: options, worth: worth, results: options.count > 2 ? try test.drawnResults() : nil)
  }

  /// A test of two other options, judged as the planned one; split as that where it is of two, and evenly else.
  private func test(
    like plan: DrawnTestPlan, _ pair: [Int], _ shares: DrawnShares
  ) throws -> UncertainTest? {
    guard let first = shares[pair[0]], let second = shares[pair[1]] else { return nil }
    let own = plan.design
    let design = try TestDesign(
      aim: own.aim, level: own.level,
      // What options are then expected to be worth does not depend on looks.
      allocation: own.comparisons == 1 ? own.allocation : [1, 1], clusters: own.clusters)
    return try UncertainTest(
      baseline: first, arms: [second], trialsOfABlock: shares.trialsOfABlock, design: design, margin: 0)
  }

  private func misleading(_ plan: DrawnTestPlan, _ worth: DrawnShares) throws -> Double? {
    let tested = plan.options.compactMap { worth[$0] }
    guard outline.objective.singleMetric != plan.metric, tested.count == plan.options.count else {
      return nil
    }
    return try plan.test.misleading(
      installs: plan.planned,
      worth: tested.dropFirst().map { arm in zip(arm, tested[0]).map { $0 - $1 } })
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
