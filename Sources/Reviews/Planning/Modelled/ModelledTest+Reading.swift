import ExperimentDesign
import Inference
public import Studies
public import TextFormats

extension ModelledTest {
  /// A plan as ``ModelledTestJSON/document(_:)`` writes it.
  ///
  /// - Parameters:
  ///   - outline: of the run that it is by.
  ///   - store: the path of the store that has the run; `nil` for the usual one.
  /// - Throws: `JSONProblem` with the place of what no plan of that run has.
  public init(
    reading document: JSONMember, of outline: RunOutline, store: String? = nil
  ) throws(JSONProblem) {
    let plan = try ExperimentTestPlan(reading: document, of: outline)
    let worth = try document.optional("worth")
    self.init(
      plan,
      rehearsal: try Self.rehearsal(document.optional("rehearsal"), comparisons: plan.arms.count),
      worth: try worth.map { worth throws(JSONProblem) in try TestWorth(reading: worth, of: plan) },
      unit: try worth?.member("unit").text() ?? "", overrides: try document.member("overrides").texts(),
      store: store)
  }

  private static func rehearsal(
    _ member: JSONMember?, comparisons: Int
  ) throws(JSONProblem) -> TestRehearsal? {
    guard let member else { return nil }
    var differences: [Double] = []
    for difference in try member.member("too_early_differences").items() {
      differences.append(try difference.number(in: -1...1))
    }
    let tests = try RehearsedTests(reading: member)
    guard tests.comparisons.count == comparisons else {
      throw member.problem(expected: "\(comparisons) comparisons")
    }
    return TestRehearsal(tests: tests, tooEarlyDifferences: differences)
  }
}

extension RehearsedTests {
  fileprivate init(reading found: JSONMember) throws(JSONProblem) {
    var stops: [MonteCarloNumber] = []
    for look in try found.member("stops").items() { stops.append(try look.estimate("stop", in: 0...1)) }
    var comparisons: [Comparison] = []
    for comparison in try found.member("comparisons").items() {
      comparisons.append(
        Comparison(
          better: try comparison.estimate("better", in: 0...1),
          worse: try comparison.estimate("worse", in: 0...1),
          equivalent: try comparison.estimate("equivalent", in: 0...1),
          shown: try comparison.estimate("shown", in: 0...1)))
    }
    self.init(
      simulations: try found.member("simulations").count(in: 1...1_000_000_000), comparisons: comparisons,
      found: try found.estimate("found", in: 0...1), stops: stops,
      used: try found.estimate("installs_used", in: 0...1))
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
    let arms = try document.member("arms").items()
    guard (2...TestRequestProblem.mostArms).contains(arms.count) else {
      throw try document.member("arms").problem(
        expected: "2 to \(TestRequestProblem.mostArms) options")
    }
    var options: [Int] = []
    var rates: [MonteCarloNumber] = []
    for arm in arms {
      options.append(try outline.arm(arm.member("arm")))
      rates.append(try arm.estimate("rate", in: 0...1))
    }
    var allocation: [Double] = []
    for arm in arms { allocation.append(try arm.member("allocation").number(in: 0...1)) }
    let design = try DesignJSON.read(question, allocation: allocation)
    let curve = try Self.curve(document.member("curve"), comparisons: arms.count - 1)
    let planned = try answer.member("planned").count(in: 2...2_000_000_000)
    guard curve.contains(where: { $0.installs == planned }) else {
      throw try document.member("curve").problem(expected: "the planned size among others")
    }
    let scenario = try document.member("scenario")
    let name = try scenario.text()
    guard outline.scenarios.contains(where: { $0.name == name }) else {
      throw scenario.problem(expected: "a scenario of run \(outline.run)")
    }
    var differences: [Double] = []
    for option in options.dropFirst() {
      differences.append(
        try answer.member("difference").member(outline.arms[option].name).number(in: -1...1))
    }
    let calendar = try document.optional("calendar")
    self.init(
      outline: outline, scenario: name, trials: try document.member("trials").count(), options: options,
      choice: try document.member("options_from").word(OptionChoice.self),
      metric: try question.member("metric").word(Metric.self),
      day: try question.member("day").count(in: 0...100_000),
      rates: rates, differences: differences,
      power: try question.member("power").number(in: 0...1),
      needed: try answer.member("needed").number(in: 0...1e12), design: design,
      margin: try question.member("margin").number(in: 0...1),
      stopping: try Self.stopping(document, design),
      sizing: try question.member("asked").word(Sizing.self), planned: planned,
      curve: curve, installsPerDay: try calendar?.member("per_day").number(in: 0.1...1e9),
      noiseIsKnown: try document.member("noise_is_known").flag())
  }

  /// The sizes, each with a row for every comparison.
  private static func curve(
    _ member: JSONMember, comparisons: Int
  ) throws(JSONProblem) -> [Point] {
    let rows = try member.items()
    guard rows.count % comparisons == 0 else {
      throw member.problem(expected: "\(comparisons) options of each size")
    }
    var curve: [Point] = []
    for first in stride(from: 0, to: rows.count, by: comparisons) {
      var found: [UncertainTest.Chances] = []
      for row in rows[first..<first + comparisons] { found.append(try chances(row)) }
      guard found.allSatisfy({ $0.installs == found[0].installs }) else {
        throw rows[first].problem(expected: "as many installs as the other options have of this size")
      }
      curve.append(
        Point(
          installs: found[0].installs, comparisons: found,
          power: try rows[first].member("power").number(in: 0...1)))
    }
    return curve
  }

  private static func chances(_ size: JSONMember) throws(JSONProblem) -> UncertainTest.Chances {
    UncertainTest.Chances(
      installs: try size.member("planned").count(in: 2...20_000_000_000),
      armAhead: try size.estimate("p_better", in: 0...1),
      baselineAhead: try size.estimate("p_worse", in: 0...1),
      equal: try size.estimate("p_equivalent", in: 0...1), open: try size.estimate("p_unknown", in: 0...1),
      shown: try size.estimate("p_shown", in: 0...1))
  }

  private static func stopping(
    _ document: JSONMember, _ design: TestDesign
  ) throws(JSONProblem) -> Stopping? {
    guard let count = design.boundaries?.looks.count else { return nil }
    let looks = try document.member("looks").items(count)
    var ifEqual: [Double] = []
    for look in looks { ifEqual.append(try look.member("stop_if_equal").number(in: 0...1)) }
    var comparisons: [UncertainTest.Stopping] = []
    for comparison in 0..<design.comparisons {
      let isSingle = design.comparisons == 1
      func own(_ member: JSONMember, _ key: String) throws(JSONProblem) -> JSONMember {
        isSingle ? member : try member.member(key).items(design.comparisons)[comparison]
      }
      var stops: [MonteCarloNumber] = []
      for look in looks { stops.append(try own(look, "comparisons").estimate("stop", in: 0...1)) }
      comparisons.append(
        UncertainTest.Stopping(
          stops: stops,
          used: try own(document, "comparisons_used").estimate("installs_used", in: 0...1)))
    }
    return Stopping(comparisons: comparisons, ifEqual: ifEqual)
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
    let future = try member.optionalNumber("future", in: 0...1e300)
    func test(_ options: [Int], _ item: JSONMember) throws(JSONProblem) -> Test {
      let best = try item.optional("best_size")
      return Test(
        options: options, planned: try balance(item, installs: plan.planned),
        best: try best.map { best throws(JSONProblem) in try balance(best) })
    }
    var tests: [Test] = []
    let found = try member.member("pairs")
    for item in try found.items() {
      tests.append(
        try test(
          [plan.outline.arm(item.member("baseline")), plan.outline.arm(item.member("arm"))], item))
    }
    let several = try member.optional("own")
    let own: Test
    if let several, plan.options.count > 2 {
      own = try test(plan.options, several)
      let hasUse = future != nil
      let isFirst = tests.first.map { own.rank(hasUse: hasUse) >= $0.rank(hasUse: hasUse) } ?? true
      tests.insert(own, at: isFirst ? 0 : tests.count)
    } else if let pair = tests.first(where: { $0.options == plan.options }) {
      own = pair
    } else {
      throw found.problem(expected: "the test of the planned options among them")
    }
    var curve: [Size] = []
    for item in try member.member("sizes").items() {
      curve.append(
        Size(
          balance: try balance(item), nextThousand: try item.member("next_thousand").number(in: amounts)))
    }
    self.init(
      economics: TestEconomics(
        future: future ?? 0, worth: try member.member("worth").number(in: amounts),
        installsWhileWaiting: try member.member("installs_while_waiting").number(in: 0...1e300)),
      hasUse: future != nil,
      curve: curve, knowing: try member.estimate("perfect_information", in: amounts),
      bestArm: try plan.outline.arm(member.member("best_guess")),
      misleading: try member.optionalNumber("misleading", in: 0...1), tests: tests, own: own)
  }
}
