public import ExperimentDesign
public import Inference

/// The plan of a real test of two options of a run, by what the run's trials say of them.
public struct ExperimentTestPlan: Sendable {
  /// What the run is.
  public var outline: RunOutline
  /// The scenario's name.
  public var scenario: String
  /// Trials that it rests on.
  public var trials: Int
  /// Positions of the two options, the baseline first.
  public var pair: (baseline: Int, arm: Int)
  /// What the test counts of its installs.
  public var metric: Metric
  /// The age in days at which installs are read.
  public var day: Int
  /// The mean of the counted share over the trials, the baseline first.
  public var rates: (baseline: MonteCarloNumber, arm: MonteCarloNumber)
  /// The difference that the size is to detect, with the sign of the mean difference.
  public var difference: Double
  /// The power asked for.
  public var power: Double
  /// Installs of both options together that detect the difference with the power, by the formula; not rounded.
  ///
  /// `nil` where no number of them does, as the releases or languages are too few.
  public var needed: Double?
  /// How the test is split and judged.
  public var design: TestDesign
  /// Differences below this in size are shown to be equal.
  public var margin: Double
  /// How often each look ends a test of the planned size; `nil` for a single look.
  public var stopping: Stopping?
  /// Whether the size was asked for and not given.
  public var isSizeFound: Bool
  /// Whether both options get as many installs.
  public var isSplitEvenly: Bool { abs(design.allocation[0] - design.allocation[1]) < 1e-12 }
  /// The planned size.
  public var answer: Point { curve.first { $0.installs == planned } ?? curve[0] }
  /// Installs of both options together that are planned.
  public var planned: Int
  /// Several sizes, the smallest first; one of them is the planned one.
  public var curve: [Point]
  /// Installs a day that take part; `nil` where nobody says.
  public var installsPerDay: Double?
  /// How installs are split while the test begins; `nil` for evenly from the start.
  public var ramp: TrafficRamp?
  /// Whether the noise of the trials' installs is known, and so is no part of the chances.
  public var noiseIsKnown: Bool

  /// A size, and what tests of it show.
  public struct Point: Equatable, Sendable {
    /// What tests show over the uncertain inputs.
    public var chances: UncertainTest.Chances
    /// The chance to detect the difference at the mean rates.
    public var power: Double
    /// Installs of both options together.
    public var installs: Int { chances.installs }

    /// The parts, unchanged.
    package init(chances: UncertainTest.Chances, power: Double) {
      self.chances = chances
      self.power = power
    }
  }

  /// How often each look ends a test.
  public struct Stopping: Equatable, Sendable {
    /// By look, over the uncertain inputs.
    public var stops: [MonteCarloNumber]
    /// By look, where the options are equal.
    public var ifEqual: [Double]
    /// The share of the installs that a test uses on average.
    public var used: MonteCarloNumber

    /// The parts, unchanged.
    package init(stops: [MonteCarloNumber], ifEqual: [Double], used: MonteCarloNumber) {
      self.stops = stops
      self.ifEqual = ifEqual
      self.used = used
    }
  }

  /// The parts, unchanged.
  package init(
    outline: RunOutline, scenario: String, trials: Int, pair: (baseline: Int, arm: Int), metric: Metric,
    day: Int, rates: (baseline: MonteCarloNumber, arm: MonteCarloNumber), difference: Double, power: Double,
    needed: Double?, design: TestDesign, margin: Double, stopping: Stopping?, isSizeFound: Bool, planned: Int,
    curve: [Point], installsPerDay: Double?, ramp: TrafficRamp?, noiseIsKnown: Bool
  ) {
    self.outline = outline
    self.scenario = scenario
    self.trials = trials
    self.pair = pair
    self.metric = metric
    self.day = day
    self.rates = rates
    self.difference = difference
    self.power = power
    self.needed = needed
    self.design = design
    self.margin = margin
    self.stopping = stopping
    self.isSizeFound = isSizeFound
    self.planned = planned
    self.curve = curve
    self.installsPerDay = installsPerDay
    self.ramp = ramp
    self.noiseIsKnown = noiseIsKnown
  }

  /// How long a test of a size takes; `nil` where nobody says how many take part a day.
  public func calendar(installs: Int) -> TestCalendar? {
    installsPerDay.map {
      TestCalendar(
        installs: installs, installsPerDay: $0, waitingDays: day, allocation: design.allocation, ramp: ramp)
    }
  }
}

/// A plan with the shares of every trial, from which tests of it are simulated and weighed.
@dynamicMemberLookup
public struct DrawnTestPlan: Sendable {
  /// What is planned.
  public let plan: ExperimentTestPlan
  /// The shares of both options in every trial.
  let test: UncertainTest

  /// A part of the plan.
  public subscript<Value>(dynamicMember part: KeyPath<ExperimentTestPlan, Value>) -> Value {
    plan[keyPath: part]
  }
}

extension RunSummaryBuilder {
  /// The plan of a real test of two options.
  ///
  /// - Parameter summary: what this builder's trials say.
  /// - Throws: ``TestRequestProblem``, `NumericsError`.
  public func testPlan(_ request: TestRequest, of summary: RunSummary) throws -> DrawnTestPlan {
    let scenario = try scenario(request.scenario)
    let pair = try pair(request.arms, scenario: scenario, verdict: summary.scenarios[scenario].verdict)
    let metric = try metric(request.day)
    let shares = try drawnShares(of: metric, scenario: scenario)
    guard let shares, let baseline = shares[pair.baseline], let arm = shares[pair.arm] else {
      throw TestRequestProblem.incomplete
    }
    let installsPerDay = request.installsPerDay ?? outline.context?.volume.map { $0.installsPerWeek / 7 }
    let day = metric.definition.measure.day ?? Int(outline.horizonDays.rounded(.up))
    let margin = metric.defaultMargin(level: 0)
    func sized(_ looks: PlannedLooks?) throws -> SizedTest {
      let design = try TestDesign(
        level: request.level, allocation: request.allocation,
        counted: request.allocation.map { _ in 1 - request.lost }, clusters: request.clusters, looks: looks)
      let test = try UncertainTest(
        baseline: baseline, arm: arm, trialsOfABlock: shares.trialsOfABlock, design: design,
        margin: request.margin ?? margin)
      let rates = (baseline: try test.average(test.baseline), arm: try test.average(test.arm))
      let size = try size(request, request.difference ?? margin, rates: rates, design: design)
      return SizedTest(
        test: test, rates: rates, difference: size.difference, needed: size.needed, planned: size.planned)
    }
    let sized = try request.looks.settled(sized) { sized in
      installsPerDay.map {
        TestCalendar(
          installs: sized.planned, installsPerDay: $0, waitingDays: day,
          allocation: sized.test.design.allocation, ramp: request.ramp)
      }
    }
    let (test, design, rates) = (sized.test, sized.test.design, sized.rates)
    let detected = [rates.baseline.value, rates.baseline.value + sized.difference]
    var curve: [ExperimentTestPlan.Point] = []
    for installs in Self.sizes(around: sized.planned, design) {
      curve.append(
        ExperimentTestPlan.Point(
          chances: try test.chances(installs: installs),
          power: try design.powers(installs: Double(installs), shares: detected)[0]))
    }
    let plan = ExperimentTestPlan(
      outline: outline, scenario: outline.scenarios[scenario].name, trials: trials, pair: pair,
      metric: metric, day: day, rates: rates, difference: sized.difference, power: request.power,
      needed: sized.needed, design: design, margin: test.margin,
      stopping: try stopping(test, installs: sized.planned), isSizeFound: request.installs == nil,
      planned: sized.planned, curve: curve, installsPerDay: installsPerDay, ramp: request.ramp,
      noiseIsKnown: shares.noiseIsKnown)
    return DrawnTestPlan(plan: plan, test: test)
  }

  /// A test with its size, for some looks.
  private struct SizedTest {
    var test: UncertainTest
    var rates: (baseline: MonteCarloNumber, arm: MonteCarloNumber)
    var difference: Double
    var needed: Double?
    var planned: Int
  }

  private func stopping(_ test: UncertainTest, installs: Int) throws -> ExperimentTestPlan.Stopping? {
    guard let boundaries = test.design.boundaries, let found = try test.stopping(installs: installs) else {
      return nil
    }
    return ExperimentTestPlan.Stopping(
      stops: found.stops, ifEqual: try boundaries.stopping(drift: 0).atEachLook, used: found.used)
  }

  /// An eighth of a size to four times it, with round numbers of the baseline; small ones have at least 20 installs.
  private static func sizes(around planned: Int, _ design: TestDesign) -> [Int] {
    let share = design.allocation[0]
    var sizes: [Int] = []
    for factor in [0.125, 0.25, 0.5, 1, 2, 4] {
      let baseline = twoDigitsUp(Double(planned) * factor * share)
      let others = (Double(baseline) * (1 - share) / share * (1 - 1e-12)).rounded(.up)
      let size = factor == 1 ? planned : baseline + Int(others)
      if size >= 20 || factor == 1, sizes.last.map({ $0 < size }) ?? true { sizes.append(size) }
    }
    return sizes
  }

  /// The shares of all options that may be chosen, by trial and without noise; `nil` where trials lack some.
  func drawnShares(of metric: Metric, scenario: Int) throws -> DrawnShares? {
    let arms = try competing(scenario: scenario)
    let series = arms.compactMap { self.series(of: metric, scenario: scenario, arm: $0) }
    guard series.count == arms.count, !arms.isEmpty, trials > 0 else { return nil }
    return try DrawnShares(
      arms: arms, series: series, design: outline.design, parametersVary: outline.parametersVary)
  }

  private func scenario(_ name: String?) throws(TestRequestProblem) -> Int {
    guard let name else { return 0 }
    let known = outline.scenarios.map(\.name)
    guard let found = known.firstIndex(of: name) else { throw .noScenario(name: name, known: known) }
    return found
  }

  private func pair(
    _ names: [String]?, scenario: Int, verdict: ArmRanking?
  ) throws -> (baseline: Int, arm: Int) {
    guard let names else {
      guard let verdict, let runnerUp = verdict.runnerUp else {
        throw TestRequestProblem.nothingToTest(scenario: outline.scenarios[scenario].name)
      }
      return (runnerUp, verdict.best)
    }
    guard names.count == 2, names[0] != names[1] else { throw TestRequestProblem.noPair(names: names) }
    let allowed = try competing(scenario: scenario)
    let positions = try names.map { name in
      guard let found = allowed.first(where: { outline.arms[$0].name == name }) else {
        throw TestRequestProblem.noArm(name: name, known: allowed.map { outline.arms[$0].name })
      }
      return found
    }
    return (positions[0], positions[1])
  }

  private func metric(_ day: Int?) throws(TestRequestProblem) -> Metric {
    let byDay: [(day: Int, metric: Metric)] = [(1, .optInByDay1), (7, .optInByDay7), (30, .optInByDay30)]
    let known = byDay.filter { Double($0.day) <= outline.horizonDays }
    if let day {
      guard let found = known.first(where: { $0.day == day }) else {
        throw .noDay(day: day, days: known.map(\.day))
      }
      return found.metric
    }
    guard let metric = outline.objective.singleMetric, metric.definition.scale == .share,
      metric.definition.population == .installs
    else { throw .noShare(objective: outline.objective.name, days: known.map(\.day)) }
    return metric
  }

  /// The signed difference that is to be detected, installs of both options together that detect it, and those planned.
  private func size(
    _ request: TestRequest, _ size: Double, rates: (baseline: MonteCarloNumber, arm: MonteCarloNumber),
    design: TestDesign
  ) throws -> (difference: Double, needed: Double?, planned: Int) {
    let baseline = rates.baseline.value
    let sign = rates.arm.value < baseline ? -1.0 : 1.0
    let sides = [sign * size, -sign * size]
    guard let difference = sides.first(where: { (1e-9..<1 - 1e-9).contains(baseline + $0) }) else {
      throw TestRequestProblem.tooFarApart(difference: size, baseline: baseline)
    }
    let question = TestQuestion(baseline: baseline, arms: [baseline + difference], power: request.power)
    do throws(TestPlanProblem) {
      // The plan refuses what no size detects; its own size is rounded already.
      _ = try TestPlan(question, design: design)
    } catch {
      if case .tooFewClusters = error, let installs = request.installs { return (difference, nil, installs) }
      throw TestRequestProblem.test(error)
    }
    let needed = try design.installs(shares: [baseline, baseline + difference], power: request.power)
    let whole = design.wholeInstalls(needed).reduce(0) { $0 + Int($1) }
    return (difference, needed, request.installs ?? whole)
  }
}

/// A number of installs rounded up to two digits, as sizes of tests are printed.
public func twoDigitsUp(_ installs: Double) -> Int {
  var step = 1.0
  while installs / step >= 100 { step *= 10 }
  return Int((installs / step).rounded(.up) * step)
}
