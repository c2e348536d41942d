import GSLNumerics
import Inference
import Testing

@Suite("Where the uncertainty of a difference comes from")
struct UncertaintySourcesTests {
  @Test("parameters, test and simulation are distinguished, with what would narrow each")
  func parts() throws {
    // Variance 1 of normal scores, of which a quarter is sampling; a test adds 0.09.
    let values = standard(try DecisionTests.scores(400))
    let series = TrialSeries(
      values: values, samplingVariances: values.map { _ in 0.25 }, testVariances: values.map { _ in 0.09 })
    let sources = try #require(try UncertaintySources(series, parametersVary: true))
    #expect(abs(try #require(sources.parameters).value - 0.75.squareRoot()) < 1e-12)
    #expect(abs(try #require(sources.test) - 0.3) < 1e-12)
    #expect(abs(sources.simulation - 0.05) < 1e-12)
    #expect(abs(sources.withFourTimesTheTrials - 0.025) < 1e-12)
    #expect(abs(try #require(sources.withTwiceTheInstalls) - (0.875 / 400).squareRoot()) < 1e-12)
    // A normal's fourth moment gives a standard deviation the error 1/√(2·400), here over √0.75.
    #expect(abs(try #require(sources.parameters).mcse - 0.0353 / 0.75.squareRoot()) < 0.002)
  }

  @Test("of trials drawn in blocks the inputs' deviation has the error that it varies by from run to run")
  func blocks() throws {
    var found: [MonteCarloNumber] = []
    var apart = 0.0
    for seed in 1...100 {
      let values = try StratifiedNormals.draws(blocks: 12, of: 50, seed: UInt64(seed))
      func parameters(_ block: Int) throws -> MonteCarloNumber {
        let series = TrialSeries(
          values: values, samplingVariances: values.map { _ in 0.1 }, testVariances: values.map { _ in nil },
          trialsOfABlock: block)
        return try #require(try UncertaintySources(series, parametersVary: true)?.parameters)
      }
      found.append(try parameters(50))
      apart += try parameters(1).mcse / 100
    }
    let ratio = try sampleStandardDeviation(found.map(\.value)) / sampleMean(found.map(\.mcse))
    // A deviation over 100 runs is good to 7%.
    #expect(abs(ratio - 1) < 0.2, "\(ratio)")
    #expect(apart > 2 * (try sampleMean(found.map(\.mcse))))
  }

  @Test("what is unknown or certain is absent")
  func absent() throws {
    let values = standard(try DecisionTests.scores(40))
    let series = try DecisionTests.series(values, variance: nil, test: nil)
    let sources = try #require(try UncertaintySources(series, parametersVary: false))
    #expect(sources.parameters == nil && sources.test == nil && sources.withTwiceTheInstalls == nil)
    #expect(try UncertaintySources(DecisionTests.series([1]), parametersVary: true) == nil)
  }

  /// With variance 1, divisor n − 1.
  private func standard(_ values: [Double]) -> [Double] {
    let squares = values.reduce(0) { $0 + $1 * $1 }
    return values.map { $0 * (Double(values.count - 1) / squares).squareRoot() }
  }
}
