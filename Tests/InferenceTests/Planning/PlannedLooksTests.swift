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
  func peeking() {
    #expect([nil, 10, 1_000, 0].map { PlannedLooks.anyTime(days: $0).count } == [30, 10, 200, 1])
  }

  @Test("looks go with a difference")
  func refused() throws {
    #expect(throws: NumericsError.self) {
      try TestDesign(nonInferior: 0.01, looks: .anyTime(days: 3))
    }
  }
}
