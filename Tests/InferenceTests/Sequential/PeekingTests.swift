import Inference
import Testing

@Suite("What looking costs")
struct PeekingTests {
  @Test("the power at the drift for a power is that power, and stopping early saves information")
  func powerAndExpectedInformation() throws {
    let test = try GroupSequentialBoundaries(
      level: 0.05, schedule: LookSchedule(equallySpaced: 5))
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
      level: 0.05, schedule: LookSchedule(fractions: [0.2, 0.7, 1]))
    let up = try test.stopping(drift: 1.3)
    let down = try test.stopping(drift: -1.3)
    for index in 0..<3 {
      #expect(abs(up.upper[index] - down.lower[index]) < 1e-14)
      #expect(abs(up.lower[index] - down.upper[index]) < 1e-14)
    }
  }
}
