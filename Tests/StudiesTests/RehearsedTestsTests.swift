import ExperimentDesign
import Inference
import TestAnalysis
import Testing

@testable import Studies

@Suite("Simulated tests, analysed")
struct RehearsedTestsTests {
  @Test(
    "counts have the mean and the variance of a binomial",
    arguments: [(30, 0.2), (4_000, 0.31), (900, 0.002)])
  func binomial(people: Int, share: Double) {
    var draws = FixedDraws(purpose: 900, simulation: people)
    let counts = (0..<4_000).map { _ in Double(draws.binomial(of: people, share)) }
    let mean = counts.reduce(0, +) / Double(counts.count)
    let variance = counts.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(counts.count - 1)
    let due = Double(people) * share * (1 - share)
    #expect(abs(mean - Double(people) * share) < 4 * (due / 4_000).squareRoot())
    #expect(abs(variance / due - 1) < 0.1)
    #expect(counts.allSatisfy { (0...Double(people)).contains($0) })
  }

  @Test("nobody and everybody are certain")
  func certain() {
    var draws = FixedDraws(purpose: 900)
    #expect(
      draws.binomial(of: 50, 0) == 0 && draws.binomial(of: 50, 1) == 50 && draws.binomial(of: 0, 0.5) == 0)
  }

  private func tests(
    _ purpose: UInt64, _ simulations: Int, planned: Int, _ design: TestDesign,
    _ shares: (baseline: Double, arm: Double)
  ) throws -> RehearsedTests {
    let reading = try #require(try RehearsedReading(design, planned: planned, margin: 0.005))
    return try RehearsedTests(purpose: purpose, simulations: simulations, reading: reading) { _ in
      [shares.baseline, shares.arm]
    }
  }

  @Test(
    "tests stop at each look as often as the recursion says",
    arguments: [
      PlannedLooks.fixed(3), .anyTime(10),
    ])
  func looks(looks: PlannedLooks) throws {
    let design = try TestDesign(looks: looks)
    let installs = try design.installs(shares: [0.2, 0.22], power: 0.8)
    let planned = design.wholeInstalls(installs).reduce(0) { $0 + Int($1) }
    let found = try tests(903, 500, planned: planned, design, (0.2, 0.22))
    let test = try UncertainTest(baseline: [0.2], arms: [[0.22]], design: design, margin: 0)
    let due = try #require(try test.stopping(installs: planned)?.first)
    #expect(found.stops.count == due.stops.count)
    for (stop, expected) in zip(found.stops, due.stops) {
      #expect(abs(stop.value - expected.value) < 3 * stop.mcse)
    }
    #expect(abs(found.used.value - due.used.value) < 3 * found.used.mcse)
    #expect(
      abs(found.comparisons[0].better.value - 0.8) < 3 * found.comparisons[0].better.mcse
        && found.comparisons[0].worse.value < 0.01)
  }

  @Test(
    "each of several comparisons has bounds of its own at its level, as the recursion says",
    arguments: [PlannedLooks.fixed(3), .anyTime(10)])
  func looksAtSeveral(looks: PlannedLooks) throws {
    let design = try TestDesign(allocation: [1, 1, 1], looks: looks)
    let installs = try design.installs(shares: [0.2, 0.22, 0.22], power: 0.8)
    let planned = design.wholeInstalls(installs).reduce(0) { $0 + Int($1) }
    let reading = try #require(try RehearsedReading(design, planned: planned, margin: 0))
    let found = try RehearsedTests(purpose: 909, simulations: 500, reading: reading) { _ in [0.2, 0.22, 0.2] }
    let test = try UncertainTest(baseline: [0.2], arms: [[0.22], [0.2]], design: design, margin: 0)
    let due = try #require(try test.stopping(installs: planned))
    let (higher, equal) = (found.comparisons[0], found.comparisons[1])
    #expect(abs(higher.better.value - 0.8) < 3 * higher.better.mcse && higher.worse.value < 0.01)
    let chance = due[1].stops.reduce(0) { $0 + $1.value }
    #expect(abs(equal.shown.value - chance) < 3 * equal.shown.mcse && chance < 0.026)
    // The test goes on until both are decided, which the equal option hardly ever is.
    #expect(found.stops.reduce(0) { $0 + $1.value } < 0.06 && found.used.value > 0.97)
  }

  @Test("looks find a difference between identical options no more often than the level says")
  func identicalAtLooks() throws {
    for looks in [PlannedLooks.fixed(3), .anyTime(10)] {
      let found = try tests(904, 500, planned: 6_000, TestDesign(looks: looks), (0.2, 0.2))
      #expect(found.found.value < 0.05 + 3 * found.found.mcse)
    }
  }

  @Test("an uneven split is no broken one, and has its power")
  func uneven() throws {
    let design = try TestDesign(allocation: [3, 1])
    let planned = Int(try design.installs(shares: [0.2, 0.25], power: 0.8).rounded(.up))
    let found = try tests(905, 300, planned: planned, design, (0.2, 0.25))
    #expect(abs(found.comparisons[0].better.value - 0.8) < 3 * found.comparisons[0].better.mcse)
  }

  @Test("verdicts come in the shares that the plan gives")
  func shares() throws {
    let found = try tests(901, 300, planned: 13_020, TestDesign(), (0.2, 0.22))
    // R: power.prop.test(n = 6510, p1 = .2, p2 = .22) has a power of 0.8.
    #expect(abs(found.comparisons[0].better.value - 0.8) < 3 * found.comparisons[0].better.mcse)
    #expect(found.comparisons[0].worse.value == 0)
  }

  @Test("identical options are found to differ at the level")
  func identical() throws {
    let found = try tests(902, 300, planned: 4_000, TestDesign(), (0.2, 0.2))
    #expect(abs(found.found.value - 0.05) < 3 * found.found.mcse)
  }

  @Test("options that are equal by a day differ before it, where they ask at different moments")
  func courses() throws {
    let courses = try #require(
      EqualCourses([[0.2, 0.2, 0.2, 0.2], [0.05, 0.1, 0.1, 0.1]], day: 3))
    let last = courses.shares(atAge: 3)
    #expect(last[0] == 0.2 && abs(last[1] - 0.2) < 1e-12)
    #expect(courses.shares(atAge: 0)[1] == 0.1 && courses.shares(atAge: 9)[0] == 0.2)
    // Of four days of installs one is a day old at most.
    #expect(abs(courses.shares(readOn: 4)[1] - 0.175) < 1e-12)
    #expect(EqualCourses([[0.2], [0.1]], day: 1) == nil)
    #expect(EqualCourses([[0.2, 0.2], [0, 0]], day: 1) == nil)
  }
}
