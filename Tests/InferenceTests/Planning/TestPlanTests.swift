import GSLNumerics
import Inference
import Testing

@Suite("The plan of a test")
struct TestPlanTests {
  private func plan(_ question: TestQuestion, _ design: TestDesign? = nil) throws -> FormulaPlan {
    try FormulaPlan(question, design: try design ?? TestDesign())
  }

  @Test("of size, power and difference, the one that is left out is answered from the others")
  func leftOut() throws {
    let size = try plan(TestQuestion(baseline: 0.2, arms: [0.22]))
    #expect(size.asked == .size && size.wantedPower == 0.8)
    #expect(size.answer.installs == [6510, 6510] && size.answer.total == 13_020)
    let difference = try plan(TestQuestion(baseline: 0.2, installs: 10000, power: 0.8))
    #expect(difference.asked == .difference && abs(difference.shares[1] - 0.22287664417) < 1e-10)
    let power = try plan(TestQuestion(baseline: 0.2, arms: [0.22], installs: 10_000))
    #expect(power.asked == .power && power.wantedPower == nil)
    #expect(abs(power.answer.power - 0.6898208549) < 1e-9)
    #expect(throws: TestPlanProblem.nothingGiven) { try plan(TestQuestion(baseline: 0.2)) }
  }

  @Test("with all three given the size is judged, and one person less is too few")
  func judged() throws {
    let enough = try plan(TestQuestion(baseline: 0.2, arms: [0.22], installs: 13020, power: 0.8))
    #expect(enough.asked == .isEnough && enough.isEnough)
    let tooFew = try plan(TestQuestion(baseline: 0.2, arms: [0.22], installs: 13018, power: 0.8))
    #expect(!tooFew.isEnough && tooFew.needed?.installs == [6510, 6510])
  }

  @Test("half, once and twice the size have the power of the formula")
  func curve() throws {
    let found = try plan(TestQuestion(baseline: 0.2, arms: [0.22]))
    #expect(found.curve.map(\.total) == [6510, 13_020, 26_040] && found.curve[1] == found.answer)
    for point in found.curve {
      let power = try PowerTarget().power(ofSize: Double(point.installs[0]), baseline: 0.2, arm: 0.22)
      #expect(abs(point.power - power) < 1e-12)
    }
  }

  @Test("half of a size that does not split is the next smaller one that does")
  func halved() throws {
    let found = try plan(TestQuestion(baseline: 0.2, installs: 10, power: 0.8))
    #expect(found.curve.map(\.total) == [4, 10, 20])
    #expect(found.curve.map(\.installs) == [[2, 2], [5, 5], [10, 10]])
  }

  // Sizes of own code, with Dunnett's constants 2.212128 and 2.348971.
  @Test("the smallest difference decides on the size, and the weakest comparison is the power")
  func weakest() throws {
    let both = try plan(TestQuestion(baseline: 0.2, arms: [0.22, 0.25]), TestDesign(allocation: [1, 1, 1]))
    #expect(both.answer.installs[0] == 7735 && both.answer.powers[1] > both.answer.powers[0])
    #expect(both.answer.power == both.answer.powers[0])
  }

  @Test("where no larger share is far enough, a smaller one may be; and a test may detect nothing at all")
  func detects() throws {
    let drop = try plan(TestQuestion(baseline: 0.95, installs: 100))
    #expect(drop.shares[1] < 0.95)
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

  @Test("a test enrols for whole weeks, and is read when its last install is old enough")
  func calendar() {
    let calendar = TestCalendar(installs: 23_652, installsPerDay: 3000 / 7.0, waitingDays: 7)
    #expect(calendar.enrolmentDays == 56 && calendar.wholeWeeks == 8 && calendar.readOn == 63)
    #expect(TestCalendar(installs: 100, installsPerDay: 100).wholeWeeks == 1)
    #expect(TestCalendar(installs: 701, installsPerDay: 100).wholeWeeks == 2)
  }

  @Test("looks fall on days of the test, the last when it is read")
  func days() {
    let calendar = TestCalendar(installs: 13_186, installsPerDay: 500, waitingDays: 7)
    #expect([1 / 3.0, 2 / 3.0, 1].map { calendar.day(ofLook: $0) } == [16, 25, 35])
  }
}
