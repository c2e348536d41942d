import GSLNumerics
import Testing

@Suite("Moments of a sample")
struct MomentsTests {
  let sample = [3.1, 1.2, 5.9, 2.6, 5.3, 5.8, 9.7, 9.3, 2.3, 8.4]

  @Test("mean and variance of ten values agree with NumPy 2.4 (ddof = 1) to rounding")
  func agreesWithNumPy() throws {
    #expect(abs(try sampleMean(sample) - 5.36) < 1e-14)
    #expect(abs(try sampleVariance(sample) - 9.276) < 1e-13)
  }

  @Test("the variance of values far from zero keeps its digits, as a sum of squares would not")
  func survivesLargeOffset() throws {
    // Values 1e9 + {4, 7, 13, 16}: variance 30 exactly.
    let variance = try sampleVariance([1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16])
    #expect(abs(variance - 30) < 1e-6)
  }

  @Test("no values, one value and NaN are refused rather than answered with NaN")
  func refusals() {
    #expect(throws: NumericsError.tooFewValues(needed: 1, found: 0)) { try sampleMean([]) }
    #expect(throws: NumericsError.tooFewValues(needed: 2, found: 1)) { try sampleVariance([1]) }
    #expect(throws: NumericsError.notFinite(position: 1)) { try sampleMean([1, .nan]) }
    #expect(throws: NumericsError.noFiniteResult(routine: "variance")) {
      try sampleVariance([-1e300, 1e300])
    }
  }
}
