import Testing

@testable import Inference

@Suite("Errors by leaving out blocks")
struct JackknifeTests {
  @Test("blocks are those drawn together where there are enough of them, and cover every trial once")
  func blocks() {
    #expect(jackknifeBlocks(trials: 400, trialsOfABlock: 50).map(\.count) == Array(repeating: 50, count: 8))
    #expect(jackknifeBlocks(trials: 399, trialsOfABlock: 50).map(\.count).reduce(0, +) == 399)
    // Seven blocks are too few.
    #expect(jackknifeBlocks(trials: 350, trialsOfABlock: 50).count == 39)
    #expect(jackknifeBlocks(trials: 30, trialsOfABlock: 1).count == 30)
  }

  @Test("of a mean it is the standard error between blocks")
  func mean() {
    let values = (0..<40).map { Double(($0 * 17) % 23) }
    let blocks = jackknifeBlocks(trials: 40, trialsOfABlock: 1)
    let error = jackknifeError(
      blocks.map { left in
        let kept = values.indices.filter { !left.contains($0) }.map { values[$0] }
        return kept.reduce(0, +) / Double(kept.count)
      })
    let mean = values.reduce(0, +) / 40
    let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 39
    #expect(abs(error - (variance / 40).squareRoot()) < 1e-12)
  }
}
