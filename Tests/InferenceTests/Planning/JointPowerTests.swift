import GSLNumerics
import Inference
import Testing

/// The distribution function of the multivariate normal of SciPy 1.17, with the correlations λᵢλⱼ.
@Suite("The power of several comparisons together")
struct JointPowerTests {
  @Test(
    "at least one, and all of them",
    arguments: [
      ([1.0, 1, 1], 3 * 7883.13, [0.2, 0.22, 0.22], 0.9128494172411641, 0.6871505314239882),
      ([1, 1, 1], 18_000, [0.2, 0.22, 0.18], 0.9637146100767515, 0.41851312639890415),
      ([1, 0.5, 2], 21_000, [0.2, 0.22, 0.23], 0.9919612730998024, 0.4865802570067134),
    ])
  func power(split: [Double], installs: Double, shares: [Double], any: Double, all: Double) throws {
    let found = try #require(try TestDesign(allocation: split).jointPower(installs: installs, shares: shares))
    #expect(abs(found.any - any) < 1e-6 && abs(found.all - all) < 1e-6)
  }

  @Test("the size for all of them together has that power, and so has the difference that it detects")
  func size() throws {
    let design = try TestDesign(allocation: [1, 1, 1], mustShowAll: true)
    let installs = try design.installs(shares: [0.2, 0.22, 0.22], power: 0.8)
    #expect(abs(installs / 3 - 9642.583880536755) < 0.05)
    let share = try design.detectableShare(installs: installs, baseline: 0.2, power: 0.8, above: true)
    #expect(abs(try #require(share) - 0.22) < 1e-6)
    let plan = try TestPlan(TestQuestion(baseline: 0.2, arms: [0.22, 0.22]), design: design)
    #expect(plan.answer.installs == [9643, 9643, 9643] && plan.answer.power == plan.answer.joint?.all)
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
