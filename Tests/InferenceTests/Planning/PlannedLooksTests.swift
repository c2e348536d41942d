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
      (2, AlphaSpending.obrienFlemingType, 0.8, 1.00372), (3, .obrienFlemingType, 0.8, 1.01279),
      (4, .obrienFlemingType, 0.8, 1.01964), (5, .obrienFlemingType, 0.8, 1.02472),
      (2, .pocockType, 0.8, 1.12255), (3, .pocockType, 0.8, 1.17042), (4, .pocockType, 0.8, 1.19631),
      (5, .pocockType, 0.8, 1.21263), (2, .obrienFlemingType, 0.9, 1.00342),
      (3, .obrienFlemingType, 0.9, 1.01185), (4, .obrienFlemingType, 0.9, 1.01828),
      (5, .obrienFlemingType, 0.9, 1.02308), (2, .pocockType, 0.9, 1.11105), (3, .pocockType, 0.9, 1.15422),
      (4, .pocockType, 0.9, 1.17759), (5, .pocockType, 0.9, 1.19235),
    ])
  func inflation(count: Int, spending: AlphaSpending, power: Double, ratio: Double) throws {
    let design = try design(.fixed(count, spending))
    #expect(abs(try design.inflation(power: power) - ratio) < 6e-6)
    let one = try self.design(nil).installs(shares: [0.2, 0.22], power: power)
    #expect(abs(try design.installs(shares: [0.2, 0.22], power: power) / one - ratio) < 6e-6)
  }

  @Test(
    "looks at any time cost less the more of them there are",
    arguments: [
      (1, 1.91481, 1.91481, 0.00240), (2, 1.88492, 1.54578, 0.00411), (5, 1.82560, 1.30384, 0.00674),
      (10, 1.77949, 1.19790, 0.00889), (20, 1.73915, 1.12969, 0.01103), (30, 1.71911, 1.10129, 0.01218),
    ])
  func anyTime(count: Int, ratio: Double, used: Double, falsePositives: Double) throws {
    let design = try design(.anyTime(count))
    let plan = try TestPlan(TestQuestion(baseline: 0.2, arms: [0.22]), design: design)
    #expect(abs(try #require(plan.stopping?.installsIfTrue) / (2 * 6509.4667) - used) < 2e-4)
    #expect(abs(try design.inflation(power: 0.8) - ratio) < 6e-6)
    #expect(abs(try #require(design.boundaries).falsePositiveRate - falsePositives) < 6e-6)
  }

  @Test("looks that are not at equal steps cost what their shares say")
  func uneven() throws {
    let schedule = try LookSchedule(fractions: [0.3, 0.6, 1])
    let design = try design(.scheduled(schedule, .obrienFlemingType))
    #expect(abs(try design.inflation(power: 0.8) - 1.008577) < 6e-7)
  }

  @Test("looks at any time are one a day of the enrolment, and never more than are counted on")
  func peeking() throws {
    func looks(installsPerDay: Double?) throws -> Int? {
      try LookRule.peeking.settled {
        $0
      } calendar: { _ in
        installsPerDay.map { TestCalendar(installs: 1_000, installsPerDay: $0) }
      }?.count
    }
    #expect(try looks(installsPerDay: nil) == PlannedLooks.usualLooksOfPeeking)
    #expect(try looks(installsPerDay: 100) == 10)
    #expect(try looks(installsPerDay: 1) == PlannedLooks.mostLooksOfPeeking)
    #expect(
      try LookRule(nil).settled {
        $0
      } calendar: { _ in
        nil
      } == nil)
  }

  @Test("size and looks at dates are worked out in turn until they agree")
  func settled() throws {
    // The look is on day 5 of a pace of 100 a day, so the more installs there are, the smaller its share.
    let rule = LookRule(first: .scheduled(try LookSchedule(fractions: [1]), .obrienFlemingType)) { calendar in
      .scheduled(
        try LookSchedule(fractions: [calendar.map { $0.fraction(onDay: 5) } ?? 0.5, 1]), .obrienFlemingType)
    }
    let question = TestQuestion(baseline: 0.2, arms: [0.26])
    let plan = try rule.settled {
      try TestPlan(question, design: TestDesign(looks: $0))
    } calendar: {
      TestCalendar(installs: $0.answer.total, installsPerDay: 100)
    }
    guard case .scheduled(let schedule, _)? = plan.design.looks else {
      Issue.record("a plan without looks")
      return
    }
    #expect(schedule.fractions == [500 / Double(plan.answer.total), 1])
  }

  @Test("the size has the power that it is for, and less of it less", arguments: [0.5, 0.8])
  func power(wanted: Double) throws {
    let plan = try TestPlan(
      TestQuestion(baseline: 0.2, arms: [0.22], power: wanted), design: design(.fixed(3, .pocockType)))
    #expect(abs(plan.answer.power - wanted) < 1e-4 && plan.answer.power >= wanted)
    let given = try TestPlan(
      TestQuestion(baseline: 0.2, arms: [0.22], size: .total(plan.answer.total - 20), power: wanted),
      design: design(.fixed(3, .pocockType)))
    #expect(!given.isEnough && given.needed?.total == plan.answer.total)
  }

  @Test("a test with looks uses fewer installs than one without, on average, if the difference is there")
  func expected() throws {
    let one = try TestPlan(TestQuestion(baseline: 0.2, arms: [0.22]), design: design(nil))
    #expect(one.stopping == nil && one.inflation == 1)
    for (count, share) in [(3, 0.8656), (5, 0.8237)] {
      let plan = try TestPlan(
        TestQuestion(baseline: 0.2, arms: [0.22]), design: design(.fixed(count, .obrienFlemingType)))
      let installs = try #require(plan.stopping?.installsIfTrue)
      #expect(abs(installs / (2 * 6509.4667) - share) < 2e-4)
      #expect(try #require(plan.stopping?.installsIfEqual) > installs)
    }
  }

  @Test("a size detects more with a single look than with several")
  func detectable() throws {
    func share(_ looks: PlannedLooks?) throws -> Double {
      try TestPlan(TestQuestion(baseline: 0.2, size: .perArm(5000)), design: design(looks)).shares[1]
    }
    let several = try share(.fixed(3, .pocockType))
    #expect(try share(nil) < several)
    let back = try design(.fixed(3, .pocockType)).installs(shares: [0.2, several], power: 0.8)
    #expect(abs(back - 10_000) < 0.01)
  }

  @Test("a test too small for its looks has hardly the power of equal arms, one far too large has all of it")
  func extremes() throws {
    for looks in [try PlannedLooks.fixed(2, .obrienFlemingType), .anyTime(3)] {
      let small = try TestPlan(
        TestQuestion(baseline: 0.2, arms: [0.2001], size: .perArm(10)), design: design(looks))
      #expect(small.answer.power < 0.03)
      let large = try TestPlan(
        TestQuestion(baseline: 0.2, arms: [0.8], size: .perArm(10_000)), design: design(looks))
      #expect(large.answer.power > 0.999_99)
    }
  }

  @Test("looks go with a difference on two sides")
  func refused() throws {
    #expect(throws: NumericsError.self) {
      try TestDesign(aim: .equivalent(margin: 0.01), looks: .anyTime(3))
    }
    #expect(throws: NumericsError.self) { try TestDesign(sides: .one, looks: .anyTime(3)) }
    #expect(throws: NumericsError.self) { try TestDesign(looks: .fixed(0, .pocockType)) }
  }
}
