import Foundation
import GSLNumerics
import Inference
import Testing

@Suite("What is left of a spread without the noise of installs")
struct ParameterSpreadTests {
  /// The i-th of n evenly spread normal quantiles: a sample without sampling noise of its own.
  static func normalScores(_ n: Int) throws -> [Double] {
    try (1...n).map { try StandardNormal.quantile((Double($0) - 0.5) / Double(n)) }
  }

  @Test("the spread left is the parameters' variance: s² less the sampling variance")
  func removesSamplingVariance() throws {
    let values = try Self.normalScores(200)
    let variance = try sampleVariance(values)
    let spread = try ParameterSpread(
      of: values, noise: MonteCarloNumber(value: 0.36, mcse: 0), parametersVary: true)
    #expect(abs(try sampleVariance(spread.values) - (variance - 0.36)) < 1e-12)
    #expect(abs(spread.parameterShare - (1 - 0.36 / variance)) < 1e-12)
  }

  @Test("without uncertain parameters, or when sampling explains it all, nothing is left")
  func nothingLeft() throws {
    let values = try Self.normalScores(200)
    let noise = MonteCarloNumber(value: 2 * (try sampleVariance(values)), mcse: 0)
    for spread in [
      try ParameterSpread(of: values, noise: nil, parametersVary: false),
      try ParameterSpread(of: values, noise: noise, parametersVary: true),
    ] {
      #expect(Set(spread.values).count == 1)
      #expect(spread.parameterShare == 0 && !spread.isAtMost)
    }
  }

  @Test("a share that the noise hides is taken at the most it can be")
  func hidden() throws {
    let values = try Self.normalScores(200)
    let variance = try sampleVariance(values)
    func spread(_ noise: Double, error: Double = 0) throws -> ParameterSpread {
      try ParameterSpread(
        of: values, noise: MonteCarloNumber(value: noise * variance, mcse: error * variance),
        parametersVary: true)
    }
    // The error of a variance of 200 normal numbers is √(2/200) = 0.1 of it.
    let hidden = try spread(0.8)
    #expect(hidden.isAtMost)
    #expect(abs(hidden.parameterShare - (0.2 + 1.645 * 0.08)) < 1e-12)
    let told = try spread(0.7)
    #expect(!told.isAtMost && abs(told.parameterShare - 0.3) < 1e-12)
    // Noise whose own mean is uncertain hides more.
    #expect(try spread(0.7, error: 0.1).isAtMost)
    #expect(try spread(0.8, error: 0.5).parameterShare <= 1)
  }

  @Test("unknown sampling variances remove nothing, and leave an upper bound")
  func unknownVariances() throws {
    let spread = try ParameterSpread(of: [1, 2, 3], noise: nil, parametersVary: true)
    #expect(spread.values == [1, 2, 3] && spread.isAtMost)
  }

  @Test("no values are refused")
  func refusals() {
    #expect(throws: NumericsError.tooFewValues(needed: 1, found: 0)) {
      try ParameterSpread(of: [], noise: nil, parametersVary: true)
    }
  }
}
