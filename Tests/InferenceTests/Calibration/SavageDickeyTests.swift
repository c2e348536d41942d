import Foundation
import GSLNumerics
import Inference
import Testing

@Suite("Odds against a value of a number")
struct SavageDickeyTests {
  /// One measured sum of numbers, with a known error.
  private struct Measured: Observation {
    var value: Double
    var deviation: Double
    var freeCells: Int { 1 }

    func misfit(_ modelled: [Double]) -> Double { pow((value - modelled[0]) / deviation, 2) / 2 }
    func pull(_ modelled: [Double]) -> [Double] { [(value - modelled[0]) / (deviation * deviation)] }
    func precision(_ modelled: [Double]) -> [Double] { [1 / (deviation * deviation)] }
  }

  @Test(
    "are those of the evidence for both models, the others believed as they were beside the value",
    arguments: [0, 0.3, -0.6])
  func evidence(correlation: Double) throws {
    let (first, second) = (0.5, 0.4)
    let shared = correlation * first * second
    let prior = try NormalBelief(
      mean: [0.2, 0.3], covariance: [[first * first, shared], [shared, second * second]])
    let seen = Measured(value: 1.1, deviation: 0.3)
    let fit = try PenalisedFit(prior: prior, observed: [seen], care: .closedForm) { points in
      points.map { ModelledPoint(cells: [[$0[0] + 2 * $0[1]]]) }
    }
    func logDensity(_ mean: Double, _ variance: Double) -> Double {
      -0.5 * pow(seen.value - mean, 2) / variance - 0.5 * log(variance)
    }
    let noise = seen.deviation * seen.deviation
    let whole = logDensity(
      0.2 + 2 * 0.3, first * first + 4 * shared + 4 * second * second + noise)
    // The first where the second is 0.
    let slope = shared / (second * second)
    let alone = logDensity(0.2 - slope * 0.3, first * first - slope * shared + noise)
    #expect(abs(fit.logOddsAgainst(1, being: 0) - (whole - alone)) < 1e-6)
  }
}
