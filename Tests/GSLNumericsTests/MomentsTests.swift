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
