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
    let (design, subject, model) = (plan.design, plan.subject, plan.subject.model)
    let points = try plan.points()
    let own = points.first { $0.installs == plan.planned } ?? points[0]
    let needed = plan.needed.map(design.wholeInstalls)
    question = Question(
      asked: plan.asked, nonInferior: design.nonInferior, margin: plan.rehearsal?.margin,
      confidence: design.level.value, comparisonConfidence: design.comparisonLevel.value, day: subject.day,
      metric: model?.metric, power: plan.power, clusters: design.clusters, plannedLooks: design.looks)
    options = subject.names.indices.map { index in
      Option(
        option: subject.names[index],
        rate: model == nil ? plan.assumed[index] : subject.rates[index].value,
        rateMcse: model == nil ? nil : subject.rates[index].mcse, allocation: design.allocation[index],
        installs: plan.size[index], installsNeeded: needed?[index],
        difference: index == 0 ? nil : plan.differences[index - 1])
    }
    answer = Answer(
      planned: plan.planned, power: own.power, powerOfAll: own.powerOfAll,
      isEnough: plan.asked != .isEnough || own.power >= plan.power, needed: needed?.reduce(0, +),
      detects: plan.asked == .difference
        ? plan.differences[0]
        : design.detected(
          installs: plan.planned, baseline: subject.rates[0].value, power: plan.power,
          above: plan.differences[0] >= 0),
      inflation: (try? design.inflation(power: plan.power)) ?? 1)
    calendar = plan.calendar(installs: plan.planned)
    self.guardrails = guardrails
    (looks, stopping) = try Self.looks(plan, own.tests)
    curve = try points.flatMap { point in
      let balance = try plan.value?.balance(installs: point.installs)
      return try subject.names.indices.dropFirst().map { option in
        try Size(point, plan, option, balance)
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
      return (
        looks,
        try names.indices.dropFirst().map { option in
          let found = try tests.stopping(option - 1)
          return Stopping(option: names[option], stops: found.atLooks, installsUsed: found.used)
        }
      )
    }
    // Of the comparison that takes longest; options are stopped together.
    let drift = try plan.design.drifts(installs: Double(plan.planned), shares: plan.assumed).min() ?? 0
    let ifTrue = try boundaries.stopping(drift: drift)
    func exact(_ chance: Double) -> MonteCarloNumber { MonteCarloNumber(value: chance, mcse: 0) }
    return (
      looks,
      [
        Stopping(
          option: names[1], stops: ifTrue.atEachLook.map(exact),
          installsUsed: exact(ifTrue.expectedInformation))
      ]
    )
  }
}

extension TestPlan.Size {
  fileprivate init(
    _ point: PlannedTest.Point, _ plan: PlannedTest, _ option: Int, _ balance: TestPlan.Balance?
  ) throws {
    self.init(
      planned: point.installs, installsOfBaseline: point.size[0], installsOfOption: point.size[option],
      wholeWeeks: plan.calendar(installs: point.installs)?.wholeWeeks, option: plan.subject.names[option],
      power: point.power, evsi: balance?.evsi, evsiMcse: balance?.evsiMcse, netBenefit: balance?.netBenefit)
    guard let tests = point.tests else { return }
    func share(_ verdict: Verdict) throws -> (Double?, Double?) {
      let found = try tests.share(verdict, option - 1)
      return (found.value, found.mcse)
    }
    (pBetter, pBetterMcse) = try share(.better)
    (pWorse, pWorseMcse) = try share(.worse)
    (pEquivalent, pEquivalentMcse) = try share(.equivalent)
    (pUnknown, pUnknownMcse) = try share(.unknown)
    let shown = try tests.shown(option - 1)
    (pShown, pShownMcse) = (shown.value, shown.mcse)
  }
}

extension TestDesign {
  /// The difference that a size detects with a power; `nil` with looks and over releases, which take long, of another aim,
  /// and where it detects none on that side.
  fileprivate func detected(installs: Int, baseline: Double, power: Double, above: Bool) -> Double? {
    guard nonInferior == nil, looks == nil, clusters == nil, baseline > 0, baseline < 1 else { return nil }
    guard
      let share = try? detectableShare(
        installs: Double(installs), baseline: baseline, power: power, above: above)
    else { return nil }
    return share - baseline
  }
}
