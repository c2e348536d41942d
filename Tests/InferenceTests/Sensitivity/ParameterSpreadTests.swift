import Foundation
import GSLNumerics
import Inference
import Testing

@Suite("What is left of a spread without the noise of installs")
struct ParameterSpreadTests {
  private func spread(_ share: Double?) throws -> (spread: ParameterSpread, values: [Double]) {
    let values = try DecisionTests.scores(200)
    let variance = try sampleVariance(values)
    let noise = share.map { $0 * variance }
    return (try ParameterSpread(of: values, noise: noise, parametersVary: true), values)
  }

  @Test(
    "the spread left is the parameters' variance, from a share of noise of 5% on", arguments: [0.06, 0.3])
  func removesNoise(share: Double) throws {
    let (found, values) = try spread(share)
    let (before, left) = (try sampleVariance(values), try sampleVariance(found.values))
    #expect(abs(left - (1 - share) * before) < 1e-12 && !found.isHidden)
  }

  @Test("less noise, and noise that is not known, leave draws as they are", arguments: [0.04, 0, nil])
  func asTheyAre(share: Double?) throws {
    let (found, values) = try spread(share)
    #expect(found.values == values && !found.isHidden)
  }

  @Test("more than half hides what the parameters do", arguments: [0.6, 2])
  func hidden(share: Double) throws {
    let (found, values) = try spread(share)
    #expect(found.isHidden && found.values == values)
    let noise = (share * (try sampleVariance(values))).squareRoot()
    let estimate = try Estimate(
      TrialSeries(values, noise: values.map { _ in noise }), parametersVary: true)
    #expect(estimate?.uncertaintyInterval90 == nil && estimate?.overTrials.mcse != nil)
  }

  @Test("without uncertain parameters nothing is left")
  func nothingLeft() throws {
    let spread = try ParameterSpread(of: [1, 2, 3], noise: nil, parametersVary: false)
    #expect(spread.values == [2, 2, 2] && !spread.isHidden)
  }

  @Test("no values are refused")
  func refusals() {
    #expect(throws: NumericsError.tooFewValues(needed: 1, found: 0)) {
      try ParameterSpread(of: [], noise: nil, parametersVary: true)
    }
  }
}
