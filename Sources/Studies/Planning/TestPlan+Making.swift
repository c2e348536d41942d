import ExperimentDesign
import Inference

extension PlannedTest {
  /// The plan of the test: what it and tests of other sizes show.
  func plan(guardrails: [TestPlan.Guardrail] = []) throws -> TestPlan {
    let points = try sizes.map { size in
      let installs = size.reduce(0, +)
      let power = try design.power(installs: installs, shares: assumed)
      return (
        size: size, installs: installs, power: power.each.min() ?? 0, all: power.all,
        tests: try rehearsal?.tests(installs: installs)
      )
    }
    let own = points.first { $0.installs == planned } ?? points[0]
    let whole = needed.map(design.wholeInstalls)
    let names = subject.names
    let (looks, stopping) = try looks(own.tests)
    return TestPlan(
      asked: asked, question: question, metric: subject.metric,
      comparisonConfidence: design.comparisonLevel.value,
      options: names.indices.map { option in
        TestPlan.Option(
          option: names[option], rate: rehearsal == nil ? assumed[option] : subject.rates[option],
          allocation: design.allocation[option], installs: size[option], installsNeeded: whole?[option],
          difference: option == 0 ? nil : differences[option - 1])
      },
      answer: TestPlan.Answer(
        planned: planned, power: own.power, powerOfAll: own.all,
        isEnough: asked != .isEnough || own.power >= power, needed: whole?.reduce(0, +), detects: detects,
        inflation: (try? design.inflation(power: power)) ?? 1),
      calendar: calendar(installs: planned), guardrails: guardrails, worth: worth, looks: looks,
      stopping: stopping,
      curve: try points.flatMap { point in
        let balance = try value?.balance(installs: point.installs)
        return try names.indices.dropFirst().map { option in
          var row = TestPlan.Size(
            planned: point.installs, installsOfBaseline: point.size[0], installsOfOption: point.size[option],
            wholeWeeks: calendar(installs: point.installs)?.wholeWeeks, option: names[option],
            power: point.power, evsi: balance?.evsi, evsiMcse: balance?.evsiMcse,
            netBenefit: balance?.netBenefit)
          try point.tests?.show(option - 1, in: &row)
          return row
        }
      })
  }

  /// The looks, and how they decide; none for a single look.
  private func looks(_ tests: RehearsedTests?) throws -> ([TestPlan.Look], [TestPlan.Stopping]) {
    guard let boundaries = design.boundaries else { return ([], []) }
    let calendar = calendar(installs: planned)
    let ifEqual = try boundaries.stopping(drift: 0).atEachLook
    let looks = boundaries.looks.enumerated().map { index, look in
      let installs = Double(planned) * look.fraction
      return TestPlan.Look(
        fraction: look.fraction, planned: Int((installs * (1 - 1e-12)).rounded(.up)),
        day: calendar.map { look.fraction < 1 ? $0.day(of: installs) : $0.readOn }, bound: look.bound,
        stopIfEqual: ifEqual[index])
    }
    let names = subject.names
    if let tests {
      return (looks, try names.indices.dropFirst().map { try tests.stopping($0, named: names[$0]) })
    }
    // Of the comparison that takes longest; options are stopped together.
    let drift = try design.drifts(installs: Double(planned), shares: assumed).min() ?? 0
    let ifTrue = try boundaries.stopping(drift: drift)
    func exact(_ chance: Double) -> MonteCarloNumber { MonteCarloNumber(value: chance, mcse: 0) }
    let stopping = TestPlan.Stopping(
      option: names[1], stops: ifTrue.atEachLook.map(exact), installsUsed: exact(ifTrue.expectedInformation))
    return (looks, [stopping])
  }
}

extension TestPlan {
  /// A plan from rates alone: what a request leaves out, with a calendar where the installs of a day are known.
  ///
  /// - Throws: `UnfitOption`.
  public init(baseline: Double, _ request: TestRequest) throws {
    let options = (request.allocation ?? [1, 1]).indices
    // The baseline is `a`.
    let names = options.map { $0 < 26 ? String(UnicodeScalar(UInt8(97 + $0))) : "option\($0 + 1)" }
    var question = request
    if request.nonInferior != nil { question.difference = request.difference ?? 0 }
    self = try PlannedTest(TestSubject(names: names, rates: options.map { _ in baseline }), question).plan()
  }
}

extension RehearsedTests {
  /// Adds what the tests show of a comparison to the row of their size.
  fileprivate func show(_ comparison: Int, in row: inout TestPlan.Size) throws {
    let found =
      try [.better, .worse, .equivalent, .unknown].map { try share($0, comparison) } + [shown(comparison)]
    (row.pBetter, row.pWorse, row.pEquivalent) = (found[0].value, found[1].value, found[2].value)
    (row.pUnknown, row.pShown) = (found[3].value, found[4].value)
    row.pMcse = found.map(\.mcse).max()
  }
}
