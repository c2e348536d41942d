import GSLNumerics
import Testing

@Suite("Spearman's rank correlation")
struct RankCorrelationTests {
  private func spearman(_ first: [Double], _ second: [Double]) throws -> Double {
    try correlation(ofRanks: middleRanks(first), middleRanks(second))
  }

  @Test("ties share their mean rank: SciPy 1.17 spearmanr gives the same")
  func tiesAgreeWithSciPy() throws {
    let correlation = try spearman([1, 2, 2, 3, 5, 5, 5, 8], [2, 1, 4, 4, 3, 9, 9, 7])
    #expect(abs(correlation - 0.6895607149652165) < 1e-14)
  }

  @Test("any increasing function has correlation 1, any decreasing one −1")
  func monotone() throws {
    let x = (0..<50).map { Double($0) }
    #expect(try spearman(x, x.map { $0 * $0 * $0 }) == 1)
    #expect(try spearman(x, x.map { 1 / (1 + $0) }) == -1)
  }

  @Test("samples that do not vary, do not pair up or are too short are refused")
  func refusals() {
    #expect(throws: NumericsError.noVariation) { try spearman([1, 1, 1], [1, 2, 3]) }
    #expect(throws: NumericsError.unequalLengths(first: 1, second: 2)) {
      try spearman([1], [1, 2])
    }
    #expect(throws: NumericsError.tooFewValues(needed: 2, found: 1)) {
      try spearman([1], [1])
    }
  }
}
