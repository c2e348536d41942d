import Testing

@testable import Reviews

@Suite("Scales of figures")
struct LinearScaleTests {
  @Test(
    "ticks are round, lie inside, and are about as many as asked for",
    arguments: [(0.0, 1.0), (-9.6, 4.5), (0.0013, 0.0017), (-1e6, 3e7), (0.2, 0.2000001)])
  func ticks(low: Double, high: Double) {
    let ticks = LinearScale.ticks(in: low...high, about: 6)
    // Steps of 1, 2 and 5: never more than asked for and one, never under a third of it.
    #expect(ticks.count >= 2 && ticks.count <= 7)
    let slack = (high - low) * 1e-6
    #expect(ticks.allSatisfy { $0 >= low - slack && $0 <= high + slack })
    let step = ticks[1] - ticks[0]
    let digit = step / LinearScale.roundStep(step)
    #expect(abs(digit - 1) < 1e-6)
  }

  @Test("a step is rounded up to 1, 2 or 5 times a power of ten")
  func steps() {
    #expect(LinearScale.roundStep(0.021) == 0.05)
    #expect(LinearScale.roundStep(1) == 1)
    #expect(LinearScale.roundStep(1.2) == 2)
    #expect(LinearScale.roundStep(60) == 100)
  }

  @Test("an empty domain is widened, so that everything still has a position")
  func degenerate() {
    let domain = LinearScale.widened(0.25...0.25, by: 0.1)
    #expect(domain.lowerBound < 0.25 && domain.upperBound > 0.25)
    #expect(LinearScale(domain: 1...1, start: 0, end: 10).position(1) == 5)
    #expect(LinearScale.ticks(in: 3...3, about: 5) == [3])
  }

  @Test("numbers along an axis have the decimals of their step, and a sign where asked for")
  func numbers() {
    #expect(axisNumbers([-0.05, 0, 0.05], scale: 100, isSigned: true) == ["−5", "0", "+5"])
    #expect(axisNumbers([0, 0.005], scale: 100, suffix: " %") == ["0.0 %", "0.5 %"])
  }
}
