import ExperimentDesign
public import Inference
import TestAnalysis

/// What the analysis of `analyze` finds in simulated tests of one size: shares and errors of its verdicts.
public struct RehearsedTests: Equatable, Sendable {
  /// How many tests were simulated.
  public let simulations: Int
  /// The share that calls the arm better.
  public let better: MonteCarloNumber
  /// The share that calls it worse.
  public let worse: MonteCarloNumber
  /// The share that calls the two equivalent.
  public let equivalent: MonteCarloNumber
  /// The estimated difference less the true one, on average.
  public let bias: MonteCarloNumber
  /// The share of intervals that hold the true difference.
  public let coverage: MonteCarloNumber
  /// Of the tests that call the arm better or worse, the share with the wrong sign (type S); `nil` where none does, and
  /// where there is no difference.
  public let wrongSign: Double?
  /// Of these tests, the mean size of the estimates over that of the true differences (type M).
  public let exaggeration: Double?
  /// The share of tests that each look ends; empty for a single one.
  public let stops: [MonteCarloNumber]
  /// The share of the installs that a test has when it ends, on average.
  public let used: MonteCarloNumber

  /// The parts, unchanged.
  package init(
    simulations: Int, better: MonteCarloNumber, worse: MonteCarloNumber, equivalent: MonteCarloNumber,
    bias: MonteCarloNumber, coverage: MonteCarloNumber, wrongSign: Double?, exaggeration: Double?,
    stops: [MonteCarloNumber], used: MonteCarloNumber
  ) {
    self.simulations = simulations
    self.better = better
    self.worse = worse
    self.equivalent = equivalent
    self.bias = bias
    self.coverage = coverage
    self.wrongSign = wrongSign
    self.exaggeration = exaggeration
    self.stops = stops
    self.used = used
  }

  /// The share that finds a difference.
  public var found: MonteCarloNumber {
    share(better.value + worse.value, of: simulations)
  }

  /// Simulates tests and analyses each.
  ///
  /// Test s has a stream of its own, so that the same tests are simulated anywhere.
  /// - Parameters:
  ///   - purpose: the number of the streams; no two rehearsals share one.
  ///   - simulations: at least 1.
  ///   - reading: how a test is read.
  ///   - shares: of the baseline and the arm, in test s.
  /// - Throws: what the analysis throws.
  init(
    purpose: UInt64, simulations: Int, reading: RehearsedReading,
    shares: (_ simulation: Int) -> (baseline: Double, arm: Double)
  ) throws {
    var (better, worse, equivalent, covered, wrong) = (0, 0, 0, 0, 0)
    var (errors, sizes, truths) = ([Double](), 0.0, 0.0)
    var differs = false
    let looks = reading.fractions
    var ends = [Int](repeating: 0, count: looks.count)
    var used: [Double] = []
    for simulation in 0..<simulations {
      var draws = FixedDraws(purpose: purpose, simulation: simulation)
      let truth = shares(simulation)
      guard let found = try reading.finding(truth, &draws) else { continue }
      let difference = truth.arm - truth.baseline
      differs = differs || difference != 0
      errors.append(found.estimate - difference)
      if found.interval?.contains(difference) ?? false { covered += 1 }
      if let look = found.look { ends[look] += 1 }
      used.append(looks[found.look ?? looks.count - 1])
      switch found.verdict {
      case .better, .worse:
        if found.verdict == .better { better += 1 } else { worse += 1 }
        if (found.verdict == .better) != (difference > 0) { wrong += 1 }
        sizes += abs(found.estimate)
        truths += abs(difference)
      case .equivalent: equivalent += 1
      case .unknown, nil: break
      }
    }
    self.simulations = simulations
    func part(_ tests: Int) -> MonteCarloNumber {
      share(Double(tests) / Double(simulations), of: simulations)
    }
    self.better = part(better)
    self.worse = part(worse)
    self.equivalent = part(equivalent)
    coverage = part(covered)
    bias = mean(errors, of: simulations)
    stops = looks.count > 1 ? ends.map(part) : []
    self.used = mean(used, of: simulations)
    let shown = better + worse
    wrongSign = shown > 0 && differs ? Double(wrong) / Double(shown) : nil
    exaggeration = shown > 0 && truths > 0 ? sizes / truths : nil
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
  /// With the baseline in both arms.
  public let identical: RehearsedTests
  /// With options that ask at different moments and are equal by the day of reading, read when every install is that
  /// old; `nil` where no answers by day are known.
  public let equalByDay: RehearsedTests?
  /// The same, read when the last install has come, whatever its age; `nil` without a calendar.
  public let tooEarly: RehearsedTests?
  /// By how much the arm's share differs from the baseline's where it is read too early, though both are equal by the
  /// day of reading.
  public let tooEarlyDifference: Double?

  /// Tests of each kind.
  public static let usualSimulations = 1_000

  /// The parts, unchanged.
  package init(
    planned: RehearsedTests, identical: RehearsedTests, equalByDay: RehearsedTests?,
    tooEarly: RehearsedTests?, tooEarlyDifference: Double?
  ) {
    self.planned = planned
    self.identical = identical
    self.equalByDay = equalByDay
    self.tooEarly = tooEarly
    self.tooEarlyDifference = tooEarlyDifference
  }
}

extension DrawnTestPlan {
  /// Simulates tests of the planned size, and analyses them as `analyze` does.
  ///
  /// - Parameters:
  ///   - simulations: tests of each kind, at least 1.
  ///   - courses: of the same trials; `nil` where they are not known.
  /// - Returns: `nil` for releases or languages of one size.
  /// - Throws: what the analysis throws.
  public func rehearsal(
    simulations: Int = TestRehearsal.usualSimulations, courses: AnswerCourses? = nil
  ) throws -> TestRehearsal? {
    let design = plan.design
    guard let reading = try RehearsedReading(design, planned: plan.planned, margin: plan.margin) else {
      return nil
    }
    let draws = test.baseline.count
    func draw(_ simulation: Int) -> Int {
      min(draws - 1, Int((Double(simulation) + 0.5) * Double(draws) / Double(simulations)))
    }
    func tests(
      _ purpose: UInt64, _ shares: (_ draw: Int) -> (baseline: Double, arm: Double)
    ) throws -> RehearsedTests {
      try RehearsedTests(purpose: purpose, simulations: simulations, reading: reading) { shares(draw($0)) }
    }
    let (baseline, arm) = (test.baseline, test.arm)
    let courses = courses.flatMap { equalCourses($0) }
    // Looks are at installs of one age, and releases do not come one a day.
    let isReadOnce = design.looks == nil && design.clusters == nil
    let early = isReadOnce ? courses : nil
    let shares = early.flatMap { courses in
      plan.calendar(installs: plan.planned).map { courses.share(readOn: 7 * $0.wholeWeeks) }
    }
    return TestRehearsal(
      planned: try tests(101) { (baseline[$0], arm[$0]) },
      identical: try tests(102) { (baseline[$0], baseline[$0]) },
      equalByDay: try courses.map { courses in try tests(103) { _ in courses.share(atAge: plan.day) } },
      tooEarly: try shares.map { shares in try tests(104) { _ in shares } },
      tooEarlyDifference: shares.map { $0.arm - $0.baseline })
  }

  /// The courses of both options by day, the arm's in proportion to have the baseline's share by the day of reading.
  private func equalCourses(_ courses: AnswerCourses) -> EqualCourses? {
    plan.outline.scenarios.firstIndex { $0.name == plan.scenario }.flatMap { scenario in
      EqualCourses(
        baseline: courses.shares(scenario: scenario, arm: plan.pair.baseline),
        arm: courses.shares(scenario: scenario, arm: plan.pair.arm), day: plan.day)
    }
  }
}

/// Shares of two options that have allowed by age, equal at one age.
struct EqualCourses: Equatable {
  /// By age in whole days.
  private let baseline: [Double]
  private let arm: [Double]

  /// - Parameters:
  ///   - baseline: the share by the end of each day, from day 0.
  ///   - day: the age at which both are to be equal.
  /// - Returns: `nil` where a curve does not reach the day, or has nobody by it.
  init?(baseline: [Double], arm: [Double], day: Int) {
    guard day >= 0, day < baseline.count, day < arm.count, arm[day] > 0, baseline[day] > 0 else { return nil }
    let ratio = baseline[day] / arm[day]
    self.baseline = Array(baseline[...day])
    self.arm = arm[...day].map { $0 * ratio }
  }

  /// The shares at the end of a day after the install, at least 0; later than the last day those of that day.
  func share(atAge age: Int) -> (baseline: Double, arm: Double) {
    let index = min(age, baseline.count - 1)
    return (baseline[index], arm[index])
  }

  /// The shares of all installs, as many each day, at the end of a day of the test, whatever their age.
  func share(readOn day: Int) -> (baseline: Double, arm: Double) {
    let ages = (0..<max(1, day)).map { share(atAge: $0) }
    let count = Double(ages.count)
    return (ages.reduce(0) { $0 + $1.baseline } / count, ages.reduce(0) { $0 + $1.arm } / count)
  }
}
