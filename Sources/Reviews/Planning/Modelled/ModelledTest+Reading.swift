import ExperimentDesign
import Inference
public import Studies
import TestData
public import TextFormats

extension ModelledTest {
  /// A plan as ``ModelledTestJSON/document(_:)`` writes it.
  ///
  /// - Parameter outline: of the run that it is by.
  /// - Throws: `JSONProblem` with the place of what no plan of that run has.
  public init(reading document: JSONMember, of outline: RunOutline) throws(JSONProblem) {
    let plan = try ExperimentTestPlan(reading: document, of: outline)
    let worth = try document.optional("worth")
    self.init(
      plan, start: try PlannedCalendar(reading: document)?.start,
      rehearsal: try Self.rehearsal(document.optional("rehearsal")),
      worth: try worth.map { worth throws(JSONProblem) in try TestWorth(reading: worth, of: plan) },
      unit: try worth?.member("unit").text() ?? "")
  }

  private static func rehearsal(_ member: JSONMember?) throws(JSONProblem) -> TestRehearsal? {
    guard let member else { return nil }
    func tests(_ key: String) throws(JSONProblem) -> RehearsedTests? {
      guard let found = try member.optional(key) else { return nil }
      var stops: [MonteCarloNumber] = []
      for look in try found.optional("stops")?.items() ?? [] {
        stops.append(try look.estimate("stop", in: 0...1))
      }
      let used = try found.optional("installs_used")
      return RehearsedTests(
        simulations: try found.member("simulations").count(in: 1...1_000_000_000),
        better: try found.estimate("better", in: 0...1), worse: try found.estimate("worse", in: 0...1),
        equivalent: try found.estimate("equivalent", in: 0...1), bias: try found.estimate("bias", in: -1...1),
        coverage: try found.estimate("coverage", in: 0...1),
        wrongSign: try found.optionalNumber("wrong_sign", in: 0...1),
        exaggeration: try found.optionalNumber("exaggeration"), stops: stops,
        // A plan of an earlier version was read once.
        used: used == nil
          ? MonteCarloNumber(value: 1, mcse: 0) : try found.estimate("installs_used", in: 0...1))
    }
    guard let planned = try tests("as_planned"), let identical = try tests("identical") else {
      throw member.problem(expected: "tests as planned, and of identical options")
    }
    return TestRehearsal(
      planned: planned, identical: identical, equalByDay: try tests("equal_by_day"),
      tooEarly: try tests("read_too_early"),
      tooEarlyDifference: try member.optionalNumber("too_early_difference", in: -1...1))
  }
}

extension RunOutline {
  /// The position of the arm that a text names.
  fileprivate func arm(_ member: JSONMember) throws(JSONProblem) -> Int {
    let name = try member.text()
    guard let position = description.arms.firstIndex(where: { $0.name == name }) else {
      throw member.problem(expected: "an option of run \(run)")
    }
    return position
  }
}

extension JSONMember {
  /// A number with its Monte Carlo error.
  fileprivate func estimate(
    _ key: String,
    in range: ClosedRange<Double> = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
  ) throws(JSONProblem) -> MonteCarloNumber {
    MonteCarloNumber(
      value: try member(key).number(in: range),
      mcse: try member("\(key)_mcse").number(in: 0...Double.greatestFiniteMagnitude.nextDown))
  }
}

extension ExperimentTestPlan {
  fileprivate init(reading document: JSONMember, of outline: RunOutline) throws(JSONProblem) {
    let question = try document.member("question")
    let answer = try document.member("answer")
    let arms = try document.member("arms").items(2)
    let pair = (baseline: try outline.arm(arms[0].member("arm")), arm: try outline.arm(arms[1].member("arm")))
    let confidence = try question.member("confidence")
    let looks = try PlannedLooksJSON.read(question.optional("planned_looks"))
    guard let level = try? ConfidenceLevel(try confidence.number()) else {
      throw confidence.problem(expected: "a number from 0.5 to 0.9999")
    }
    var allocation: [Double] = []
    for arm in arms { allocation.append(try arm.member("allocation").number(in: 0...1)) }
    let lost = try question.optionalNumber("lost", in: 0...0.999) ?? 0
    let clusters = try PlannedClustersJSON.read(question.optional("clusters"))
    guard
      let design = try? TestDesign(
        level: level, allocation: allocation, counted: [1 - lost, 1 - lost], clusters: clusters, looks: looks)
    else { throw question.problem(expected: "a test that can be judged") }
    var curve: [Point] = []
    for size in try document.member("curve").items() { curve.append(try Self.point(size)) }
    let planned = try answer.member("planned").count(in: 2...2_000_000_000)
    guard curve.contains(where: { $0.installs == planned }) else {
      throw try document.member("curve").problem(expected: "the planned size among others")
    }
    let scenario = try document.member("scenario")
    let name = try scenario.text()
    guard outline.scenarios.contains(where: { $0.name == name }) else {
      throw scenario.problem(expected: "a scenario of run \(outline.run)")
    }
    let difference = try answer.member("difference")
    let calendar = try PlannedCalendar(reading: document)
    self.init(
      outline: outline, scenario: name, trials: try document.member("trials").count(), pair: pair,
      metric: try question.member("metric").word(Metric.self),
      day: try question.member("day").count(in: 0...100_000),
      rates: (try arms[0].estimate("rate", in: 0...1), try arms[1].estimate("rate", in: 0...1)),
      difference: try difference.member(outline.arms[pair.arm].name).number(in: -1...1),
      power: try question.member("power").number(in: 0...1),
      needed: try answer.optionalNumber("needed", in: 0...1e12), design: design,
      margin: try question.member("margin").number(in: 0...1),
      stopping: try Self.stopping(document, design),
      isSizeFound: try question.member("asked").word(TestPlan.Asked.self) == .size, planned: planned,
      curve: curve, installsPerDay: calendar?.installsPerDay, ramp: calendar?.ramp,
      noiseIsKnown: try document.member("noise_is_known").flag())
  }

  private static func point(_ size: JSONMember) throws(JSONProblem) -> Point {
    Point(
      chances: UncertainTest.Chances(
        installs: try size.member("planned").count(in: 2...20_000_000_000),
        armAhead: try size.estimate("p_better", in: 0...1),
        baselineAhead: try size.estimate("p_worse", in: 0...1),
        equal: try size.estimate("p_equivalent", in: 0...1), open: try size.estimate("p_unknown", in: 0...1),
        assurance: try size.estimate("assurance", in: 0...1),
        wrongSign: try size.optionalNumber("wrong_sign", in: 0...1),
        exaggeration: try size.optionalNumber("exaggeration")),
      power: try size.member("power").number(in: 0...1))
  }

  private static func stopping(
    _ document: JSONMember, _ design: TestDesign
  ) throws(JSONProblem) -> Stopping? {
    guard let count = design.boundaries?.looks.count else { return nil }
    var (stops, ifEqual): ([MonteCarloNumber], [Double]) = ([], [])
    for look in try document.member("looks").items(count) {
      stops.append(try look.estimate("stop", in: 0...1))
      ifEqual.append(try look.member("stop_if_equal").number(in: 0...1))
    }
    return Stopping(
      stops: stops, ifEqual: ifEqual, used: try document.estimate("installs_used", in: 0...1))
  }
}

extension TestWorth {
  fileprivate init(reading member: JSONMember, of plan: ExperimentTestPlan) throws(JSONProblem) {
    let amounts = -1e300...1e300
    func balance(_ size: JSONMember, installs: Int? = nil) throws(JSONProblem) -> TestEconomics.Balance {
      let known: Int
      if let installs {
        known = installs
      } else {
        known = try size.member("planned").count(in: 1...20_000_000_000)
      }
      return TestEconomics.Balance(
        installs: known,
        perInstall: try size.estimate("evsi", in: amounts),
        gain: try size.member("gain").number(in: amounts), cost: try size.member("cost").number(in: amounts),
        mcse: try size.member("mcse").number(in: 0...1e300))
    }
    var pairs: [Pair] = []
    let found = try member.member("pairs")
    for item in try found.items() {
      let best = try item.optional("best_size")
      pairs.append(
        Pair(
          pair: (try plan.outline.arm(item.member("baseline")), try plan.outline.arm(item.member("arm"))),
          planned: try balance(item, installs: plan.planned),
          best: try best.map { best throws(JSONProblem) in try balance(best) }))
    }
    guard let own = pairs.first(where: { $0.pair == plan.pair }) else {
      throw found.problem(expected: "the test of the planned pair among them")
    }
    var (curve, next): ([TestEconomics.Balance], [Double]) = ([], [])
    for size in try member.member("sizes").items() {
      curve.append(try balance(size))
      next.append(try size.member("next_thousand").number(in: amounts))
    }
    let future = try member.optionalNumber("future", in: 0...1e300)
    let shipped = try member.optional("shipped")
    self.init(
      economics: TestEconomics(
        future: future ?? 0, worth: try member.member("worth").number(in: amounts),
        costPerInstall: try member.member("cost_per_install").number(in: amounts),
        fixedCost: try member.optionalNumber("fixed_cost", in: amounts) ?? 0,
        installsWhileWaiting: try member.member("installs_while_waiting").number(in: 0...1e300)),
      hasUse: future != nil, curve: curve, nextThousand: next,
      knowing: try member.estimate("perfect_information", in: amounts),
      bestArm: try plan.outline.arm(member.member("best_guess")),
      misleading: try member.optionalNumber("misleading", in: 0...1),
      shipped: try shipped.map { shipped throws(JSONProblem) in
        UncertainTest.Shipped(
          best: try shipped.estimate("p_ship_best", in: 0...1),
          harmful: try shipped.estimate("p_ship_harmful", in: 0...1),
          loss: try shipped.estimate("regret_after", in: amounts))
      }, pairs: pairs, own: own)
  }
}
