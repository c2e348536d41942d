import Inference
import Testing

@Suite("What looking costs")
struct PeekingTests {
  @Test(
    "reading every look as if it were the only one has the published false-positive rates",
    arguments: [
      // Armitage, McPherson & Rowe 1969, table 2 (0.05, two-sided), three places; and the density
      // recursion in numpy (see GroupSequentialBoundariesTests) for five and ten looks.
      (1, 0.05, 1e-9), (2, 0.083, 5e-4), (3, 0.107, 5e-4), (4, 0.126, 5e-4),
      (5, 0.14168933259096433, 1e-9), (10, 0.19335659334978644, 1e-9), (20, 0.248, 5e-4),
      (50, 0.320, 5e-4), (100, 0.374, 5e-4),
    ])
  func uncorrected(looks: Int, rate: Double, tolerance: Double) throws {
    let schedule = try LookSchedule(equallySpaced: looks)
    let rule = try GroupSequentialBoundaries.uncorrected(level: 0.05, sides: .two, schedule: schedule)
    #expect(abs(rule.falsePositiveRate - rate) < tolerance)
  }

  @Test("one-sided peeking is about half as costly on each side")
  func oneSided() throws {
    let schedule = try LookSchedule(equallySpaced: 5)
    let oneSided = try GroupSequentialBoundaries.uncorrected(
      level: 0.025, sides: .one, schedule: schedule)
    let twoSided = try GroupSequentialBoundaries.uncorrected(
      level: 0.05, sides: .two, schedule: schedule)
    // The one-sided test does not stop for crossings of the other side, so it finds a few more.
    #expect(2 * oneSided.falsePositiveRate >= twoSided.falsePositiveRate)
    #expect(2 * oneSided.falsePositiveRate < twoSided.falsePositiveRate * 1.01)
  }

  @Test(
    "the price in sample size is the published inflation factor",
    arguments: [
      // Jennison & Turnbull 2000, tables 2.2 and 2.4 (two-sided 5%), three places:
      // five looks 1.229 and 1.207, 1.028 and 1.026; more digits from the numpy program.
      (ClassicalBoundary.pocock, 5, 0.8, 1.2285926102520313),
      (.pocock, 5, 0.9, 1.2066032063164), (.pocock, 10, 0.8, 1.3009761574893581),
      (.obrienFleming, 5, 0.8, 1.0284109691423595), (.obrienFleming, 5, 0.9, 1.026486303842782),
      (.obrienFleming, 10, 0.9, 1.0374571865602904),
    ])
  func inflation(shape: ClassicalBoundary, looks: Int, power: Double, factor: Double) throws {
    let test = try GroupSequentialBoundaries(
      shape, level: 0.05, sides: .two, schedule: LookSchedule(equallySpaced: looks))
    #expect(abs(try test.inflation(power: power, level: 0.05) - factor) < 1e-7)
  }

  @Test("the power at the drift for a power is that power, and stopping early saves information")
  func powerAndExpectedInformation() throws {
    let test = try GroupSequentialBoundaries(
      .obrienFlemingType, level: 0.05, sides: .two, schedule: LookSchedule(equallySpaced: 5))
    let drift = try test.drift(power: 0.9)
    let stopping = try test.stopping(drift: drift)
    #expect(abs(stopping.upper.reduce(0, +) - 0.9) < 1e-8)
    #expect(stopping.lower.reduce(0, +) < 1e-6)
    #expect(stopping.expectedInformation < 0.8)
    let atNull = try test.stopping(drift: 0)
    #expect(abs(atNull.rejection - 0.05) < 1e-9)
    // Sums of the same terms in the opposite order.
    #expect(zip(atNull.upper, atNull.lower).allSatisfy { abs($0 - $1) < 1e-15 })
    #expect(atNull.expectedInformation > 0.99)
  }

  @Test("turning the effect's sign exchanges the sides")
  func mirrored() throws {
    let test = try GroupSequentialBoundaries(
      .pocockType, level: 0.05, sides: .two, schedule: LookSchedule(fractions: [0.2, 0.7, 1]))
    let up = try test.stopping(drift: 1.3)
    let down = try test.stopping(drift: -1.3)
    for index in 0..<3 {
      #expect(abs(up.upper[index] - down.lower[index]) < 1e-14)
      #expect(abs(up.lower[index] - down.upper[index]) < 1e-14)
    }
  }
}
