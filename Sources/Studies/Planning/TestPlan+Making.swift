import ExperimentDesign
import Inference

extension TestPlan {
  /// A plan from rates alone: what a request leaves out, with a calendar where the installs of a day are known.
  ///
  /// - Throws: `TestPlanProblem`.
  public init(baseline: Double, _ request: TestRequest) throws {
    let rate = MonteCarloNumber(value: baseline, mcse: 0)
    let count = request.allocation?.count ?? 2
    let subject = TestSubject(
      names: (0..<count).map(Self.letter), rates: [MonteCarloNumber](repeating: rate, count: count),
      day: request.day, installsPerDay: request.installsPerDay)
    try self.init(PlannedTest(subject, request))
  }

  /// What an option of rates alone is called: `a` is the baseline.
  private static func letter(_ index: Int) -> String {
    index < 26 ? String(UnicodeScalar(UInt8(97 + index))) : "option\(index + 1)"
  }

  init(_ plan: PlannedTest, guardrails: [Guardrail] = []) throws {
    let (design, subject, isOfRun) = (plan.design, plan.subject, plan.rehearsal != nil)
    let points = try plan.sizes.map { size in
      let installs = size.reduce(0, +)
      let power = try design.power(installs: installs, shares: plan.assumed)
      return (
        size: size, installs: installs, power: power.each.min() ?? 0, all: power.all,
        tests: try plan.rehearsal?.tests(installs: installs)
      )
    }
    let own = points.first { $0.installs == plan.planned } ?? points[0]
    let needed = plan.needed.map(design.wholeInstalls)
    question = Question(
      asked: plan.asked, nonInferior: design.nonInferior, margin: plan.rehearsal?.margin,
      confidence: design.level.value, comparisonConfidence: design.comparisonLevel.value, day: subject.day,
      metric: subject.metric, power: plan.power, clusters: design.clusters, plannedLooks: design.looks)
    options = subject.names.indices.map { index in
      Option(
        option: subject.names[index],
        rate: isOfRun ? subject.rates[index].value : plan.assumed[index],
        rateMcse: isOfRun ? subject.rates[index].mcse : nil, allocation: design.allocation[index],
        installs: plan.size[index], installsNeeded: needed?[index],
        difference: index == 0 ? nil : plan.differences[index - 1])
    }
    answer = Answer(
      planned: plan.planned, power: own.power, powerOfAll: own.all,
      isEnough: plan.asked != .isEnough || own.power >= plan.power, needed: needed?.reduce(0, +),
      detects: plan.detects, inflation: (try? design.inflation(power: plan.power)) ?? 1)
    calendar = plan.calendar(installs: plan.planned)
    worth = plan.worth
    self.guardrails = guardrails
    (looks, stopping) = try Self.looks(plan, own.tests)
    curve = try points.flatMap { point in
      let balance = try plan.value?.balance(installs: point.installs)
      return try subject.names.indices.dropFirst().map { option in
        var row = Size(
          planned: point.installs, installsOfBaseline: point.size[0], installsOfOption: point.size[option],
          wholeWeeks: plan.calendar(installs: point.installs)?.wholeWeeks, option: subject.names[option],
          power: point.power, evsi: balance?.evsi, evsiMcse: balance?.evsiMcse,
          netBenefit: balance?.netBenefit)
        try point.tests.map { try row.show($0, option - 1) }
        return row
      }
    }
  }

  /// The looks, and how they decide; none for a single look.
  private static func looks(
    _ plan: PlannedTest, _ tests: RehearsedTests?
  ) throws -> ([Look], [Stopping]) {
    guard let boundaries = plan.design.boundaries else { return ([], []) }
    let calendar = plan.calendar(installs: plan.planned)
    let ifEqual = try boundaries.stopping(drift: 0).atEachLook
    let looks = boundaries.looks.enumerated().map { index, look in
      let installs = Double(plan.planned) * look.fraction
      return Look(
        fraction: look.fraction, planned: Int((installs * (1 - 1e-12)).rounded(.up)),
        day: calendar.map { look.fraction < 1 ? $0.day(of: installs) : $0.readOn }, bound: look.bound,
        stopIfEqual: ifEqual[index])
    }
    let names = plan.subject.names
    if let tests {
      return (looks, try names.indices.dropFirst().map { try tests.stopping($0, named: names[$0]) })
    }
    // Of the comparison that takes longest; options are stopped together.
    let drift = try plan.design.drifts(installs: Double(plan.planned), shares: plan.assumed).min() ?? 0
    let ifTrue = try boundaries.stopping(drift: drift)
    func exact(_ chance: Double) -> MonteCarloNumber { MonteCarloNumber(value: chance, mcse: 0) }
    let stopping = Stopping(
      option: names[1], stops: ifTrue.atEachLook.map(exact), installsUsed: exact(ifTrue.expectedInformation))
    return (looks, [stopping])
  }
}

extension TestPlan.Size {
  /// Adds what tests show of a comparison.
  fileprivate mutating func show(_ tests: RehearsedTests, _ comparison: Int) throws {
    let found =
      try [.better, .worse, .equivalent, .unknown].map { try tests.share($0, comparison) }
      + [tests.shown(comparison)]
    (pBetter, pWorse, pEquivalent) = (found[0].value, found[1].value, found[2].value)
    (pUnknown, pShown) = (found[3].value, found[4].value)
    pMcse = found.map(\.mcse).max()
  }
}
