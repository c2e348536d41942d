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

  @Test("verdicts come in the shares that the plan gives, and intervals hold the truth")
  func shares() throws {
    let found = try RehearsedTests(purpose: 901, simulations: 300, perArm: 6_510, level: .ninetyFive) { _ in
      (0.2, 0.22)
    }
    // R: power.prop.test(n = 6510, p1 = .2, p2 = .22) has a power of 0.8.
    #expect(abs(found.better.value - 0.8) < 4 * found.better.mcse)
    #expect(found.worse.value == 0 && found.wrongSign == 0)
    #expect(abs(found.coverage.value - 0.95) < 4 * found.coverage.mcse)
    #expect(abs(found.bias.value) < 4 * found.bias.mcse)
    #expect((1.0..<1.3).contains(try #require(found.exaggeration)))
  }

  @Test("identical options are found to differ at the level")
  func identical() throws {
    let found = try RehearsedTests(purpose: 902, simulations: 300, perArm: 2_000, level: .ninetyFive) { _ in
      (0.2, 0.2)
    }
    #expect(abs(found.found.value - 0.05) < 4 * found.found.mcse)
    #expect(found.wrongSign == nil && found.exaggeration == nil)
  }

  @Test("options that are equal by a day differ before it, where they ask at different moments")
  func courses() throws {
    let courses = try #require(
      EqualCourses(baseline: [0.2, 0.2, 0.2, 0.2], arm: [0.05, 0.1, 0.1, 0.1], day: 3))
    let (baseline, arm) = courses.share(atAge: 3)
    #expect(baseline == 0.2 && abs(arm - 0.2) < 1e-12)
    #expect(courses.share(atAge: 0).arm == 0.1 && courses.share(atAge: 9).baseline == 0.2)
    // Of four days of installs one is a day old at most.
    #expect(abs(courses.share(readOn: 4).arm - 0.175) < 1e-12)
    #expect(EqualCourses(baseline: [0.2], arm: [0.1], day: 1) == nil)
    #expect(EqualCourses(baseline: [0.2, 0.2], arm: [0, 0], day: 1) == nil)
  }
}
