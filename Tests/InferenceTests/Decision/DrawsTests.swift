import GSLNumerics
import SeededNumbers
import Testing

@testable import Inference

@Suite("Expectations by draw, without the noise of the trials")
struct DrawsTests {
  /// Two options whose shares vary by a standard deviation of 0.05 and 0.03, seen with noise.
  private func table(noise: Double) throws -> (table: ObjectiveTable, leads: [Double]) {
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
    return (try DecisionTests.table(series), leads)
  }

  private func deviation(_ values: [Double]) throws -> Double { try sampleVariance(values).squareRoot() }

  @Test(
    "the spread of the differences is that of the inputs, however noisy trials are", arguments: [0.001, 0.02])
  func spread(noise: Double) throws {
    let (table, leads) = try table(noise: noise)
    let draws = table.draws(parametersVary: true)
    let differences = zip(draws[1], draws[0]).map { $0 - $1 }
    #expect(abs(try deviation(differences) - deviation(leads)) < (noise < 0.01 ? 1e-4 : 1.5e-3))
  }

  @Test("where no input is uncertain every draw has the mean")
  func certain() throws {
    let draws = try table(noise: 0.02).table.draws(parametersVary: false)
    #expect(try deviation(draws[0]) < 1e-12)
  }
}
