import ExperimentDesign
public import Inference
import TestAnalysis

/// What the analysis of `analyze` finds in simulated tests of one size: shares and errors of its verdicts.
public struct RehearsedTests: Equatable, Sendable {
  /// What it finds of one comparison.
  public struct Comparison: Equatable, Sendable {
    /// The share that calls the arm better.
    public let better: MonteCarloNumber
    /// The share that calls it worse.
    public let worse: MonteCarloNumber
    /// The share that calls the two equivalent.
    public let equivalent: MonteCarloNumber
    /// The share that shows what the test is for.
    public let shown: MonteCarloNumber
    /// The estimated difference less the true one, on average.
    public let bias: MonteCarloNumber
    /// The share of intervals that hold the true difference.
    public let coverage: MonteCarloNumber
    /// Of the tests that call the arm better or worse, the share with the wrong sign (type S); `nil` where none does, and
    /// where there is no difference.
    public let wrongSign: Double?
    /// Of these tests, the mean size of the estimates over that of the true differences (type M).
    public let exaggeration: Double?

    /// The parts, unchanged.
    package init(
      better: MonteCarloNumber, worse: MonteCarloNumber, equivalent: MonteCarloNumber,
      shown: MonteCarloNumber, bias: MonteCarloNumber, coverage: MonteCarloNumber, wrongSign: Double?,
      exaggeration: Double?
    ) {
      self.better = better
      self.worse = worse
      self.equivalent = equivalent
      self.shown = shown
      self.bias = bias
      self.coverage = coverage
      self.wrongSign = wrongSign
      self.exaggeration = exaggeration
    }
  }

  /// How many tests were simulated.
  public let simulations: Int
  /// In their order.
  public let comparisons: [Comparison]
  /// The share that shows what the test is for in some comparison.
  public let found: MonteCarloNumber
  /// The share that shows what the test is for in every comparison.
  public let foundAll: MonteCarloNumber
  /// The share of tests that each look ends, which several comparisons have all crossed by then; empty for a single one.
  public let stops: [MonteCarloNumber]
  /// The share of the installs that a test has when it ends, on average.
  public let used: MonteCarloNumber

  /// The parts, unchanged.
  package init(
    simulations: Int, comparisons: [Comparison], found: MonteCarloNumber, foundAll: MonteCarloNumber,
    stops: [MonteCarloNumber], used: MonteCarloNumber
  ) {
    self.simulations = simulations
    self.comparisons = comparisons
    self.found = found
    self.foundAll = foundAll
    self.stops = stops
    self.used = used
  }

  /// Simulates tests and analyses each.
  ///
  /// Test s has a stream of its own, so that the same tests are simulated anywhere.
  /// - Parameters:
  ///   - purpose: the number of the streams; no two rehearsals share one.
  ///   - simulations: at least 1.
  ///   - reading: how a test is read.
  ///   - shares: of each option, the baseline first, in test s.
  ///   - onTest: called after each test.
  /// - Throws: what the analysis throws.
  init(
    purpose: UInt64, simulations: Int, reading: RehearsedReading, shares: (_ simulation: Int) -> [Double],
    onTest: () -> Void = {}
  ) throws {
    let looks = reading.fractions
    var counts: [ComparisonCount] = []
    var (found, foundAll) = (0, 0)
    var ends = [Int](repeating: 0, count: looks.count)
    var used: [Double] = []
    for simulation in 0..<simulations {
      defer { onTest() }
      var draws = FixedDraws(purpose: purpose, simulation: simulation)
      let truth = shares(simulation)
      if counts.isEmpty { counts = truth.dropFirst().map { _ in ComparisonCount() } }
      guard let findings = try reading.findings(truth, &draws) else { continue }
      for (comparison, finding) in findings.enumerated() {
        counts[comparison].add(finding, difference: truth[comparison + 1] - truth[0])
      }
      if findings.contains(where: \.isShown) { found += 1 }
      if findings.allSatisfy(\.isShown) { foundAll += 1 }
      // A test goes on until its last comparison is decided.
      let crossings = findings.compactMap(\.look)
      let look = crossings.count == findings.count ? crossings.max() : nil
      if let look { ends[look] += 1 }
      used.append(looks[look ?? looks.count - 1])
    }
    self.simulations = simulations
    func part(_ tests: Int) -> MonteCarloNumber {
      share(Double(tests) / Double(simulations), of: simulations)
    }
    comparisons = counts.map { $0.summary(of: simulations) }
    self.found = part(found)
    self.foundAll = part(foundAll)
    stops = looks.count > 1 ? ends.map(part) : []
    self.used = mean(used, of: simulations)
  }
}

extension RehearsedReading.Finding {
  /// Whether it shows what the test is for: that the two differ, where nothing else is.
  fileprivate var isShown: Bool { showsAim ?? (verdict == .better || verdict == .worse) }
}

/// What is counted of one comparison over simulated tests.
private struct ComparisonCount {
  private var (better, worse, equivalent, shown, covered, wrong) = (0, 0, 0, 0, 0, 0)
  private var errors: [Double] = []
  private var (sizes, truths) = (0.0, 0.0)
  private var differs = false

  mutating func add(_ found: RehearsedReading.Finding, difference: Double) {
    differs = differs || difference != 0
    errors.append(found.estimate - difference)
    if found.interval?.contains(difference) ?? false { covered += 1 }
    switch found.verdict {
    case .better, .worse:
      if found.verdict == .better { better += 1 } else { worse += 1 }
      if (found.verdict == .better) != (difference > 0) { wrong += 1 }
      sizes += abs(found.estimate)
      truths += abs(difference)
    case .equivalent: equivalent += 1
    case .unknown, nil: break
    }
    if found.isShown { shown += 1 }
  }

  func summary(of simulations: Int) -> RehearsedTests.Comparison {
    func part(_ tests: Int) -> MonteCarloNumber {
      share(Double(tests) / Double(simulations), of: simulations)
    }
    let called = better + worse
    return RehearsedTests.Comparison(
      better: part(better), worse: part(worse), equivalent: part(equivalent), shown: part(shown),
      bias: mean(errors, of: simulations), coverage: part(covered),
      wrongSign: called > 0 && differs ? Double(wrong) / Double(called) : nil,
      exaggeration: called > 0 && truths > 0 ? sizes / truths : nil)
  }
}

/// A mean over simulated tests, those without a value counting as 0.
private func mean(_ values: [Double], of simulations: Int) -> MonteCarloNumber {
  let count = Double(simulations)
  let mean = values.reduce(0, +) / count
  let squares = values.reduce(0) { $0 + $1 * $1 } / count
  return MonteCarloNumber(value: mean, mcse: (max(0, squares - mean * mean) / count).squareRoot())
}

/// A share of simulated tests, with an error that is above 0 at 0 and 1 too (Agresti & Coull 1998).
private func share(_ value: Double, of simulations: Int) -> MonteCarloNumber {
  let count = Double(simulations) + 4
  let shrunk = (value * Double(simulations) + 2) / count
  return MonteCarloNumber(value: value, mcse: (shrunk * (1 - shrunk) / count).squareRoot())
}

/// Rehearsals of a planned test: as it is planned, and where there is nothing to find.
public struct TestRehearsal: Equatable, Sendable {
  /// With the rates of the trials.
  public let planned: RehearsedTests
  /// Where there is nothing to find: with the baseline in every arm, and for an aim with a margin with every arm at that.
  public let identical: RehearsedTests
  /// With options that ask at different moments and are equal by the day of reading, read when every install is that
  /// old; `nil` where no answers by day are known.
  public let equalByDay: RehearsedTests?
  /// The same, read when the last install has come, whatever its age; `nil` without a calendar.
  public let tooEarly: RehearsedTests?
  /// By how much each arm's share differs from the baseline's where it is read too early, though all are equal by the
  /// day of reading; empty where that is not known.
  public let tooEarlyDifferences: [Double]

  /// Tests of each kind, where nobody says how many.
  public static let usualSimulations = 1_000
  /// The same of releases or languages, which the analysis assigns anew thousands of times.
  public static let usualSimulationsOfClusters = 200
  /// Releases or languages of all simulated tests together, at most: some minutes.
  public static let mostClusters = 2_000_000

  /// The parts, unchanged.
  package init(
    planned: RehearsedTests, identical: RehearsedTests, equalByDay: RehearsedTests?,
    tooEarly: RehearsedTests?, tooEarlyDifferences: [Double]
  ) {
    self.planned = planned
    self.identical = identical
    self.equalByDay = equalByDay
    self.tooEarly = tooEarly
    self.tooEarlyDifferences = tooEarlyDifferences
  }
}

extension DrawnTestPlan {
  /// Simulates tests of the planned size, and analyses them as `analyze` does.
  ///
  /// - Parameters:
  ///   - simulations: tests of each kind, at least 1; the usual number where nobody says.
  ///   - courses: of the same trials; `nil` where they are not known.
  ///   - onTest: called after each simulated test, with how many there were and will be.
  /// - Returns: `nil` for releases or languages of which an option has fewer than two.
  /// - Throws: ``TestRequestProblem/tooManyClusters(clusters:simulations:most:)``, and what the analysis throws.
  public func rehearsal(
    simulations given: Int? = nil, courses: AnswerCourses? = nil,
    onTest: (_ done: Int, _ all: Int) -> Void = { _, _ in }
  ) throws -> TestRehearsal? {
    let design = plan.design
    let simulations =
      given
      ?? (design.clusters == nil ? TestRehearsal.usualSimulations : TestRehearsal.usualSimulationsOfClusters)
    let isAbove = design.sides == .one ? plan.differences.map { $0 > 0 } : nil
    guard
      let reading = try RehearsedReading(
        design, planned: plan.planned, margin: plan.margin, isAbove: isAbove)
    else { return nil }
    let columns = [test.baseline] + test.arms
    let draws = test.baseline.count
    func draw(_ simulation: Int) -> Int {
      min(draws - 1, Int((Double(simulation) + 0.5) * Double(draws) / Double(simulations)))
    }
    // Options that are equal by a day are a case without anything to find for a difference alone.
    let courses = design.aim == .difference ? courses.flatMap { equalCourses($0) } : nil
    // Looks are at installs of one age, and releases do not come one a day.
    let isReadOnce = design.looks == nil && design.clusters == nil
    let early = isReadOnce ? courses : nil
    let shares = early.flatMap { courses in
      plan.calendar(installs: plan.planned).map { courses.shares(readOn: 7 * $0.wholeWeeks) }
    }
    let kinds = 2 + (courses == nil ? 0 : 1) + (shares == nil ? 0 : 1)
    let clusters = reading.clusters
    guard clusters * kinds <= TestRehearsal.mostClusters / simulations else {
      throw TestRequestProblem.tooManyClusters(
        clusters: clusters, simulations: simulations, most: TestRehearsal.mostClusters / (clusters * kinds))
    }
    var done = 0
    func tests(_ purpose: UInt64, _ shares: (_ draw: Int) -> [Double]) throws -> RehearsedTests {
      try RehearsedTests(
        purpose: purpose, simulations: simulations, reading: reading, shares: { shares(draw($0)) },
        onTest: {
          done += 1
          onTest(done, kinds * simulations)
        })
    }
    return TestRehearsal(
      planned: try tests(101) { draw in columns.map { $0[draw] } },
      identical: try tests(102) { draw in
        [columns[0][draw]] + columns.dropFirst().map { _ in withoutEffect(columns[0][draw]) }
      },
      equalByDay: try courses.map { courses in try tests(103) { _ in courses.shares(atAge: plan.day) } },
      tooEarly: try shares.map { shares in try tests(104) { _ in shares } },
      tooEarlyDifferences: shares.map { shares in shares.dropFirst().map { $0 - shares[0] } } ?? [])
  }

  /// The share of an arm that has not what the test is to show: the baseline's, or just at the margin from it.
  private func withoutEffect(_ baseline: Double) -> Double {
    switch plan.design.aim {
    case .difference: baseline
    case .nonInferior(let margin): max(0, baseline - margin)
    case .equivalent(let margin): baseline > margin ? baseline - margin : min(1, baseline + margin)
    }
  }

  /// The courses of all options by day, in proportion to have the baseline's share by the day of reading.
  private func equalCourses(_ courses: AnswerCourses) -> EqualCourses? {
    plan.outline.scenarios.firstIndex { $0.name == plan.scenario }.flatMap { scenario in
      EqualCourses(
        plan.options.map { courses.shares(scenario: scenario, arm: $0) }, day: plan.day)
    }
  }
}

/// Shares of options that have allowed by age, equal at one age.
struct EqualCourses: Equatable {
  /// By option, the baseline first, and by age in whole days.
  private let courses: [[Double]]

  /// - Parameters:
  ///   - courses: of each option, the baseline first, the share by the end of each day, from day 0.
  ///   - day: the age at which all are to be equal.
  /// - Returns: `nil` where a curve does not reach the day, or has nobody by it.
  init?(_ courses: [[Double]], day: Int) {
    guard let baseline = courses.first, day >= 0, courses.allSatisfy({ day < $0.count && $0[day] > 0 })
    else { return nil }
    self.courses = courses.map { course in
      let ratio = baseline[day] / course[day]
      return course[...day].map { $0 * ratio }
    }
  }

  /// The shares at the end of a day after the install, at least 0; later than the last day those of that day.
  func shares(atAge age: Int) -> [Double] { courses.map { $0[min(age, $0.count - 1)] } }

  /// The shares of all installs, as many each day, at the end of a day of the test, whatever their age.
  func shares(readOn day: Int) -> [Double] {
    let ages = (0..<max(1, day)).map { shares(atAge: $0) }
    return courses.indices.map { option in
      ages.reduce(0) { $0 + $1[option] } / Double(ages.count)
    }
  }
}
