import GSLNumerics
import Inference
import Testing

@Suite("Where the uncertainty of a difference comes from")
struct VarianceLedgerTests {
  @Test("parameters, test and simulation are distinguished, with what would narrow each")
  func parts() throws {
    // Variance 1 of normal scores, of which a quarter is sampling; a test adds 0.09.
    let values = standard(try DecisionTests.scores(400))
    let series = TrialSeries(
      values: values, samplingVariances: values.map { _ in 0.25 }, testVariances: values.map { _ in 0.09 })
    let ledger = try #require(try VarianceLedger(series, parametersVary: true))
    #expect(abs(try #require(ledger.parameters).value - 0.75.squareRoot()) < 1e-12)
    #expect(abs(try #require(ledger.test) - 0.3) < 1e-12)
    #expect(abs(ledger.simulation - 0.05) < 1e-12)
    #expect(abs(ledger.withFourTimesTheTrials - 0.025) < 1e-12)
    #expect(abs(try #require(ledger.withTwiceTheInstalls) - (0.875 / 400).squareRoot()) < 1e-12)
    // A normal's fourth moment gives a standard deviation the error 1/√(2·400), here over √0.75.
    #expect(abs(try #require(ledger.parameters).mcse - 0.0353 / 0.75.squareRoot()) < 0.002)
  }

  @Test("what is unknown or certain is absent")
  func absent() throws {
    let values = standard(try DecisionTests.scores(40))
    let series = DecisionTests.series(values, variance: nil, test: nil)
    let ledger = try #require(try VarianceLedger(series, parametersVary: false))
    #expect(ledger.parameters == nil && ledger.test == nil && ledger.withTwiceTheInstalls == nil)
    #expect(try VarianceLedger(DecisionTests.series([1]), parametersVary: true) == nil)
  }

  /// With variance 1, divisor n − 1.
  private func standard(_ values: [Double]) -> [Double] {
    let squares = values.reduce(0) { $0 + $1 * $1 }
    return values.map { $0 * (Double(values.count - 1) / squares).squareRoot() }
  }
}
