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
}
