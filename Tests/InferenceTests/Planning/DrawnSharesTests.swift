import GSLNumerics
import SeededNumbers
import Testing

@testable import Inference

@Suite("Shares by draw, without the noise of the trials")
struct DrawnSharesTests {
  /// Two options whose shares vary by a standard deviation of 0.05 and 0.03, seen with noise.
  private func series(noise: Double) throws -> (series: [TrialSeries], leads: [Double]) {
    var stream = SplitMix(seed: 7)
    func normal() throws -> Double {
      try StandardNormal.quantile(stream.openUniform())
    }
    var values: [[Double]] = [[], []]
    var leads: [Double] = []
    for _ in 0..<2000 {
      let level = 0.3 + 0.05 * (try normal())
      let lead = 0.02 + 0.03 * (try normal())
      leads.append(lead)
      values[0].append(level + noise * (try normal()))
      values[1].append(level + lead + noise * (try normal()))
    }
    let series = try values.map { column in
      TrialSeries(
        column, noise: try column.map { _ in noise * (try normal()) })
    }
    return (series, leads)
  }

  private func deviation(_ values: [Double]) throws -> Double { try sampleVariance(values).squareRoot() }

  @Test(
    "the spread of the differences is that of the inputs, however noisy trials are", arguments: [0.001, 0.02])
  func spread(noise: Double) throws {
    let (series, leads) = try series(noise: noise)
    let drawn = try #require(
      try DrawnShares(arms: [0, 1], series: series, parametersVary: true))
    let differences = zip(try #require(drawn[1]), try #require(drawn[0])).map { $0 - $1 }
    #expect(abs(try deviation(differences) - deviation(leads)) < (noise < 0.01 ? 1e-4 : 1.5e-3))
    let level = zip(drawn.values[0], drawn.values[1]).map { ($0 + $1) / 2 }
    #expect(abs(try deviation(level) - 0.0522) < 0.0025)
    #expect(drawn[2] == nil)
  }

  @Test("where no input is uncertain every draw has the mean")
  func certain() throws {
    let drawn = try #require(
      try DrawnShares(
        arms: [0, 1], series: series(noise: 0.02).series, parametersVary: false))
    #expect(try deviation(drawn.values[0]) < 1e-12)
  }
}
