import GSLNumerics
import Inference
import Testing

@Suite("The mean over trials")
struct MonteCarloMeanTests {
  @Test("its error is the standard deviation over the root of the trials that have a value")
  func meanAndError() throws {
    // Mean 4, deviations −2, 0, 2: variance 4, error 2/√3.
    let estimate = try #require(try MonteCarloMean([2, nil, 4, 6]))
    #expect(estimate.mean == 4)
    #expect(estimate.standardDeviation == 2)
    #expect(abs(try #require(estimate.mcse) - 2 / 3.0.squareRoot()) < 1e-15)
    #expect(estimate.count == 3)
    #expect(estimate.missing == 1)
  }

  @Test("no trial with a value is no estimate, one trial is an estimate without an error")
  func degenerate() throws {
    #expect(try MonteCarloMean([]) == nil)
    #expect(try MonteCarloMean([nil, nil]) == nil)
    let single = try #require(try MonteCarloMean([0.25]))
    #expect(single.mean == 0.25)
    #expect(single.mcse == nil)
    #expect(throws: NumericsError.notFinite(position: 1)) { try MonteCarloMean([1, .nan]) }
  }

  @Test("a difference exists in the trials where both arms have a value")
  func differences() {
    #expect(pairedDifferences([1, nil, 5, 4], [0.5, 1, nil, 4]) == [0.5, nil, nil, 0])
  }
}
