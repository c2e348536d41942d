import GSLNumerics
import Inference
import SeededNumbers
import Testing

@Suite("How precisely a simulation knows a difference")
struct SimulationPrecisionTests {
  @Test("the upper limit of the error is above the error in 95 of 100 samples, normal or not")
  func limit() throws {
    // Of 400 samples of 200 trials 380 are due, by a binomial standard deviation of 4.4; the large-sample
    // law is a little short for long tails.
    for (isSkewed, deviation) in [(false, 1.0), (true, 1.0)] {
      var above = 0
      for sample in 0..<400 {
        var stream = SplitMix(seed: UInt64(sample) + 1)
        let values: [Double?] = try (0..<200).map { _ in
          let u = stream.openUniform()
          return isSkewed ? -logarithm(u) : try StandardNormal.quantile(u)
        }
        let found = try #require(try SimulationPrecision(series(values)))
        if found.mcseLimit >= deviation / 200.0.squareRoot() { above += 1 }
      }
      #expect(above >= (isSkewed ? 348 : 366))
    }
  }

  @Test("a two-point sample, whose kurtosis is 1, has the error itself as its limit")
  func twoPoints() throws {
    let level = try #require(try SimulationPrecision(series((0..<100).map { $0.isMultiple(of: 2) ? 1 : -1 })))
    #expect(abs(level.mcseLimit - (1.0 / 99).squareRoot()) < 1e-12)
    #expect(try SimulationPrecision(series([1, nil])) == nil)
  }

  private func series(_ values: [Double?]) -> TrialSeries { TrialSeries(values) }
}
