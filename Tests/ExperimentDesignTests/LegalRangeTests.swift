import ExperimentDesign
import Testing

@Suite("The values a parameter may take")
struct LegalRangeTests {
  static let ranges: [LegalRange] = [
    .probability, .openProbability, .correlation, .positive, .nonNegative, .real,
  ]

  @Test("NaN and infinities are never legal", arguments: ranges)
  func notFinite(range: LegalRange) {
    for value in [Double.nan, -.nan, .signalingNaN, .infinity, -.infinity] {
      #expect(!range.contains(value))
    }
  }

  @Test("ends belong to a range only where it says so")
  func ends() {
    #expect([0, 0.5, 1].allSatisfy { LegalRange.probability.contains($0) })
    #expect(![-0.0.ulp, 1.0.nextUp].contains { LegalRange.probability.contains($0) })
    #expect(![0, 1].contains { LegalRange.openProbability.contains($0) })
    #expect(LegalRange.openProbability.contains(1.0.nextDown))
    #expect([-1, 1].allSatisfy { LegalRange.correlation.contains($0) })
    #expect(!LegalRange.positive.contains(0))
    #expect(LegalRange.positive.contains(.leastNonzeroMagnitude))
    #expect(LegalRange.nonNegative.contains(0) && LegalRange.nonNegative.contains(-0.0))
    #expect(LegalRange.nonNegative.contains(.greatestFiniteMagnitude))
    #expect([-1e300, 0, 1e300].allSatisfy { LegalRange.real.contains($0) })
  }

  @Test("a parameter is a number only where it is known")
  func constant() throws {
    let path = "allow.rate"
    #expect(try Parameter(.constant(0.3), path: path, range: .probability).constant == 0.3)
    for distribution in [
      Distribution.normal(mean: 0, sd: 1), .lognormal(median: 1, sigma: 1), .beta(a: 1, b: 1),
      .uniform(low: 0, high: 1), .triangular(low: 0, mode: 0.5, high: 1), .joint("j", member: 0),
    ] {
      #expect(try Parameter(distribution, path: path, range: .probability).constant == nil)
    }
  }
}
