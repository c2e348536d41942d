import ExperimentDesign
import Inference

extension RunSummaryBuilder {
  /// The plan of a real test of some options, with what tests of several sizes show.
  func plannedTest(_ request: TestRequest, of summary: RunSummary) throws -> PlannedTest {
    var plan = try sizedTest(request, of: summary)
    var sizes = Self.sizes(around: plan.planned, plan.design)
    // Two sizes are spoken of, and each has its row.
    if plan.asked == .value { sizes = Set(sizes + [plan.wholeNeeded]).sorted() }
    let assumed = [plan.rates[0].value] + plan.differences.map { plan.rates[0].value + $0 }
    plan.curve = try sizes.map { installs in
      let power = try plan.design.power(installs: installs, shares: assumed)
      return PlannedTest.Point(
        tests: try plan.rehearsal.tests(installs: installs), power: power.each.min() ?? 0,
        powerOfAll: power.all)
    }
    return plan
  }

  /// The plan with its size, before any test of it.
  func sizedTest(_ request: TestRequest, of summary: RunSummary) throws -> PlannedTest {
    let scenario = try scenario(request.scenario)
    let options = try options(request, scenario: scenario, of: summary)
    let metric = try metric(request.day)
    let shares = try drawnShares(of: metric, scenario: scenario)
    let columns = options.compactMap { shares?[$0] }
    guard let shares, columns.count == options.count else { throw TestRequestProblem.incomplete }
    let rates = try columns.map {
      try MonteCarloNumber(meanOf: $0, trialsOfABlock: shares.trialsOfABlock)
    }
    let installsPerDay = request.installsPerDay ?? outline.context?.volume.flatMap(\.installsPerDay)
    let day = outline.readingAge(of: metric)
    let margin = outline.objective.margin(of: metric, level: 0)
    let allocation = try allocation(request, options)
    let differences = try differences(request, margin: margin, rates: rates)
    let given = try given(request, options: options.count)
    let assumed = [rates[0].value] + differences.map { rates[0].value + $0 }
    let power = request.power ?? TestQuestion.usualPower
    func planned(_ looks: PlannedLooks?) throws -> PlannedTest {
      let design = try TestDesign(
        aim: request.aim, level: request.level, allocation: allocation, clusters: request.clusters,
        looks: looks)
      if let given { _ = try design.given(given) }
      let needed = try design.needed(shares: assumed, power: power)
      let whole = design.wholeInstalls(needed).reduce(0) { $0 + Int($1) }
      return PlannedTest(
        scenario: scenario, options: options, choice: request.arms == nil ? .best : .named, metric: metric,
        day: day,
        rates: rates, differences: differences, power: power, needed: needed,
        rehearsal: Rehearsal(
          columns, trialsOfABlock: shares.trialsOfABlock, design: design, margin: request.margin ?? margin),
        asked: given == nil ? .size : request.power == nil ? .power : .isEnough,
        planned: given.map { Self.whole($0, design) } ?? whole, installsPerDay: installsPerDay)
    }
    var plan = try PlannedLooks.settled(request.looks, planned) { $0.calendar(installs: $0.planned) }
    if request.isSizeOpen {
      if let economics = economics(installsPerDay: installsPerDay, day: day),
        let size = try sizeThatPays(plan, economics)
      {
        (plan.asked, plan.planned) = (.value, Self.whole(size, plan.design))
      } else {
        plan.planned = Self.whole(plan.design.twoDigitsUp(plan.needed), plan.design)
      }
    }
    return plan
  }

  /// A size that is split into whole releases or languages, where these are split.
  private static func whole(_ installs: Int, _ design: TestDesign) -> Int {
    design.clusters == nil ? installs : design.split(installs).reduce(0, +)
  }

  /// Installs of all options together that are given; `nil` for none.
  private func given(_ request: TestRequest, options: Int) throws(TestRequestProblem) -> Int? {
    guard let installs = request.installs else { return nil }
    guard installs >= 2 * options else { throw .tooFew(installs: installs, options: options) }
    return installs
  }

  private func allocation(_ request: TestRequest, _ options: [Int]) throws(TestRequestProblem) -> [Double] {
    guard let allocation = request.allocation else { return options.map { _ in 1 } }
    guard allocation.count == options.count else {
      throw .otherSplit(shares: allocation.count, options: options.map { outline.arms[$0].name })
    }
    return allocation
  }

  /// An eighth of a size to four times it, with round numbers of the baseline; small ones have at least 10 installs of each option.
  private static func sizes(around planned: Int, _ design: TestDesign) -> [Int] {
    let share = design.allocation[0]
    let fewest = 10 * design.allocation.count
    var sizes: [Int] = []
    for factor in [0.125, 0.25, 0.5, 1, 2, 4] {
      let baseline = twoDigitsUp(Double(planned) * factor * share)
      let others = design.allocation.dropFirst().map {
        (Double(baseline) * $0 / share * (1 - 1e-12)).rounded(.up)
      }
      let size = factor == 1 ? planned : whole(baseline + Int(others.reduce(0, +)), design)
      if size >= fewest || factor == 1, sizes.last.map({ $0 < size }) ?? true { sizes.append(size) }
    }
    return sizes
  }

  /// The shares of all options that may be chosen, by trial and without noise; `nil` where trials lack some.
  func drawnShares(of metric: Metric, scenario: Int) throws -> DrawnShares? {
    let arms = try competing(scenario: scenario)
    let series = arms.compactMap { self.series(of: metric, scenario: scenario, arm: $0) }
    guard series.count == arms.count, !arms.isEmpty, trials > 0 else { return nil }
    return try DrawnShares(
      arms: arms, series: series, parametersVary: outline.parametersVary)
  }

  private func scenario(_ name: String?) throws(TestRequestProblem) -> Int {
    guard let name else { return 0 }
    let known = outline.scenarios.map(\.name)
    guard let found = known.firstIndex(of: name) else { throw .noScenario(name: name, known: known) }
    return found
  }

  /// Positions of the options of a test, the baseline first.
  private func options(
    _ request: TestRequest, scenario: Int, of summary: RunSummary
  ) throws -> [Int] {
    guard let written = request.arms else {
      guard let usual = usualOptions(summary.scenarios[scenario], of: summary) else {
        throw TestRequestProblem.nothingToTest(scenario: outline.scenarios[scenario].name)
      }
      return usual
    }
    let names = withTheirCommas(written)
    guard (2...TestRequestProblem.mostArms).contains(names.count), Set(names).count == names.count else {
      throw TestRequestProblem.notSeveral(names: names)
    }
    let allowed = try competing(scenario: scenario)
    return try names.map { name in
      guard let found = allowed.first(where: { outline.arms[$0].name == name }) else {
        throw TestRequestProblem.noArm(name: name, known: allowed.map { outline.arms[$0].name })
      }
      return found
    }
  }

  /// The names of options in a list that was taken apart at its commas, which names may have too.
  private func withTheirCommas(_ pieces: [String]) -> [String] {
    let known = outline.arms.map { arm in
      (
        name: arm.name,
        pieces: arm.name.split(separator: ",", omittingEmptySubsequences: false).map {
          $0.trimmingPrefix { $0 == " " }.description
        }
      )
    }
    var names: [String] = []
    var rest = pieces[...]
    while let piece = rest.first {
      let found = known.filter { rest.starts(with: $0.pieces) }.max { $0.pieces.count < $1.pieces.count }
      names.append(found?.name ?? piece)
      rest = rest.dropFirst(found?.pieces.count ?? 1)
    }
    return names
  }

  /// The two options that the answer would test: the best one, and of those that differ from it the one that is most often
  /// best, which is the baseline unless the file's is the other.
  private func usualOptions(_ found: ScenarioSummary, of summary: RunSummary) -> [Int]? {
    let facts = summary.facts(of: found)
    let pair = [facts.rival, facts.options.first?.name].compactMap { $0 }.compactMap(summary.position)
    let best =
      pair.count == 2
      ? pair : found.verdict.flatMap { verdict in verdict.runnerUp.map { [$0, verdict.best] } }
    return best.map(baselineFirst)
  }

  /// Two options as a test has them: the run's baseline first, where it is one of them.
  func baselineFirst(_ pair: [Int]) -> [Int] { pair.last == outline.baseline ? pair.reversed() : pair }

  private func metric(_ day: Int?) throws(TestRequestProblem) -> Metric {
    let known = Metric.optInByDay.filter { Double($0.day ?? 0) <= outline.horizonDays }
    let days = known.compactMap(\.day)
    if let day {
      guard let found = known.first(where: { $0.day == day }) else { throw .noDay(day: day, days: days) }
      return found
    }
    guard let metric = outline.objective.countedMetric else {
      throw .noShare(objective: outline.objective.name, days: days)
    }
    return metric
  }

  /// The difference that the size is for, of each comparison.
  private func differences(
    _ request: TestRequest, margin: Double, rates: [MonteCarloNumber]
  ) throws(TestRequestProblem) -> [Double] {
    let baseline = rates[0].value
    func isPossible(_ difference: Double) -> Bool { (1e-9..<1 - 1e-9).contains(baseline + difference) }
    var found: [Double] = []
    for arm in rates.dropFirst() {
      switch request.aim {
      case .difference:
        let asked = request.difference ?? margin
        let sign = arm.value < baseline ? -1.0 : 1.0
        // It may be looked for on the other side, where there is no room on its own.
        let sides = asked < 0 ? [asked] : [sign * asked, -sign * asked]
        guard let difference = sides.first(where: isPossible) else {
          throw .tooFarApart(difference: asked, baseline: baseline)
        }
        found.append(difference)
      case .nonInferior(let margin):
        guard baseline > margin else { throw .marginBeyondRate(margin: margin, baseline: baseline) }
        let difference = request.difference ?? 0
        guard isPossible(difference) else {
          throw .tooFarApart(difference: difference, baseline: baseline)
        }
        found.append(difference)
      }
    }
    return found
  }

  /// What the choice is for: the installs of a year from the start of the test; `nil` where nobody says how many there are.
  func economics(installsPerDay: Double?, day: Int) -> TestEconomics? {
    let volume = outline.context?.volume
    guard let year = volume.map({ 12 * $0.installsPerMonth }) ?? installsPerDay.map({ 365.25 * $0 }) else {
      return nil
    }
    let isOptIn = outline.objective.singleMetric == .optInPerInstall
    return TestEconomics(
      future: year, worth: (isOptIn ? volume?.valuePerOptIn : nil) ?? 1,
      installsWhileWaiting: (installsPerDay ?? 0) * Double(day))
  }
}

/// A number of installs rounded up to two digits, as sizes of tests are printed.
public func twoDigitsUp(_ installs: Double) -> Int { roundedUp(installs, digits: 2) }

/// Installs rounded up to some digits, at least 1.
public func roundedUp(_ installs: Double, digits: Int) -> Int {
  let most = (0..<digits).reduce(1.0) { power, _ in 10 * power }
  var step = 1.0
  while installs / step >= most { step *= 10 }
  return Int((installs / step).rounded(.up) * step)
}
