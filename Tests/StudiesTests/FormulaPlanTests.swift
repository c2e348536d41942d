import GSLNumerics
import Inference
import Testing

@testable import Studies

@Suite("The plan of a test by its formula")
struct FormulaPlanTests {
  private func plan(_ question: TestQuestion, _ design: TestDesign? = nil) throws -> TestPlan {
    try TestPlan(question, design: try design ?? TestDesign())
  }

  @Test("of size, power and difference, the one that is left out is answered from the others")
  func leftOut() throws {
    let size = try plan(TestQuestion(baseline: 0.2, arms: [0.22]))
    #expect(size.question.asked == .size && size.answer.wantedPower == 0.8)
    #expect(size.options.map(\.installs) == [6510, 6510] && size.answer.planned == 13_020)
    let difference = try plan(TestQuestion(baseline: 0.2, installs: 10000, power: 0.8))
    #expect(difference.question.asked == .difference)
    #expect(abs(difference.options[1].rate - 0.22287664417) < 1e-10)
    let power = try plan(TestQuestion(baseline: 0.2, arms: [0.22], installs: 10_000))
    #expect(power.question.asked == .power && power.answer.wantedPower == nil)
    #expect(abs(power.answer.power - 0.6898208549) < 1e-9)
    #expect(throws: TestPlanProblem.nothingGiven) { try plan(TestQuestion(baseline: 0.2)) }
  }

  @Test("with all three given the size is judged, and one person less is too few")
  func judged() throws {
    let enough = try plan(TestQuestion(baseline: 0.2, arms: [0.22], installs: 13020, power: 0.8))
    #expect(enough.question.asked == .isEnough && enough.answer.isEnough)
    let tooFew = try plan(TestQuestion(baseline: 0.2, arms: [0.22], installs: 13018, power: 0.8))
    #expect(!tooFew.answer.isEnough && tooFew.options.map(\.installsNeeded) == [6510, 6510])
  }

  @Test("half, once and twice the size have the power of the formula")
  func curve() throws {
    let found = try plan(TestQuestion(baseline: 0.2, arms: [0.22]))
    #expect(found.curve.map(\.planned) == [6510, 13_020, 26_040])
    #expect(found.curve[1].power == found.answer.power)
    for point in found.curve {
      let power = try TestDesign().powers(
        installs: Double(2 * point.installsOfBaseline), shares: [0.2, 0.22])
      #expect(abs(point.power - power[0]) < 1e-12)
    }
  }

  @Test("half of a size that does not split is the next smaller one that does")
  func halved() throws {
    let found = try plan(TestQuestion(baseline: 0.2, installs: 10, power: 0.8))
    #expect(found.curve.map(\.planned) == [4, 10, 20])
    #expect(found.curve.map(\.installsOfBaseline) == [2, 5, 10])
  }

  // Sizes of own code, with Dunnett's constants 2.212128 and 2.348971.
  @Test("the smallest difference decides on the size, and the weakest comparison is the power")
  func weakest() throws {
    let both = try plan(TestQuestion(baseline: 0.2, arms: [0.22, 0.25]), TestDesign(allocation: [1, 1, 1]))
    #expect(both.options[0].installs == 7735)
    #expect(abs(both.answer.power - 0.8) < 1e-4)
  }

  @Test("where no larger share is far enough, a smaller one may be; and a test may detect nothing at all")
  func detects() throws {
    let drop = try plan(TestQuestion(baseline: 0.95, installs: 100))
    #expect(drop.options[1].rate < 0.95)
    #expect(throws: TestPlanProblem.nothingDetectable(installs: 4)) {
      try plan(TestQuestion(baseline: 0.2, installs: 4))
    }
    #expect(throws: TestPlanProblem.tooSmall(installs: 1)) {
      try plan(TestQuestion(baseline: 0.2, installs: 1))
    }
  }

  @Test("a size that no analysis reads is refused")
  func tooLarge() throws {
    #expect {
      try plan(TestQuestion(baseline: 0.2, arms: [0.2000001]))
    } throws: { error in
      guard case .tooLarge(let installs)? = error as? TestPlanProblem else { return false }
      return installs > 1e12
    }
  }

  @Test("the size has the power that it is for, and less of it less", arguments: [0.5, 0.8])
  func power(wanted: Double) throws {
    let plan = try TestPlan(
      TestQuestion(baseline: 0.2, arms: [0.22], power: wanted), design: TestDesign(looks: .fixed(3)))
    #expect(abs(plan.answer.power - wanted) < 1e-4 && plan.answer.power >= wanted)
    let given = try TestPlan(
      TestQuestion(baseline: 0.2, arms: [0.22], installs: plan.answer.planned - 20, power: wanted),
      design: TestDesign(looks: .fixed(3)))
    #expect(!given.answer.isEnough && given.answer.needed == plan.answer.planned)
  }

  @Test("a test too small for its looks has hardly the power of equal arms, one far too large has all of it")
  func extremes() throws {
    for looks in [PlannedLooks.fixed(2), .anyTime(3)] {
      let small = try TestPlan(
        TestQuestion(baseline: 0.2, arms: [0.2001], installs: 20), design: TestDesign(looks: looks))
      #expect(small.answer.power < 0.03)
      let large = try TestPlan(
        TestQuestion(baseline: 0.2, arms: [0.8], installs: 20000), design: TestDesign(looks: looks))
      #expect(large.answer.power > 0.999_99)
    }
  }
}
