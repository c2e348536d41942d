import ExperimentDesign
import Foundation
import GSLNumerics
import Inference
import TestData

/// What a test is planned of: options of a run, or rates alone.
struct TestSubject {
  /// Names of the options, the baseline first.
  var names: [String]
  /// What each is expected to do; of rates alone that of the baseline.
  var rates: [Double]
  /// The positions of the scenario and of the options in the run, the baseline first; none for rates alone.
  var scenario = 0
  var options: [Int] = []
  /// What the test counts of its installs; `nil` for rates alone.
  var metric: Metric?
  /// By option what it is expected to do in each trial, and trials that are drawn together; none for rates alone.
  var shares: [[Double]] = []
  var trialsOfABlock = 1

  /// The difference that the size is for, of each comparison; `nil` where that is asked for.
  func differences(_ question: TestRequest) throws -> [Double]? {
    let baseline = rates[0]
    if let margin = question.nonInferior, baseline <= margin {
      throw UnfitOption(
        "A rate of \(baseline.points)% cannot fall by the margin of \(margin.points) pp, so no test is needed. "
          + "Expected a '--non-inferior' below \(baseline.points) pp.")
    }
    guard let asked = question.difference else { return nil }
    return try rates.dropFirst().map { rate in
      // A size may be looked for on the other side, where there is no room on that of the mean.
      let sides =
        shares.isEmpty || question.nonInferior != nil || asked < 0
        ? [asked] : rate < baseline ? [-asked, asked] : [asked, -asked]
      guard let difference = sides.first(where: { (1e-9..<1 - 1e-9).contains(baseline + $0) }) else {
        throw UnfitOption(
          "The difference to detect is \(asked.points) pp, and the baseline's rate is \(baseline.points)% on average. "
            + "Expected one that leaves a rate above 0% and below 100%; give a smaller '--lift'.")
      }
      return difference
    }
  }
}

extension Double {
  /// In hundredths, with at most one decimal: `2`, `25.1`.
  fileprivate var points: String { String(format: "%g", (self * 1_000).rounded() / 10) }
}

/// A test with its size: of size, power and difference what was left out is answered.
struct PlannedTest {
  let subject: TestSubject
  /// What was asked, and what was chosen where nobody said.
  var question: TestRequest
  /// How it is split and judged.
  let design: TestDesign
  /// Where the size is from: it was asked for, given, or is the one that gains most.
  var asked: TestPlan.Asked
  /// The power asked for.
  let power: Double
  /// The difference that the size is for, of each comparison.
  let differences: [Double]
  /// Installs of all options together that have the power for the difference, not rounded; `nil` where nobody needs them.
  let needed: Double?
  /// The planned installs of each option.
  var size: [Int]
  /// Tests of it over the draws of the inputs; `nil` for rates alone.
  let rehearsal: Rehearsal?
  /// What tests of any size are worth, and this one; `nil` where that is not known.
  var value: ValueOfTest?
  var worth: TestPlan.Worth?

  /// Looks at any time are one a day of the test's own calendar.
  init(_ subject: TestSubject, _ question: TestRequest) throws {
    do {
      let plan = try PlannedTest(of: subject, question)
      var daily = question
      if question.looks?.anyTime == true, let calendar = plan.calendar(installs: plan.planned) {
        daily.looks = .anyTime(days: calendar.enrolmentDays)
      }
      self = try daily == question ? plan : PlannedTest(of: subject, daily)
    } catch NumericsError.outOfDomain(argument: "power", let power, _) {
      throw UnfitOption(
        "A power of \(power) is no more than a test without any effect has; expected one above its level. "
          + "Ask for a power such as 0.8.")
    } catch let error as NumericsError {
      throw UnfitOption("The plan cannot be computed: \(error). Use rates further from 0 and 1.")
    }
  }

  private init(of subject: TestSubject, _ question: TestRequest) throws {
    (self.subject, self.question, power) = (subject, question, question.power ?? 0.8)
    self.question.power = power
    let options = subject.names
    let allocation = question.allocation ?? options.map { _ in 1 }
    guard allocation.count == options.count else {
      throw UnfitOption(
        "'--allocation' has \(allocation.count) shares for \(options.count) options "
          + "(\(options.joined(separator: ", "))); give one for each.")
    }
    design = try TestDesign(
      nonInferior: question.nonInferior, level: ConfidenceLevel(question.confidence), allocation: allocation,
      clusters: question.clusters, looks: question.looks)
    if let installs = question.installs {
      guard installs >= 2 * options.count else {
        throw UnfitOption(
          "\(installs == 1 ? "1 install in total does" : "\(installs) installs in total do") not make a test of "
            + "\(options.count) options; expected at least \(2 * options.count).")
      }
      if let clusters = question.clusters, !design.fitsClusters(installs) {
        throw UnfitOption(
          "\(installs) installs do not give every option two releases or languages of \(clusters.installs), and of a "
            + "single one nothing can be told. Plan a larger test, or smaller releases.")
      }
    }
    let given = question.installs.map(design.split)
    switch (try subject.differences(question), given) {
    case (nil, nil):
      throw UnfitOption("A plan needs a size or a difference, and found neither. Give one of them.")
    case (nil, let given?):
      (asked, needed) = (.difference, nil)
      let installs = given.reduce(0, +)
      // Where no share above the baseline's is far enough, one below may be.
      guard
        let found = try design.detected(installs, subject.rates[0], power: power, above: true)
          ?? design.detected(installs, subject.rates[0], power: power, above: false)
      else {
        throw UnfitOption(
          "\(installs) installs detect no difference with this power, however large. Plan a larger test.")
      }
      differences = [Double](repeating: found, count: design.comparisons)
    case (let known?, _):
      differences = known
      asked = given == nil ? .size : question.power == nil ? .power : .isEnough
      needed =
        asked == .power && subject.shares.isEmpty
        ? nil
        : try design.needed(shares: [subject.rates[0]] + known.map { subject.rates[0] + $0 }, power: power)
    }
    let whole = needed.map(design.wholeInstalls) ?? []
    size = given ?? (subject.shares.isEmpty ? whole : design.split(whole.reduce(0, +)))
    rehearsal =
      subject.shares.isEmpty
      ? nil
      : Rehearsal(
        subject.shares, trialsOfABlock: subject.trialsOfABlock, design: design, margin: question.margin ?? 0)
  }

  /// Installs of all options together that are planned.
  var planned: Int { size.reduce(0, +) }

  /// How long a test of a size takes; `nil` where nobody says how many take part a day.
  func calendar(installs: Int) -> TestCalendar? {
    question.installsPerDay.map {
      TestCalendar(installs: installs, installsPerDay: $0, waitingDays: question.day ?? 0)
    }
  }

  /// The difference that the size detects with the power; `nil` with looks and over releases, which take long, of another
  /// aim, and where it detects none on that side.
  var detects: Double? {
    if asked == .difference { return differences[0] }
    guard design.nonInferior == nil, design.looks == nil, design.clusters == nil else { return nil }
    return try? design.detected(planned, subject.rates[0], power: power, above: differences[0] >= 0)
  }

  /// The shares that the power is of, the baseline's first.
  var assumed: [Double] { [subject.rates[0]] + differences.map { subject.rates[0] + $0 } }

  /// The installs of each option in tests of several sizes, the smallest first; one of them is the planned one.
  ///
  /// Of rates alone half of the size, the size and twice that; of a run an eighth of the size to four times it, with round
  /// numbers of the baseline, and small ones with at least 10 installs of each option.
  var sizes: [[Int]] {
    guard rehearsal != nil else {
      // What does not split into whole installs, or releases, is not counted.
      let half = design.clusters == nil ? size.map { $0 / 2 } : design.split(planned / 2)
      // Releases come whole, so that half of few of them may be as many.
      return (half.reduce(0, +) < planned ? [half] : []) + [size, design.split(2 * planned)]
    }
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
    if asked == .value, let needed {
      sizes = Set(sizes + [design.wholeInstalls(needed).reduce(0, +)]).sorted()
    }
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

  /// The power of each comparison, and of all together, `nil` for a single one and with looks: by the formula, or over releases
  /// or languages by tests that are drawn and read as `analyze` reads them.
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
  /// - Throws: `UnfitOption`, for more than an analysis reads, and `NumericsError`.
  func needed(shares: [Double], power: Double) throws -> Double {
    let formula = try installs(shares: shares, power: power)
    let most = formula * (allocation.max() ?? 1)
    guard most <= Double(ObservedCount.largest) else {
      throw UnfitOption(
        "The test takes \(String(format: "%.1e", most)) installs of one option, and expected are at most 1e9. "
          + "Plan for a larger difference, a larger margin or a lower power.")
    }
    guard let clusters else { return formula }
    var size = wholeInstalls(formula).reduce(0, +)
    while try self.power(installs: size, shares: shares).each.min() ?? 1 < power {
      // By one release of the baseline; where there are many, by a twentieth of them.
      let own = split(size)[0] / clusters.installs
      size = wholeInstalls(Double((own + max(1, own / 20)) * clusters.installs) / allocation[0]).reduce(0, +)
    }
    return Double(size)
  }

  /// The difference on one side of the baseline that every comparison of a size detects with a power; `nil` for none.
  fileprivate func detected(
    _ installs: Int, _ baseline: Double, power: Double, above: Bool
  ) throws -> Double? {
    try detectableShare(installs: Double(installs), baseline: baseline, power: power, above: above)
      .map { $0 - baseline }
  }
}
