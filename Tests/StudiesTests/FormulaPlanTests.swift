import GSLNumerics
import Inference
import TestData
import Testing

@testable import Studies

/// The plan of a test of rates alone.
func formulaPlan(
  _ baseline: Double, lift: Double? = nil, _ change: (inout TestRequest) -> Void = { _ in }
) throws -> TestPlan {
  var request = TestRequest()
  request.difference = lift
  change(&request)
  return try TestPlan(baseline: baseline, request)
}

@Suite("The plan of a test by its formula")
struct FormulaPlanTests {
  @Test("of size, power and difference, the one that is left out is answered from the others")
  func leftOut() throws {
    let size = try formulaPlan(0.2, lift: 0.02)
    #expect(size.asked == .size && size.question.power == 0.8)
    #expect(size.options.map(\.installs) == [6510, 6510] && size.answer.planned == 13_020)
    #expect(size.answer.needed == 13_020)
    #expect(try abs(#require(size.answer.detects) - 0.02) < 1e-5)
    let difference = try formulaPlan(0.2) { ($0.installs, $0.power) = (10_000, 0.8) }
    #expect(difference.asked == .difference && abs(difference.options[1].rate - 0.22287664417) < 1e-10)
    let power = try formulaPlan(0.2, lift: 0.02) { $0.installs = 10_000 }
    #expect(power.asked == .power && abs(power.answer.power - 0.6898208549) < 1e-9)
    #expect(throws: UnfitOption.self) { try formulaPlan(0.2) }
  }

  @Test("with all three given the size is judged, and one person less is too few")
  func judged() throws {
    let enough = try formulaPlan(0.2, lift: 0.02) { ($0.installs, $0.power) = (13_020, 0.8) }
    #expect(enough.asked == .isEnough && enough.answer.isEnough)
    let tooFew = try formulaPlan(0.2, lift: 0.02) { ($0.installs, $0.power) = (13_018, 0.8) }
    #expect(!tooFew.answer.isEnough && tooFew.options.map(\.installsNeeded) == [6510, 6510])
  }

  @Test("half, once and twice the size have the power of the formula")
  func curve() throws {
    let found = try formulaPlan(0.2, lift: 0.02)
    #expect(found.curve.map(\.planned) == [6510, 13_020, 26_040])
    #expect(found.curve[1].power == found.answer.power)
    for point in found.curve {
      let power = try TestDesign().powers(
        installs: Double(2 * point.installsOfBaseline), shares: [0.2, 0.22])
      #expect(abs(point.power - power[0]) < 1e-12)
    }
    // Half of a size that does not split is the next smaller one that does.
    let small = try formulaPlan(0.2) { $0.installs = 10 }
    #expect(
      small.curve.map(\.planned) == [4, 10, 20] && small.curve.map(\.installsOfBaseline) == [2, 5, 10])
  }

  @Test("it has a calendar")
  func calendar() throws {
    let plan = try formulaPlan(0.2, lift: 0.02) { ($0.day, $0.installsPerDay) = (7, 3_000 / 7) }
    #expect(plan.calendar?.wholeWeeks == 5 && plan.calendar?.readOn == 42)
    #expect(plan.worth == nil && plan.trials == nil)
  }

  @Test("where no larger share is far enough, a smaller one may be; and a test may detect nothing at all")
  func detects() throws {
    #expect(try formulaPlan(0.95) { $0.installs = 100 }.options[1].rate < 0.95)
    let unfit: [(baseline: Double, change: (inout TestRequest) -> Void)] = [
      (0.2, { $0.installs = 4 }), (0.2, { $0.installs = 3 }), (0.95, { $0.difference = 0.1 }),
      (0.2, { $0.nonInferior = 0.3 }),
    ]
    for (row, request) in unfit.enumerated() {
      #expect(throws: UnfitOption.self, "row \(row)") { try formulaPlan(request.baseline, request.change) }
    }
  }

  @Test("a size that no analysis reads is refused")
  func tooLarge() throws {
    #expect(throws: UnfitOption.self) { try formulaPlan(0.2, lift: 0.0000001) }
  }

  @Test("the size has the power that it is for, and less of it less", arguments: [0.5, 0.8])
  func power(wanted: Double) throws {
    let plan = try formulaPlan(0.2, lift: 0.02) { ($0.power, $0.looks) = (wanted, .fixed(3)) }
    #expect(abs(plan.answer.power - wanted) < 1e-4 && plan.answer.power >= wanted)
    let given = try formulaPlan(0.2, lift: 0.02) {
      ($0.power, $0.looks, $0.installs) = (wanted, .fixed(3), plan.answer.planned - 20)
    }
    #expect(!given.answer.isEnough && given.answer.needed == plan.answer.planned)
  }

  @Test("a test too small for its looks has hardly the power of equal arms, one far too large has all of it")
  func extremes() throws {
    for looks in [PlannedLooks.fixed(2), .anyTime(days: 3)] {
      func power(lift: Double, installs: Int) throws -> Double {
        try formulaPlan(0.2, lift: lift) { ($0.installs, $0.looks) = (installs, looks) }.answer.power
      }
      #expect(try power(lift: 0.0001, installs: 20) < 0.03)
      #expect(try power(lift: 0.6, installs: 20_000) > 0.999_99)
    }
  }
}
