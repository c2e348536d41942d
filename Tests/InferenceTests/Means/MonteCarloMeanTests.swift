import GSLNumerics
import Inference
import Testing

@Suite("The mean over trials")
struct MonteCarloMeanTests {
  @Test("its error is the standard deviation over the root of the trials that have a value")
  func meanAndError() throws {
    // Mean 4, deviations −2, 0, 2: variance 4, error 2/√3.
    let estimate = try #require(try MonteCarloMean([2, nil, 4, 6]))
    #expect(estimate.mean == 4 && estimate.standardDeviation == 2 && estimate.count == 3)
    #expect(abs(try #require(estimate.mcse) - 2 / 3.0.squareRoot()) < 1e-15)
  }

  @Test("no trial with a value is no estimate, one trial is an estimate without an error")
  func degenerate() throws {
    #expect(try MonteCarloMean([]) == nil && MonteCarloMean([nil, nil]) == nil)
    let single = try #require(try MonteCarloMean([0.25]))
    #expect(single.mean == 0.25 && single.mcse == nil)
    #expect(throws: NumericsError.notFinite(position: 1)) { try MonteCarloMean([1, .nan]) }
  }

  @Test("a difference exists in the trials where both arms have a value")
  func differences() {
    #expect(pairedDifferences([1, nil, 5, 4], [0.5, 1, nil, 4]) == [0.5, nil, nil, 0])
  }

  @Test("the error of trials drawn in blocks is that of the blocks' means, from eight blocks on")
  func blocks() throws {
    // Within each block 1 to 5, above the block's own 0, 1, 0, 1…: means 3 and 4, overall 3.5.
    let values: [Double?] = (0..<40).map { (trial: Int) in Double(trial % 5 + 1 + trial / 5 % 2) }
    let found = try #require(try MonteCarloMean(values, trialsOfABlock: 5))
    #expect(found.mean == 3.5)
    // The variance of eight means, four at 3 and four at 4, is 2/7; over eight of them 1/28.
    #expect(abs(try #require(found.mcse) - (1.0 / 28).squareRoot()) < 1e-15)
    let few = try #require(try MonteCarloMean(Array(values.prefix(35)), trialsOfABlock: 5))
    let apart = try #require(try MonteCarloMean(Array(values.prefix(35))))
    #expect(few == apart)
  }

  @Test("a last block that is cut short and trials without a value count by what they have")
  func unevenBlocks() throws {
    var values: [Double?] = (0..<43).map { Double($0 % 5) }
    values[7] = nil
    let found = try #require(try MonteCarloMean(values, trialsOfABlock: 5))
    #expect(found.count == 42)
    // Residual sums by hand: seven whole blocks have 10 − 5m, the one without its 2 has 8 − 4m, the last 3 − 3m.
    let m = 81.0 / 42
    let sums = [Double](repeating: 10 - 5 * m, count: 7) + [8 - 4 * m, 3 - 3 * m]
    let squares = sums.reduce(0) { $0 + $1 * $1 }
    #expect(abs(try #require(found.mcse) - (9.0 / 8 * squares).squareRoot() / 42) < 1e-15)
  }
}
