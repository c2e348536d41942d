import Foundation
import Inference
import SeededNumbers
import Testing

@Suite("Noise of simulated shares in a fit")
struct FitNoiseTests {
  /// One number that moves a share, and one that moves nothing but the noise of what is simulated.
  private func fit(seed: Int, hasBatches: Bool, batches: Int = 10, noise: Double = 0.004) throws
    -> PenalisedFit<ObservedCells>
  {
    let prior = try NormalBelief(mean: [0, 0], deviations: [1, 1])
    return try PenalisedFit(prior: prior, observed: [counted(5_000, of: 10_000)]) { points in
      points.map { point in
        let parts = (0..<batches).map { batch -> [Double] in
          // The same at the same point, and without any pattern from one point to the next.
          let key = point[1] == 0 ? 0 : Int((point[1] * 1e6).rounded())
          var random = SplitMix(
            seed: UInt64(bitPattern: Int64(seed * 7_919 + batch * 104_729 + key * 15_485_863)))
          let share =
            1 / (1 + exp(-point[0])) + noise * (random.uniform() - 0.5) * Double(batches).squareRoot()
          return [share, 1 - share]
        }
        let share = parts.reduce(0) { $0 + $1[0] } / Double(batches)
        return ModelledPoint(cells: [[share, 1 - share]], batches: hasBatches ? parts.map { [$0] } : [])
      }
    }
  }

  @Test("slopes that are nothing but noise look like information only where nobody takes it off")
  func unbiased() throws {
    var (plain, corrected) = (0.0, 0.0)
    for seed in 0..<200 {
      plain += try fit(seed: seed, hasBatches: false).information[1][1] / 200
      let found = try fit(seed: seed, hasBatches: true)
      corrected +=
        ModelledPoint.information(
          found.slopes, precisions: [found.point.cells[0].map { 10_000 / $0 }])[1][1] / 200
    }
    // 10,000 people and slopes of variance 0.004²/6 over a width of 1, in both cells: 0.1.
    #expect(plain > 0.05)
    // Squares of 200 normal numbers: their mean is known to a tenth.
    #expect(abs(corrected) < 0.35 * plain, "\(corrected) of \(plain)")
  }

  @Test("a number that does move the shares keeps its information")
  func kept() throws {
    let found = try fit(seed: 1, hasBatches: true)
    // Its slope is taken over half of its deviation on either side, where the share bends by 2%.
    #expect(abs(found.information[0][0] / (10_000 * 0.25) - 1) < 0.06)
    #expect(found.tells[0] > 0.95 && found.tells[1] < 0.1)
  }

  @Test("the noise of shares is that of the people who were simulated")
  func noise() {
    // Two batches of 50 with 20 and 30 of one kind: p (1 - p)/n would be 0.0025, and half of them differ by 0.2.
    let point = ModelledPoint(
      cells: [[0.5, 0.5]], batches: [[[0.4, 0.6]], [[0.6, 0.4]]])
    #expect(abs(point.noise(ofBlock: 0) - 0.04) < 1e-12)
    #expect(abs(counted(25, of: 50).against(noise: 0.04).weight - 1 / 3.0) < 1e-12)
    #expect(ModelledPoint(cells: [[0.5, 0.5]]).noise(ofBlock: 0) == 0)
  }

  @Test("a residual is a score of its cell against the others, and can be read where nobody is expected")
  func residuals() {
    let likely = counted(520, of: 1_000)
    #expect(abs(likely.residuals([0.5, 0.5])[0] - 1.265) < 0.001)
    #expect(abs(likely.residuals([0.5, 0.5])[1] + 1.265) < 0.001)
    let found = counted(50, of: 10_000).residuals([1e-6, 1 - 1e-6])
    #expect(found[0] > 20 && found[0] < 40 && found[1] < 0)
  }
}
