import Inference
import TestData
public import TextFormats

extension PlannedTest {
  /// A plan as ``PlanJSON/document(_:)`` writes it.
  ///
  /// - Throws: `JSONProblem` with the place of what no plan has.
  public init(reading document: JSONMember) throws(JSONProblem) {
    let question = try document.member("question")
    let answer = try document.member("answer")
    let arms = try document.member("arms")
    var (shares, allocation, counted): ([Double], [Double], [Double]) = ([], [], [])
    for arm in try arms.items() {
      shares.append(try arm.member("rate").number(in: 0...1))
      allocation.append(try arm.member("allocation").number(in: 0...1))
      counted.append(try arm.member("counted").number(in: 0...1))
    }
    guard (2...Self.mostArms).contains(shares.count) else {
      throw arms.problem(expected: "2 to \(Self.mostArms) options")
    }
    let design = try Self.design(question, allocation: allocation, counted: counted)
    let planned = try Self.point(answer, arms: shares.count)
    var curve: [TestPlan.Point] = []
    for size in try document.member("curve").items() {
      curve.append(try Self.point(size, arms: shares.count))
    }
    func optional(_ key: String) throws(JSONProblem) -> TestPlan.Point? {
      guard let member = try answer.optional(key) else { return nil }
      return try Self.point(member, arms: shares.count)
    }
    let plan = TestPlan(
      design: design, asked: try question.member("asked").word(TestPlan.Asked.self), shares: shares,
      wantedPower: try answer.optionalNumber("wanted_power", in: 0...1), answer: planned, curve: curve,
      inflation: try answer.member("inflation").number(in: 0...1e6),
      stopping: try Self.stopping(document, design),
      needed: try optional("needed"), neededByIntervals: try optional("by_intervals"),
      isEnough: try answer.member("is_enough").flag())
    let calendar = try PlannedCalendar(reading: document)
    let day = try question.optional("day")
    var powers: [TestPlan.SizePower] = []
    for size in try document.member("power_curve").items() {
      powers.append(
        TestPlan.SizePower(
          total: try size.member("planned").count(), power: try size.member("power").number(in: 0...1)))
    }
    self.init(
      plan,
      calendar: calendar?.calendar(installs: planned.total, allocation: allocation),
      start: calendar?.start, day: try day?.count(in: 0...3650),
      denominator: try question.member("denominator").word(Denominator.self),
      lost: try question.member("lost").number(in: 0...0.999), cheaper: try Self.cheaper(answer),
      powerCurve: powers)
  }

  private static let mostArms = 1_000

  private static func design(
    _ question: JSONMember, allocation: [Double], counted: [Double]
  ) throws(JSONProblem) -> TestDesign {
    let aim = try PlannedAimJSON.read(question.member("aim"), margin: question.optional("margin"))
    let confidence = try question.member("confidence")
    guard let level = try? ConfidenceLevel(try confidence.number()) else {
      throw confidence.problem(expected: "a number from 0.5 to 0.9999")
    }
    let sides = try question.member("sides").word(TestSides.self)
    let correction = try question.member("correction").word(MultiplicityCorrection.self)
    let clusters = try PlannedClustersJSON.read(question.optional("clusters"))
    let test = try question.member("test").word(DecidingTest.self)
    let looks = try PlannedLooksJSON.read(question.optional("planned_looks"))
    let mustShowAll = try question.member("must_show_all").flag()
    do {
      return try TestDesign(
        aim: aim, level: level, sides: sides, correction: correction, allocation: allocation,
        counted: counted, clusters: clusters, test: test, looks: looks, mustShowAll: mustShowAll)
    } catch {
      throw JSONProblem(place: question.path, reason: "no test is judged so: \(error)")
    }
  }

  private static func point(_ member: JSONMember, arms: Int) throws(JSONProblem) -> TestPlan.Point {
    var installs: [Int] = []
    for (_, count) in try member.member("per_arm").members() { installs.append(try count.count()) }
    guard installs.count == arms else {
      throw try member.member("per_arm").problem(expected: "the installs of \(arms) options")
    }
    var powers: [Double] = []
    for power in try member.member("powers").items(arms - 1) { powers.append(try power.number(in: 0...1)) }
    var joint: JointPower?
    if let any = try member.optionalNumber("power_any", in: 0...1) {
      joint = JointPower(any: any, all: try member.member("power_all").number(in: 0...1))
    }
    return TestPlan.Point(
      total: try member.member("planned").count(), installs: installs, powers: powers,
      isExact: try member.member("exact").flag(), joint: joint,
      power: try member.member("power").number(in: 0...1))
  }

  private static func stopping(
    _ document: JSONMember, _ design: TestDesign
  ) throws(JSONProblem) -> TestPlan.Stopping? {
    guard let count = design.boundaries?.looks.count else { return nil }
    var (ifTrue, ifEqual): ([Double], [Double]) = ([], [])
    for look in try document.member("looks").items(count) {
      ifTrue.append(try look.member("stop_if_true").number(in: 0...1))
      ifEqual.append(try look.member("stop_if_equal").number(in: 0...1))
    }
    return TestPlan.Stopping(
      ifTrue: ifTrue, ifEqual: ifEqual,
      installsIfTrue: try document.member("expected_planned_if_true").number(in: 0...1e15),
      installsIfEqual: try document.member("expected_planned_if_equal").number(in: 0...1e15))
  }

  private static func cheaper(_ answer: JSONMember) throws(JSONProblem) -> Cheaper? {
    guard let member = try answer.optional("cheaper") else { return nil }
    var split: [Double] = []
    for share in try member.member("allocation").items() { split.append(try share.number(in: 0...1e6)) }
    return Cheaper(split: split, installs: try member.member("planned").count())
  }
}

/// What is said of the pace of a test, read from its document.
struct PlannedCalendar {
  /// Installs a day that take part, of all arms together.
  let installsPerDay: Double
  let waitingDays: Int
  let ramp: TrafficRamp?
  let start: CalendarDay?

  /// - Returns: `nil` where the installs of a day are not known.
  init?(reading document: JSONMember) throws(JSONProblem) {
    guard let member = try document.optional("calendar") else { return nil }
    installsPerDay = try member.member("per_day").number(in: 0.1...1e9)
    waitingDays = try member.member("waiting_days").count(in: 0...3650)
    var steps: [TrafficRamp.Step] = []
    for step in try member.member("ramp").items() {
      steps.append(
        TrafficRamp.Step(
          share: try step.member("share").number(in: 1e-9...0.999_999_999),
          days: try step.member("days").count(in: 1...100_000)))
    }
    ramp = steps.isEmpty ? nil : TrafficRamp(steps)
    let first = try member.optional("start")
    start = try first.map { first throws(JSONProblem) in
      guard let day = CalendarDay(try first.text()) else { throw first.problem(expected: "a date") }
      return day
    }
  }

  func calendar(installs: Int, allocation: [Double]) -> TestCalendar {
    TestCalendar(
      installs: installs, installsPerDay: installsPerDay, waitingDays: waitingDays, allocation: allocation,
      ramp: ramp)
  }
}

extension JSONMember {
  /// A number of an object; `nil` where it is missing or null.
  func optionalNumber(
    _ key: String,
    in range: ClosedRange<Double> = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
  ) throws(JSONProblem) -> Double? {
    guard let member = try optional(key) else { return nil }
    return try member.number(in: range)
  }
}
