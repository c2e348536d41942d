import Testing

@testable import Inference

@Suite("Errors by leaving out blocks")
struct JackknifeTests {
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
