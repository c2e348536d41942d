import GSLNumerics
import Inference
import Testing

/// Values of `gsDesign` and `rpact`, which agree, and of own code for the confidence sequence.
@Suite("The price of looks")
struct PlannedLooksTests {
  private func design(_ looks: PlannedLooks?) throws -> TestDesign { try TestDesign(looks: looks) }

  @Test(
    "several looks take more installs than one",
    arguments: [
      (2, 0.8, 1.00372), (3, 0.8, 1.01279), (4, 0.8, 1.01964), (5, 0.8, 1.02472), (2, 0.9, 1.00342),
      (3, 0.9, 1.01185), (4, 0.9, 1.01828), (5, 0.9, 1.02308),
    ])
  func inflation(count: Int, power: Double, ratio: Double) throws {
    let design = try design(.fixed(count))
    #expect(abs(try design.inflation(power: power) - ratio) < 6e-6)
    let one = try self.design(nil).installs(shares: [0.2, 0.22], power: power)
    #expect(abs(try design.installs(shares: [0.2, 0.22], power: power) / one - ratio) < 6e-6)
  }

  @Test("looks at any time are one a day of the enrolment, and never more than are counted on")
  func peeking() throws {
    func looks(installsPerDay: Double?) throws -> Int? {
      try PlannedLooks.settled(.anyTime(days: nil)) {
        $0
      } calendar: { _ in
        installsPerDay.map { TestCalendar(installs: 1_000, installsPerDay: $0) }
      }?.count
    }
    #expect(try looks(installsPerDay: nil) == PlannedLooks.usualLooksOfPeeking)
    #expect(try looks(installsPerDay: 100) == 10)
    #expect(try looks(installsPerDay: 1) == PlannedLooks.mostLooksOfPeeking)
  }

  @Test("the size has the power that it is for, and less of it less", arguments: [0.5, 0.8])
  func power(wanted: Double) throws {
    let plan = try FormulaPlan(
      TestQuestion(baseline: 0.2, arms: [0.22], power: wanted), design: design(.fixed(3)))
    #expect(abs(plan.answer.power - wanted) < 1e-4 && plan.answer.power >= wanted)
    let given = try FormulaPlan(
      TestQuestion(baseline: 0.2, arms: [0.22], installs: plan.answer.total - 20, power: wanted),
      design: design(.fixed(3)))
    #expect(!given.isEnough && given.needed?.total == plan.answer.total)
  }

  @Test("a test too small for its looks has hardly the power of equal arms, one far too large has all of it")
  func extremes() throws {
    for looks in [PlannedLooks.fixed(2), .anyTime(3)] {
      let small = try FormulaPlan(
        TestQuestion(baseline: 0.2, arms: [0.2001], installs: 20), design: design(looks))
      #expect(small.answer.power < 0.03)
      let large = try FormulaPlan(
        TestQuestion(baseline: 0.2, arms: [0.8], installs: 20000), design: design(looks))
      #expect(large.answer.power > 0.999_99)
    }
  }

  @Test("looks go with a difference")
  func refused() throws {
    #expect(throws: NumericsError.self) {
      try TestDesign(aim: .nonInferior(margin: 0.01), looks: .anyTime(3))
    }
  }
}
