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

  @Test("the expected loss of a clear lead is nothing, that of no lead the error over √(2π)")
  func loss() throws {
    // A two-point sample has kurtosis 1, so that the limit is the error itself: √(1/99).
    let level = try #require(try SimulationPrecision(series((0..<100).map { $0.isMultiple(of: 2) ? 1 : -1 })))
    #expect(abs(level.mcseLimit - (1.0 / 99).squareRoot()) < 1e-12)
    #expect(abs(try level.expectedLoss() - 0.3989422804 * (1.0 / 99).squareRoot()) < 1e-9)
    let clear = try #require(try SimulationPrecision(series((0..<100).map { $0.isMultiple(of: 2) ? 11 : 9 })))
    #expect(try clear.expectedLoss() < 1e-12)
    let sure = try #require(try SimulationPrecision(series([-2, -2])))
    #expect(try sure.expectedLoss() == 2)
    #expect(try SimulationPrecision(series([1, nil])) == nil)
  }

  private func series(_ values: [Double?]) -> TrialSeries {
    let unknown = values.map { _ -> Double? in nil }
    return TrialSeries(values: values, samplingVariances: unknown, testVariances: unknown)
  }
}
