import GSLNumerics
import Testing

@Suite("A beta distribution by two of its quantiles")
struct BetaFitTests {
  @Test(
    "has the tails that were asked for",
    arguments: [
      (0.2, 0.4), (0.01, 0.02), (0.3, 0.9), (0.05, 0.95), (0.001, 0.5), (0.5, 0.999), (1e-6, 1e-3),
      (0.28, 0.281), (0.98, 0.9999), (0.3, 0.3001), (1e-4, 0.3),
    ])
  func tails(low: Double, high: Double) throws {
    for tail in [0.05, 0.025, 0.25] {
      let found = try BetaDistribution(tail: tail, below: low, above: high)
      #expect(abs(found.tails(low).lower / tail - 1) < 1e-6, "\(tail) \(found)")
      #expect(abs(found.tails(high).upper / tail - 1) < 1e-6, "\(tail) \(found)")
    }
  }

  @Test(
    "finds the distribution that the quantiles were taken of", arguments: [0.5, 1, 3, 31, 4000], [0.7, 2, 69])
  func back(a: Double, b: Double) throws {
    let given = try BetaDistribution(a: a, b: b)
    let low = try given.quantile(0.05)
    let high = try given.quantile(0.95)
    let found = try BetaDistribution(tail: 0.05, below: low, above: high)
    #expect(abs(found.a / a - 1) < 1e-7 && abs(found.b / b - 1) < 1e-7)
  }

  @Test("of the uniform distribution is exact: a = b = 1")
  func uniform() throws {
    let found = try BetaDistribution(tail: 0.05, below: 0.05, above: 0.95)
    #expect(abs(found.a - 1) < 1e-9 && abs(found.b - 1) < 1e-9)
  }

  @Test("refuses what is no range of shares, and what no parameters give")
  func refused() {
    for (low, high) in [(0, 0.4), (0.4, 0.2), (0.3, 0.3), (0.2, 1), (-1, 0.5), (.nan, 0.5)] {
      #expect(throws: NumericsError.self) { try BetaDistribution(tail: 0.05, below: low, above: high) }
    }
    #expect(throws: NumericsError.self) { try BetaDistribution(tail: 0.05, below: 1e-30, above: 1 - 1e-15) }
    #expect(throws: NumericsError.self) { try BetaDistribution(tail: 0.05, below: 0.3, above: 0.3 + 1e-9) }
    #expect(throws: NumericsError.self) { try BetaDistribution(tail: 0.6, below: 0.3, above: 0.4) }
  }
}
