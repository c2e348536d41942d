import ExperimentDesign
import ExperimentSamples
import Inference
import Testing

@Suite("The precision of one trial")
struct MetricSamplingTests {
  private func makeTally(_ counts: [Counter: Int64], _ amounts: [Amount: Double] = [:]) -> Tally {
    var tally = Tally(days: 30)
    for (counter, count) in counts { tally[counter] = count }
    for (amount, sum) in amounts { tally[amount] = sum }
    return tally
  }

  @Test("a share of installs has the binomial variance in installs, one of the prompted in those")
  func shares() throws {
    let tally = makeTally([
      .installs: 1_000, .finalAuthorized: 200, .prompted: 400, .answeredAllow: 100, .answeredDeny: 150,
    ])
    func variance(_ metric: Metric) throws -> Double {
      try #require(metric.definition.samplingVariance(in: tally))
    }
    #expect(abs(try variance(.optInPerInstall) - 0.2 * 0.8 / 1_000) < 1e-18)
    #expect(abs(try variance(.optInPerPrompted) - 0.25 * 0.75 / 400) < 1e-18)
    #expect(abs(try variance(.optInPerAnswered) - 0.4 * 0.6 / 250) < 1e-18)
  }

  @Test("a mean per install has the variance of its people over their number")
  func means() throws {
    // Sessions 1, 2, 3, 6: mean 3, squared deviations 4 + 1 + 0 + 9 = 14, variance of the mean
    // 14/12.
    let sessions = makeTally([.installs: 4, .sessions: 12], [.sessionsSquared: 50])
    #expect(
      abs(try #require(Metric.sessionsPerInstall.definition.samplingVariance(in: sessions)) - 14.0 / 12)
        < 1e-15)
    // Money 0.1 and 0.3: mean 0.2, squared deviations 0.02, variance of the mean 0.01.
    let money = makeTally([.installs: 2], [.value: 0.4, .valueSquared: 0.1])
    #expect(abs(try #require(Metric.valuePerInstall.definition.samplingVariance(in: money)) - 0.01) < 1e-15)
  }

  @Test("an empty denominator, rates per request and per showing, and medians have none")
  func unknown() {
    let empty = makeTally([:])
    #expect(Metric.optInPerPrompted.definition.samplingVariance(in: empty) == nil)
    #expect(Metric.sessionsPerInstall.definition.samplingVariance(in: empty) == nil)
    let full = makeTally([.installs: 10, .requests: 10, .prePromptShows: 10])
    for metric in [Metric.lostRequestsPerRequest, .prePromptContinueRate, .medianDaysToDecision] {
      #expect(metric.definition.samplingVariance(in: full) == nil)
    }
  }

  @Test("the noise of a score is what the halves of each trial tell")
  func halves() {
    var tally = makeTally([.installs: 4])
    tally.allowedByDay[1] = 2
    tally.allowedScoreByDay[1] = 1_000_000_000
    var noise = ScoreNoise()
    noise[.optInByDay1] = 0.25
    tally.noise = noise
    let series = TrialSeries(of: .optInByDay1, in: Array(repeating: tally, count: Estimate.fewestTrials))
    #expect(series.meanSamplingVariance == 0.0625)
    tally.noise = nil
    let silent = TrialSeries(of: .optInByDay1, in: Array(repeating: tally, count: Estimate.fewestTrials))
    #expect(silent.meanSamplingVariance == nil)
  }
}
