import ExperimentDesign
public import Inference
import TestAnalysis

/// What the analysis of `analyze` finds in simulated tests of one size.
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
  }

  /// How many tests were simulated.
  public let simulations: Int
  /// In their order.
  public let comparisons: [Comparison]
  /// The share that shows what the test is for in some comparison.
  public let found: MonteCarloNumber
  /// The share of tests that each look ends, which several comparisons have all crossed by then; empty for a single one.
  public let stops: [MonteCarloNumber]
  /// The share of the installs that a test has when it ends, on average.
  public let used: MonteCarloNumber

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
    let tests = try (0..<simulations).compactMap { simulation in
      defer { onTest() }
      var draws = FixedDraws(purpose: purpose, simulation: simulation)
      return try reading.findings(shares(simulation), &draws)
    }
    // A test goes on until its last comparison is decided.
    let ends = tests.map { findings in
      let crossings = findings.compactMap(\.look)
      return crossings.count == findings.count ? crossings.max() : nil
    }
    self.simulations = simulations
    func part(_ tests: Int) -> MonteCarloNumber {
      share(Double(tests) / Double(simulations), of: simulations)
    }
    comparisons = shares(0).dropFirst().indices.map { option in
      let own = tests.map { $0[option - 1] }
      return Comparison(
        better: part(own.count { $0.verdict == .better }), worse: part(own.count { $0.verdict == .worse }),
        equivalent: part(own.count { $0.verdict == .equivalent }), shown: part(own.count(where: \.isShown)))
    }
    found = part(tests.count { $0.contains(where: \.isShown) })
    stops = looks.count > 1 ? looks.indices.map { look in part(ends.count { $0 == look }) } : []
    used = mean(ends.map { looks[$0 ?? looks.count - 1] }, of: simulations)
  }
}

extension RehearsedReading.Finding {
  /// Whether it shows what the test is for: that the two differ, where nothing else is.
  fileprivate var isShown: Bool { showsAim ?? (verdict == .better || verdict == .worse) }
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

/// A rehearsal of a planned test.
public struct TestRehearsal: Equatable, Sendable {
  /// With the rates of the trials.
  public let tests: RehearsedTests
  /// By how much each arm's share differs from the baseline's where it is read when the last install has come, whatever its
  /// age, though all are equal by the day of reading; empty where that is not known.
  public let tooEarlyDifferences: [Double]

  /// How many tests are simulated.
  static let simulations = 1_000
  /// The same of releases or languages, which the analysis assigns anew thousands of times.
  static let simulationsOfClusters = 200
  /// Releases or languages of all simulated tests together, at most: some minutes.
  static let mostClusters = 2_000_000
}

extension DrawnTestPlan {
  /// Simulates tests of the planned size, and analyses them as `analyze` does.
  ///
  /// - Parameters:
  ///   - courses: of the same trials; `nil` where they are not known.
  ///   - onTest: called after each simulated test, with how many there were and will be.
  /// - Returns: `nil` for releases or languages of which an option has fewer than two.
  /// - Throws: ``TestRequestProblem/tooManyClusters(_:)``, and what the analysis throws.
  public func rehearsal(
    courses: AnswerCourses? = nil, onTest: (_ done: Int, _ all: Int) -> Void = { _, _ in }
  ) throws -> TestRehearsal? {
    let simulations =
      plan.design.clusters == nil ? TestRehearsal.simulations : TestRehearsal.simulationsOfClusters
    guard let reading = try RehearsedReading(plan.design, planned: plan.planned, margin: plan.margin)
    else { return nil }
    guard reading.clusters <= TestRehearsal.mostClusters / simulations else {
      throw TestRequestProblem.tooManyClusters(reading.clusters)
    }
    let columns = [test.baseline] + test.arms
    let draws = test.baseline.count
    func draw(_ simulation: Int) -> Int {
      min(draws - 1, Int((Double(simulation) + 0.5) * Double(draws) / Double(simulations)))
    }
    var done = 0
    let tests = try RehearsedTests(
      purpose: 101, simulations: simulations, reading: reading,
      shares: { simulation in columns.map { $0[draw(simulation)] } },
      onTest: {
        done += 1
        onTest(done, simulations)
      })
    return TestRehearsal(tests: tests, tooEarlyDifferences: courses.map(tooEarlyDifferences) ?? [])
  }

  /// Of a difference that is read once: looks are at installs of one age, and releases do not come one a day.
  private func tooEarlyDifferences(_ courses: AnswerCourses) -> [Double] {
    guard plan.design.aim == .difference, plan.design.looks == nil, plan.design.clusters == nil,
      let calendar = plan.calendar(installs: plan.planned),
      let scenario = plan.outline.scenarios.firstIndex(where: { $0.name == plan.scenario }),
      let equal = EqualCourses(
        plan.options.map { courses.shares(scenario: scenario, arm: $0) }, day: plan.day)
    else { return [] }
    let shares = equal.shares(readOn: 7 * calendar.wholeWeeks)
    return shares.dropFirst().map { $0 - shares[0] }
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
