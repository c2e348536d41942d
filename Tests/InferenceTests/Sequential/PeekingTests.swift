import Inference
import Testing

@Suite("What looking costs")
struct PeekingTests {
  @Test("the power at the drift for a power is that power, and stopping early saves information")
  func powerAndExpectedInformation() throws {
    let test = try GroupSequentialBoundaries(
      level: 0.05, fractions: [0.2, 0.4, 0.6, 0.8, 1])
    let drift = try test.drift(power: 0.9)
    let stopping = try test.stopping(drift: drift)
    #expect(abs(stopping.upper.reduce(0, +) - 0.9) < 1e-8)
    #expect(stopping.lower.reduce(0, +) < 1e-6 && stopping.expectedInformation < 0.8)
    let atNull = try test.stopping(drift: 0)
    #expect(abs(atNull.atEachLook.reduce(0, +) - 0.05) < 1e-9)
    // Sums of the same terms in the opposite order.
    #expect(zip(atNull.upper, atNull.lower).allSatisfy { abs($0 - $1) < 1e-15 })
    #expect(atNull.expectedInformation > 0.99)
  }
}
