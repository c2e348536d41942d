import Inference
public import TextFormats

extension PlannedTest {
  /// A plan as ``PlanJSON/document(_:)`` writes it.
  ///
  /// - Throws: `JSONProblem` with the place of what no plan has.
  public init(reading document: JSONMember) throws(JSONProblem) {
    let question = try document.member("question")
    let answer = try document.member("answer")
    let arms = try document.member("arms")
    var (shares, allocation): ([Double], [Double]) = ([], [])
    for arm in try arms.items() {
      shares.append(try arm.member("rate").number(in: 0...1))
      allocation.append(try arm.member("allocation").number(in: 0...1))
    }
    guard (2...Self.mostArms).contains(shares.count) else {
      throw arms.problem(expected: "2 to \(Self.mostArms) options")
    }
    let design = try DesignJSON.read(question, allocation: allocation)
    let planned = try Self.point(answer, arms: shares.count)
    var curve: [TestPlan.Point] = []
    for size in try document.member("curve").items() {
      curve.append(try Self.point(size, arms: shares.count))
    }
    let needed = try answer.optional("needed")
    let plan = TestPlan(
      design: design, asked: try question.member("asked").word(TestPlan.Asked.self), shares: shares,
      wantedPower: try answer.optionalNumber("wanted_power", in: 0...1), answer: planned, curve: curve,
      inflation: try answer.member("inflation").number(in: 0...1e6),
      stopping: try Self.stopping(document, design),
      needed: try needed.map { size throws(JSONProblem) in try Self.point(size, arms: shares.count) },
      isEnough: try answer.member("is_enough").flag())
    let day = try question.optional("day")
    self.init(
      plan, calendar: try TestCalendar(reading: document, installs: planned.total),
      day: try day?.count(in: 0...3650))
  }

  private static let mostArms = 1_000

  private static func point(_ member: JSONMember, arms: Int) throws(JSONProblem) -> TestPlan.Point {
    var installs: [Int] = []
    for (_, count) in try member.member("per_arm").members() { installs.append(try count.count()) }
    guard installs.count == arms else {
      throw try member.member("per_arm").problem(expected: "the installs of \(arms) options")
    }
    var powers: [Double] = []
    for power in try member.member("powers").items(arms - 1) { powers.append(try power.number(in: 0...1)) }
    return TestPlan.Point(
      total: try member.member("planned").count(), installs: installs, powers: powers)
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
}

extension TestCalendar {
  /// That of a test of some installs, by the pace that its document says; `nil` where it says none.
  init?(reading document: JSONMember, installs: Int) throws(JSONProblem) {
    guard let member = try document.optional("calendar") else { return nil }
    self.init(
      installs: installs, installsPerDay: try member.member("per_day").number(in: 0.1...1e9),
      waitingDays: try member.member("waiting_days").count(in: 0...3650))
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
