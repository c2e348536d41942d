import ExperimentDesign
import GSLNumerics
import Inference

/// What a test is planned of: options of a run, or rates alone.
struct TestSubject {
  /// Names of the options, the baseline first.
  var names: [String]
  /// What each is expected to do; of rates alone that of the baseline.
  var rates: [MonteCarloNumber]
  /// The age in days at which installs are read; `nil` for counts of any age.
  var day: Int?
  /// Installs a day that take part; `nil` where nobody says.
  var installsPerDay: Double?
  /// What the trials of a run say; `nil` for rates alone.
  var model: Model?

  /// Options of a run.
  struct Model {
    /// The position of the scenario.
    var scenario: Int
    /// Positions of the options, the baseline first.
    var options: [Int]
    /// What the test counts of its installs.
    var metric: Metric
    /// The margin of the answer.
    var margin: Double
    /// The share of each option by trial, and trials that are drawn together.
    var shares: [[Double]]
    var trialsOfABlock: Int
  }

  /// The difference that the size is for, of each comparison; `nil` where that is asked for.
  func differences(_ request: TestRequest) throws(TestPlanProblem) -> [Double]? {
    let baseline = rates[0].value
    if let margin = request.nonInferior, baseline <= margin {
      throw .marginBeyondRate(margin: margin, baseline: baseline)
    }
    let usual = request.nonInferior == nil ? model?.margin : 0
    guard let asked = request.difference ?? usual else { return nil }
    var found: [Double] = []
    for rate in rates.dropFirst() {
      // A size may be looked for on the other side, where there is no room on that of the mean.
      let sides =
        model == nil || request.nonInferior != nil || asked < 0
        ? [asked] : rate.value < baseline ? [-asked, asked] : [asked, -asked]
      guard let difference = sides.first(where: { (1e-9..<1 - 1e-9).contains(baseline + $0) }) else {
        throw .tooFarApart(difference: asked, baseline: baseline)
      }
      found.append(difference)
    }
    return found
  }
}

/// A test with its size: of size, power and difference what was left out is answered.
struct PlannedTest {
  let subject: TestSubject
  /// How it is split and judged.
  let design: TestDesign
  /// Where the size is from: it was asked for, given, or is the one that gains most.
  var asked: TestPlan.Question.Asked
  /// The difference that the size is for, of each comparison.
  let differences: [Double]
  /// The power asked for.
  let power: Double
  /// Installs of all options together that have the power for the difference, not rounded; `nil` where nobody needs them.
  let needed: Double?
  /// The planned installs of each option.
  var size: [Int]
  /// Tests of it over the draws of the inputs; `nil` for rates alone.
  let rehearsal: Rehearsal?
  /// What it is worth; `nil` where that is not known.
  var value: ValueOfTest?

  /// Looks at any time are one a day of the test's own calendar.
  static func of(_ subject: TestSubject, _ request: TestRequest) throws -> PlannedTest {
    do {
      let plan = try PlannedTest(subject, request, request.looks)
      guard request.looks?.anyTime == true, let calendar = plan.calendar(installs: plan.planned) else {
        return plan
      }
      return try PlannedTest(subject, request, .anyTime(days: calendar.enrolmentDays))
    } catch let error as NumericsError {
      throw TestPlanProblem.numerics(error)
    }
  }

  private init(_ subject: TestSubject, _ request: TestRequest, _ looks: PlannedLooks?) throws {
    self.subject = subject
    power = request.power ?? TestRequest.usualPower
    let allocation = request.allocation ?? subject.names.map { _ in 1 }
    guard allocation.count == subject.names.count else {
      throw TestPlanProblem.otherSplit(shares: allocation.count, options: subject.names)
    }
    let design = try TestDesign(
      nonInferior: request.nonInferior, level: request.level, allocation: allocation,
      clusters: request.clusters, looks: looks)
    self.design = design
    if let installs = request.installs {
      guard installs >= 2 * subject.names.count else {
        throw TestPlanProblem.tooFew(installs: installs, options: subject.names.count)
      }
      if let clusters = request.clusters, !design.fitsClusters(installs) {
        throw TestPlanProblem.tooFewClusters(installs: installs, size: clusters.installs)
      }
    }
    let given = request.installs.map(design.split)
    let baseline = subject.rates[0].value
    switch (try subject.differences(request), given) {
    case (nil, nil): throw TestPlanProblem.nothingGiven
    case (nil, let given?):
      (asked, needed) = (.difference, nil)
      differences = try design.detectedDifferences(
        installs: given.reduce(0, +), baseline: baseline, power: power)
    case (let known?, _):
      differences = known
      asked = given == nil ? .size : request.power == nil ? .power : .isEnough
      needed =
        asked == .power && subject.model == nil
        ? nil : try design.needed(shares: [baseline] + known.map { baseline + $0 }, power: power)
    }
    let whole = (needed.map(design.wholeInstalls) ?? []).map { Int($0) }
    size = given ?? (subject.model == nil ? whole : design.split(whole.reduce(0, +)))
    rehearsal = subject.model.map {
      Rehearsal(
        $0.shares, trialsOfABlock: $0.trialsOfABlock, design: design, margin: request.margin ?? $0.margin)
    }
  }

  /// Installs of all options together that are planned.
  var planned: Int { size.reduce(0, +) }

  /// The installs of each option that have the power.
  var wholeNeeded: [Int]? { needed.map { design.wholeInstalls($0).map { Int($0) } } }

  /// How long a test of a size takes; `nil` where nobody says how many take part a day.
  func calendar(installs: Int) -> TestCalendar? {
    subject.installsPerDay.map {
      TestCalendar(installs: installs, installsPerDay: $0, waitingDays: subject.day ?? 0)
    }
  }

  /// The shares that the power is of, the baseline's first.
  var assumed: [Double] { [subject.rates[0].value] + differences.map { subject.rates[0].value + $0 } }

  /// A size, and what tests of it show.
  struct Point {
    /// Of each option, and of all together.
    var size: [Int]
    var installs: Int { size.reduce(0, +) }
    /// The chance of each comparison to show its aim at the mean rate of the baseline, if the difference is the planned one;
    /// the smallest.
    var power: Double
    /// The chance of all to show it; `nil` for a single comparison, and with looks.
    var powerOfAll: Double?
    /// What tests show over the uncertain inputs; `nil` for rates alone.
    var tests: RehearsedTests?
  }

  /// Several sizes, the smallest first; one of them is the planned one.
  func points() throws -> [Point] {
    try (rehearsal == nil ? sizesOfRates() : sizesOfModel()).map { size in
      let installs = size.reduce(0, +)
      let power = try design.power(installs: installs, shares: assumed)
      return Point(
        size: size, power: power.each.min() ?? 0, powerOfAll: power.all,
        tests: try rehearsal?.tests(installs: installs))
    }
  }

  /// Half of the size, the size and twice that.
  private func sizesOfRates() -> [[Int]] {
    // What does not split into whole installs, or releases, is not counted.
    let half = design.clusters == nil ? size.map { $0 / 2 } : design.split(planned / 2)
    var sizes: [[Int]] = []
    for other in [half, size, design.split(2 * planned)] {
      // Releases come whole, so that half of few of them may be as many.
      let installs = other.reduce(0, +)
      if installs > sizes.last?.reduce(0, +) ?? 0 { sizes.append(other) }
    }
    return sizes
  }

  /// An eighth of the size to four times it, with round numbers of the baseline; small ones have at least 10 installs of
  /// each option.
  private func sizesOfModel() -> [[Int]] {
    let share = design.allocation[0]
    let fewest = 10 * design.allocation.count
    var sizes: [Int] = []
    for factor in [0.125, 0.25, 0.5, 1, 2, 4] {
      let baseline = twoDigitsUp(Double(planned) * factor * share)
      let others = design.allocation.dropFirst().map {
        Int((Double(baseline) * $0 / share * (1 - 1e-12)).rounded(.up))
      }
      let size = factor == 1 ? planned : design.split(others.reduce(baseline, +)).reduce(0, +)
      if size >= fewest || factor == 1, sizes.last.map({ $0 < size }) ?? true { sizes.append(size) }
    }
    // Two sizes are spoken of, and each has its row.
    if asked == .value, let wholeNeeded { sizes = Set(sizes + [wholeNeeded.reduce(0, +)]).sorted() }
    return sizes.map(design.split)
  }
}

/// A number of installs rounded up to two digits, as sizes of tests are printed; at least 1.
public func twoDigitsUp(_ installs: Double) -> Int {
  var step = 1.0
  while installs / step >= 100 { step *= 10 }
  return Int((installs / step).rounded(.up) * step)
}

extension TestDesign {
  /// Clusters that are drawn for the power of one size, of all options together.
  private static let drawnClusters = 100_000

  /// The power of each comparison: by the formula, or over releases or languages by tests that are drawn and read as
  /// `analyze` reads them.
  ///
  /// The design effect alone promises more than a few releases have: their spread is known from so few.
  func power(installs: Int, shares: [Double]) throws -> (each: [Double], all: Double?) {
    guard let clusters else {
      return (
        try powers(installs: Double(installs), shares: shares),
        try powerOfAll(installs: Double(installs), shares: shares)
      )
    }
    let count = split(installs).reduce(0, +) / clusters.installs
    let tests = min(4_000, max(400, Self.drawnClusters / count))
    let found = try Rehearsal(shares.map { [$0] }, design: self, margin: 0, tests: tests)
      .tests(installs: installs)
    return (
      try (0..<comparisons).map { try found.shown($0).value },
      try comparisons > 1 ? found.shownOfAll().value : nil
    )
  }

  /// Installs of all options together that give every comparison a power: by the formula and not rounded, or as many whole
  /// releases or languages as it takes.
  ///
  /// - Throws: `TestPlanProblem`, for more than an analysis reads, and `NumericsError`.
  func needed(shares: [Double], power: Double) throws -> Double {
    let formula = try installs(shares: shares, power: power)
    let most = wholeInstalls(formula).max() ?? 0
    guard most <= Double(ObservedCount.largest) else { throw TestPlanProblem.tooLarge(installs: most) }
    guard let clusters else { return formula }
    func whole(_ installs: Double) -> Int { wholeInstalls(installs).reduce(0) { $0 + Int($1) } }
    var size = whole(formula)
    while try self.power(installs: size, shares: shares).each.min() ?? 1 < power {
      // By one release of the baseline; where there are many, by a twentieth of them.
      let own = split(size)[0] / clusters.installs
      size = whole(Double((own + max(1, own / 20)) * clusters.installs) / allocation[0])
    }
    return Double(size)
  }

  /// The difference of every comparison that a size detects with a power; where no share above the baseline's is far
  /// enough, one below may be.
  fileprivate func detectedDifferences(installs: Int, baseline: Double, power: Double) throws -> [Double] {
    func share(above: Bool) throws -> Double? {
      try detectableShare(installs: Double(installs), baseline: baseline, power: power, above: above)
    }
    guard let found = try share(above: true) ?? share(above: false) else {
      throw TestPlanProblem.nothingDetectable(installs: installs)
    }
    return [Double](repeating: found - baseline, count: comparisons)
  }
}
