import GSLNumerics
import Testing

@testable import Inference

/// The sizes of `PowerTargetTests`, with the continuity correction of Casagrande, Pike & Smith 1978.
@Suite("How many people Fisher's test needs")
struct FisherPowerTests {
  @Test(
    "two shares, at 5% on two sides",
    arguments: [
      (0.50, 0.75, 0.9, 84.5176), (0.60, 0.70, 0.8, 375.6766), (0.20, 0.22, 0.8, 6609.0884),
      (0.20, 0.22, 0.9, 8813.5465),
    ])
  func shares(baseline: Double, arm: Double, power: Double, size: Double) throws {
    let target = try PowerTarget(power: power, test: .fisher)
    let found = try target.baselineSize(baseline: baseline, arm: arm)
    #expect(abs(found - size) < 6e-5)
    // The size has the power, and detects the difference.
    let plain = try PowerTarget(power: power)
    let own = try plain.baselineSize(baseline: baseline, arm: arm)
    let expected = try plain.power(ofSize: own, baseline: baseline, arm: arm)
    #expect(abs(try target.power(ofSize: found, baseline: baseline, arm: arm) - expected) < 1e-12)
    let detected = try target.detectableShare(ofSize: found, baseline: baseline, above: true)
    #expect(abs(try #require(detected) - arm) < 1e-8)
  }

  @Test(
    "the power of a size on its own side alone",
    arguments: [
      (50.0, 0.50, 0.75, 0.7401659013), (5000, 0.20, 0.22, 0.6898158379), (20000, 0.20, 0.21, 0.6974752065),
      (3000, 0.30, 0.32, 0.387744471),
    ])
  func ownSide(size: Double, baseline: Double, arm: Double, power: Double) throws {
    let shares = try PlannedShares(baseline: baseline, arm: arm, allocation: 1)
    let found = try PowerTarget().chanceToFind(shares.difference, shares, size: size)
    #expect(abs(found - power) < 6e-11)
  }

  @Test("sizes of unequal arms err on the safe side of exact powers, and a tiny test shows nothing")
  func unequal() throws {
    let target = try PowerTarget(test: .fisher)
    let size = try target.baselineSize(baseline: 0.3, arm: 0.5, allocation: 0.5)
    let installs = [Int(size.rounded(.up)), Int((size / 2).rounded(.up))]
    let design = try TestDesign(allocation: [2, 1], test: .fisher)
    let exact = try #require(try design.exactPowers(installs: installs, shares: [0.3, 0.5]))
    #expect(exact[0] > 0.8 && exact[0] < 0.83)
    #expect(try target.power(ofSize: 5, baseline: 0.3, arm: 0.5) < 1e-3)
  }

  @Test("small tests have the exact size, which has the power")
  func exact() throws {
    let design = try TestDesign(test: .fisher)
    let plan = try TestPlan(TestQuestion(baseline: 0.02, arms: [0.1]), design: design)
    #expect(plan.answer.isExact && plan.answer.power >= 0.8)
    let least = plan.answer.installs[0]
    let before = try design.exactPowers(installs: [least - 1, least - 1], shares: [0.02, 0.1])
    #expect(try #require(before)[0] < 0.8)
    let score = try TestPlan(TestQuestion(baseline: 0.02, arms: [0.1]), design: TestDesign())
    #expect(least > score.answer.installs[0])
  }

  @Test("margins, one side, looks and releases are refused")
  func refused() throws {
    #expect(throws: NumericsError.self) { try PowerTarget(sides: .one, test: .fisher) }
    #expect(throws: NumericsError.self) { try PowerTarget(aim: .nonInferior(margin: 0.01), test: .fisher) }
    #expect(throws: NumericsError.self) { try TestDesign(test: .fisher, looks: .anyTime(2)) }
    #expect(throws: NumericsError.self) {
      try TestDesign(clusters: .size(9, intraclassCorrelation: 0.1), test: .fisher)
    }
    #expect(try TestDesign(allocation: [1, 1, 1], test: .fisher).hasJointPower == false)
  }
}
