import Foundation
import GSLNumerics
import Inference
import Testing

@Suite("Uncertainty intervals and prediction intervals")
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

  @Test("a test's interval is the normal one when no parameter is uncertain")
  func normalTestInterval() throws {
    let spread = try ParameterSpread(
      of: [0.3, 0.3, 0.3], noise: nil, parametersVary: false)
    let interval = try spread.testInterval(testVariances: [0.01, 0.01, 0.01])
    // 1.6448536 standard deviations of 0.1 each way.
    #expect(abs(interval.lower - (0.3 - 0.16448536269514722)) < 1e-6)
    #expect(abs(interval.upper - (0.3 + 0.16448536269514722)) < 1e-6)
  }

  @Test("normal parameters and normal sampling add their variances")
  func variancesAdd() throws {
    let scores = try Self.normalScores(2_000)
    let spread = try ParameterSpread(
      of: scores.map { 3 * $0 }, noise: MonteCarloNumber(value: 0, mcse: 0),
      parametersVary: true)
    let interval = try spread.testInterval(testVariances: Array(repeating: 16, count: 2_000))
    // √(9 + 16) = 5; at 200 ranks a per cent of the parameters' variance is lost in the tails.
    #expect(abs(interval.upper - 5 * 1.6448536269514722) < 0.03)
    #expect(abs(interval.lower + interval.upper) < 1e-4)
  }

  @Test("some trials without sampling variance do not break the mixture")
  func partlyPointMasses() throws {
    let spread = try ParameterSpread(of: [0, 1], noise: nil, parametersVary: true)
    let interval = try spread.testInterval(testVariances: [0, 0.01])
    // A third of the ranks sits at 0 without variance, a third at 1 with all of it: to leave a
    // twentieth above, the upper end must leave at most 0.15 of that normal above it, and more than
    // nothing.
    #expect(abs(interval.lower) < 1e-5)
    #expect(interval.upper >= 1 + 0.1 * 1.0364333894937898)
    #expect(interval.upper < 1 + 0.1 * 1.6448536269514722)
  }

  @Test("negative variances and lists of another length are refused")
  func refusals() throws {
    let spread = try ParameterSpread(of: [0, 1], noise: nil, parametersVary: true)
    #expect(throws: NumericsError.self) { try spread.testInterval(testVariances: [1, -1]) }
    #expect(throws: NumericsError.unequalLengths(first: 2, second: 1)) {
      try spread.testInterval(testVariances: [1])
    }
    #expect(throws: NumericsError.tooFewValues(needed: 1, found: 0)) {
      try ParameterSpread(of: [], noise: nil, parametersVary: true)
    }
  }
}
