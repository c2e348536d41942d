import GSLNumerics
import Testing

@testable import Inference

/// Values of own code that adds up every table, with the variance of Miettinen and Nurminen.
@Suite("The exact power of small tests")
struct ExactPowerTests {
  @Test(
    "the power of a size is that of all tables which the score test finds",
    arguments: [
      (50, 0.75, 0.5, 0.745205), (77, 0.75, 0.5, 0.904291), (85, 0.75, 0.5, 0.925882),
      (100, 0.3, 0.2, 0.368648),
      (300, 0.3, 0.2, 0.810034),
    ])
  func power(installs: Int, arm: Double, baseline: Double, power: Double) throws {
    let found = try TestDesign().exactPowers(installs: [installs, installs], shares: [baseline, arm])
    #expect(abs(try #require(found)[0] - power) < 6e-7)
    let plan = try TestPlan(
      TestQuestion(baseline: baseline, arms: [arm], size: .perArm(installs)), design: TestDesign())
    #expect(plan.answer.isExact && plan.answer.powers == found)
  }

  @Test(
    "Fisher's test finds less",
    arguments: [
      (50, 0.75, 0.5, 0.674906), (77, 0.75, 0.5, 0.875583), (85, 0.75, 0.5, 0.901261),
      (100, 0.3, 0.2, 0.312652),
    ])
  func fisher(installs: Int, arm: Double, baseline: Double, power: Double) throws {
    let region = try RejectionRegion(arm: installs, baseline: installs, lnLevel: -2.995732273553991)
    #expect(abs(region.probability(arm: arm, baseline: baseline) - power) < 6e-7)
  }

  @Test(
    "the size is the least that has the power, as sizes above it have",
    arguments: [(0.2, 0.35, 0.8, 138), (0.2, 0.35, 0.9, 183), (0.5, 0.75, 0.8, 59)])
  func size(baseline: Double, arm: Double, power: Double, installs: Int) throws {
    let design = try TestDesign()
    let formula = try PowerTarget(power: power).baselineSize(baseline: baseline, arm: arm)
    let found = try design.exactInstalls(shares: [baseline, arm], power: power, near: formula)
    #expect(found == [installs, installs])
    let before = try design.exactPowers(installs: [installs - 1, installs - 1], shares: [baseline, arm])
    #expect(try #require(before)[0] < power)
  }

  @Test(
    "the difference that a small test detects has the power asked for, by the power that is said of it",
    arguments: [(0.02, 50), (0.05, 60), (0.5, 40), (0.2, 300), (0.9, 60)])
  func difference(baseline: Double, installs: Int) throws {
    for sides in TestSides.allCases {
      let design = try TestDesign(sides: sides)
      let plan = try TestPlan(
        TestQuestion(baseline: baseline, size: .perArm(installs), power: 0.8), design: design)
      #expect(plan.asked == .difference && plan.answer.isExact)
      #expect(abs(plan.answer.power - 0.8) < 1e-6)
      let forward = try TestPlan(
        TestQuestion(baseline: baseline, arms: [plan.shares[1]], size: .perArm(installs)), design: design)
      #expect(forward.answer.power == plan.answer.power)
    }
  }

  @Test(
    "the tables are those that the score test of an analysis finds",
    arguments: [(7, 7), (12, 5), (9, 23), (1, 4)])
  func tables(arm: Int, baseline: Int) throws {
    let bound = -(try StandardNormal.quantile(0.025))
    let both = RejectionRegion(arm: arm, baseline: baseline, scoreBound: bound, isAbove: nil)
    let above = RejectionRegion(arm: arm, baseline: baseline, scoreBound: bound, isAbove: true)
    let below = RejectionRegion(arm: arm, baseline: baseline, scoreBound: bound, isAbove: false)
    for x in 0...arm {
      var rejected: [Int] = []
      for y in 0...baseline {
        let arms = TwoArms(try ObservedCount(x, of: arm), against: try ObservedCount(y, of: baseline))
        if try #require(try arms.test()).p.value < 0.05 { rejected.append(y) }
      }
      #expect(both.rows[x].flatMap { Array($0) } == rejected)
      let larger = rejected.filter { x * baseline > $0 * arm }
      #expect(above.rows[x].flatMap { Array($0) } == larger)
      #expect(below.rows[x].flatMap { Array($0) } == rejected.filter { !larger.contains($0) })
    }
  }

  @Test("an exact size is given where the formula is off by more than one install, with its power")
  func plan() throws {
    // Every table added up in NumPy.
    let small = try TestPlan(TestQuestion(baseline: 0.02, arms: [0.1]), design: TestDesign())
    #expect(small.answer.isExact && small.answer.installs == [126, 126] && small.answer.power >= 0.8)
    #expect(abs(try PowerTarget().baselineSize(baseline: 0.02, arm: 0.1) - 126) > 2)
    let near = try TestPlan(TestQuestion(baseline: 0.2, arms: [0.35]), design: TestDesign())
    #expect(!near.answer.isExact && near.answer.installs[0] == 138)
  }

  @Test("large tests, margins, looks and releases have the formula's")
  func formula() throws {
    let shares = [0.2, 0.3]
    #expect(try TestDesign().exactPowers(installs: [2500, 2500], shares: shares) == nil)
    let other = [
      try TestDesign(aim: .nonInferior(margin: 0.01)), try TestDesign(looks: .anyTime(2)),
      try TestDesign(counted: [0.9, 0.9]), try TestDesign(clusters: .size(2, intraclassCorrelation: 0.1)),
    ]
    for design in other { #expect(try design.exactPowers(installs: [50, 50], shares: shares) == nil) }
  }
}
