import GSLNumerics
import Inference
import Testing

/// Values of R's `power.prop.test`, `gsDesign::nBinomial` and `rpact::getSampleSizeRates`, which agree.
@Suite("How many people a test needs")
struct TestSizeTests {
  /// Ten significant digits are given.
  private func isClose(_ found: Double, _ expected: Double) -> Bool { abs(found / expected - 1) < 1e-6 }

  /// The people whom the baseline of two arms of one size needs.
  private func size(
    _ baseline: Double, _ arm: Double, power: Double = 0.8, nonInferior: Double? = nil
  ) throws -> Double {
    try TestDesign(nonInferior: nonInferior).installs(shares: [baseline, arm], power: power) / 2
  }

  private func power(of size: Double, _ baseline: Double, _ arm: Double, nonInferior: Double? = nil) throws
    -> Double
  {
    try TestDesign(nonInferior: nonInferior).powers(installs: 2 * size, shares: [baseline, arm])[0]
  }

  @Test(
    "two shares, at 5% on two sides",
    arguments: [
      (0.50, 0.75, 0.9, 76.7069), (0.60, 0.70, 0.8, 355.9428), (0.20, 0.22, 0.8, 6509.4667),
      (0.20, 0.22, 0.9, 8713.8302), (0.30, 0.31, 0.8, 33274.1467), (0.10, 0.12, 0.8, 3840.8475),
      (0.25, 0.26, 0.9, 39920.8768), (0.02, 0.03, 0.8, 3825.1497),
    ])
  func shares(baseline: Double, arm: Double, power: Double, size: Double) throws {
    #expect(isClose(try self.size(baseline, arm, power: power), size))
    // A test finds a difference of either sign with the same people.
    #expect(isClose(try self.size(arm, baseline, power: power), size))
  }

  @Test(
    "arms of unequal sizes",
    arguments: [
      (0.25, 20166.783), (0.5, 14577.069), (2, 14713.322), (3, 17476.751),
    ])
  func allocation(_ allocation: Double, total: Double) throws {
    let design = try TestDesign(allocation: [1, allocation])
    #expect(isClose(try design.installs(shares: [0.2, 0.22], power: 0.8), total))
  }

  @Test(
    "the power of a size, with the side that errs",
    arguments: [
      (50.0, 0.50, 0.75, 0.7401671935), (5000, 0.20, 0.22, 0.6898208549), (20000, 0.20, 0.21, 0.6974797595),
      (3000, 0.30, 0.32, 0.3878831156),
    ])
  func power(size: Double, baseline: Double, arm: Double, power: Double) throws {
    #expect(isClose(try self.power(of: size, baseline, arm), power))
  }

  @Test("the size found has the power, and one person less has not", arguments: [0.5, 0.8, 0.95])
  func sizeHasPower(power: Double) throws {
    let size = try size(0.3, 0.33, power: power)
    #expect(try self.power(of: size, 0.3, 0.33) >= power - 1e-12)
    #expect(try self.power(of: size - 1, 0.3, 0.33) < power)
  }

  @Test(
    "the difference that a size detects with 80%, which needs that size",
    arguments: [
      (1000.0, 0.2, 0.05238643723), (5000, 0.2, 0.02287664417), (20000, 0.2, 0.01132323274),
      (20000, 0.05, 0.006284241655),
    ])
  func detectable(size: Double, baseline: Double, difference: Double) throws {
    let above = try #require(try detectable(size, baseline, above: true))
    #expect(isClose(above - baseline, difference))
    #expect(isClose(try self.size(baseline, above), size))
    let below = try #require(try detectable(size, baseline, above: false))
    let needed = try self.size(baseline, below)
    #expect(below < baseline && isClose(needed, size))
  }

  private func detectable(_ size: Double, _ baseline: Double, above: Bool) throws -> Double? {
    try TestDesign().detectableShare(installs: 2 * size, baseline: baseline, power: 0.8, above: above)
  }

  @Test("a test of three people an option detects nothing")
  func undetectable() throws { #expect(try detectable(3, 0.2, above: true) == nil) }

  // Of own code after Farrington & Manning 1990.
  @Test(
    "not worse by a margin, at 2.5% on one side",
    arguments: [
      (0.3, 0.3, 0.05, 0.8, 1317.941), (0.2, 0.2, 0.01, 0.8, 25119.843), (0.2, 0.2, 0.01, 0.9, 33627.720),
      (0.2, 0.205, 0.01, 0.8, 11269.724), (0.85, 0.85, 0.10, 0.8, 206.903),
    ])
  func nonInferior(baseline: Double, arm: Double, margin: Double, power: Double, size: Double) throws {
    let found = try self.size(baseline, arm, power: power, nonInferior: margin)
    #expect(abs(found - size) < 0.001)
    #expect(isClose(try self.power(of: found, baseline, arm, nonInferior: margin), power))
  }

  @Test("what no size can tell apart is refused")
  func refused() throws {
    for (baseline, arm) in [(0.2, 0.2), (0, 0.2), (0.2, .nan)] {
      #expect(throws: NumericsError.self) { try size(baseline, arm) }
    }
    #expect(throws: NumericsError.self) { try size(0.2, 0.3, power: 0.02) }
    #expect(throws: NumericsError.self) { try size(0.2, 0.189, nonInferior: 0.01) }
  }

  // MARK: - Looks, releases and days

  /// Values of `gsDesign` and `rpact`, which agree.
  @Test(
    "several looks take more installs than one",
    arguments: [
      (2, 0.8, 1.00372), (3, 0.8, 1.01279), (4, 0.8, 1.01964), (5, 0.8, 1.02472), (2, 0.9, 1.00342),
      (3, 0.9, 1.01185), (4, 0.9, 1.01828), (5, 0.9, 1.02308),
    ])
  func inflation(count: Int, power: Double, ratio: Double) throws {
    let design = try TestDesign(looks: .fixed(count))
    #expect(abs(try design.inflation(power: power) - ratio) < 6e-6)
    let one = try TestDesign().installs(shares: [0.2, 0.22], power: power)
    #expect(abs(try design.installs(shares: [0.2, 0.22], power: power) / one - ratio) < 6e-6)
  }

  @Test("looks at any time are one a day of the enrolment, and never more than are counted on")
  func peeking() {
    #expect([nil, 10, 1_000, 0].map { PlannedLooks.anyTime(days: $0).count } == [30, 10, 200, 1])
  }

  @Test(
    "many clusters of one size have a design effect", arguments: [(200.0, 0.01, 2.99), (2000, 0.005, 10.995)])
  func designEffect(size: Double, correlation: Double, effect: Double) throws {
    let clusters = PlannedClusters(size: size, icc: correlation)
    #expect(abs(clusters.designEffect - effect) < 1e-12)
    let design = try TestDesign(clusters: clusters)
    let installs = try design.installs(shares: [0.2, 0.22], power: 0.8)
    #expect(abs(installs / (2 * 6509.4667 * effect) - 1) < 1e-6)
    let power = try design.powers(installs: installs, shares: [0.2, 0.22])
    #expect(abs(power[0] - 0.8) < 1e-5)
  }

  @Test("a test enrols for whole weeks, and is read when its last install is old enough")
  func calendar() {
    let calendar = TestCalendar(installs: 23_652, installsPerDay: 3000 / 7.0, waitingDays: 7)
    #expect(calendar.enrolmentDays == 56 && calendar.wholeWeeks == 8 && calendar.readOn == 63)
    #expect(TestCalendar(installs: 100, installsPerDay: 100).wholeWeeks == 1)
    #expect(TestCalendar(installs: 701, installsPerDay: 100).wholeWeeks == 2)
  }

  @Test("looks fall on days of the test, before it is read")
  func days() {
    let calendar = TestCalendar(installs: 13_186, installsPerDay: 500, waitingDays: 7)
    #expect([1 / 3.0, 2 / 3.0].map { calendar.day(of: $0 * 13_186) } == [16, 25] && calendar.readOn == 35)
  }
}
