import GSLNumerics
import Inference
import Testing

/// The distribution function of the multivariate normal of SciPy 1.17, with the correlations λᵢλⱼ of the true shares.
@Suite("The power of several comparisons together")
struct JointPowerTests {
  @Test(
    "at least one, and all of them",
    arguments: [
      ([1.0, 1, 1], 3 * 7883.13, [0.2, 0.22, 0.22], 0.9148370587241543, 0.6851628899409956),
      ([1, 1, 1], 18_000, [0.2, 0.22, 0.18], 0.9638236011105038, 0.41840413536515175),
      ([1, 0.5, 2], 21_000, [0.2, 0.22, 0.23], 0.9920501271581779, 0.48649140294833626),
    ])
  func power(split: [Double], installs: Double, shares: [Double], any: Double, all: Double) throws {
    let found = try #require(try TestDesign(allocation: split).jointPower(installs: installs, shares: shares))
    #expect(abs(found.any - any) < 1e-6 && abs(found.all - all) < 1e-6)
  }

  @Test("the size for all of them together has that power, and so has the difference that it detects")
  func size() throws {
    let design = try TestDesign(allocation: [1, 1, 1], mustShowAll: true)
    let installs = try design.installs(shares: [0.2, 0.22, 0.22], power: 0.8)
    #expect(abs(installs / 3 - 9666.413258761168) < 0.05)
    let share = try design.detectableShare(installs: installs, baseline: 0.2, power: 0.8, above: true)
    #expect(abs(try #require(share) - 0.22) < 1e-6)
    let plan = try TestPlan(TestQuestion(baseline: 0.2, arms: [0.22, 0.22]), design: design)
    #expect(plan.answer.installs == [9667, 9667, 9667] && plan.answer.power == plan.answer.joint?.all)
  }

  @Test("a single comparison, equivalence and looks have none")
  func none() throws {
    #expect(try TestDesign().jointPower(installs: 1000, shares: [0.2, 0.3]) == nil)
    for design in [
      try TestDesign(aim: .equivalent(margin: 0.01), allocation: [1, 1, 1]),
      try TestDesign(allocation: [1, 1, 1], looks: .anyTime(2)),
    ] {
      #expect(try design.jointPower(installs: 1000, shares: [0.2, 0.2, 0.2]) == nil)
    }
    #expect(throws: NumericsError.self) { try TestDesign(mustShowAll: true) }
  }
}
