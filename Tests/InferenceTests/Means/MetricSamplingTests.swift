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

  @Test("a score's variance is that of its people, smaller than that of what happens to them")
  func scores() throws {
    // Two of four are sure to allow one time in two, two never do: scores ½, ½, 0, 0.
    var tally = makeTally([.installs: 4, .finalAuthorized: 1])
    tally[.authorizedScoreNano] = 1_000_000_000
    tally[.authorizedScoreSquaredNano] = 500_000_000
    let variance = try #require(Metric.optInPerInstall.definition.scoreVariance(in: tally))
    let expected = 0.25 / 12
    #expect(abs(variance - expected) < 1e-15)
    #expect(variance < (try #require(Metric.optInPerInstall.definition.samplingVariance(in: tally))))
    #expect(Metric.optInPerPrompted.definition.scoreVariance(in: tally) == nil)
    // What no answer decides has the variance of what happens.
    #expect(
      Metric.promptedPerInstall.definition.scoreVariance(in: tally)
        == Metric.promptedPerInstall.definition.samplingVariance(in: tally))
  }

  @Test("of scores by a day the tally tells no variance, so that the halves of each trial do")
  func byDay() {
    var tally = makeTally([.installs: 4])
    tally.allowedByDay[1] = 2
    tally.allowedScoreByDay[1] = 1_000_000_000
    for metric in [Metric.optInByDay1, .deniedByDay1, .optInByDay7, .deniedByDay7] {
      #expect(metric.definition.scoreVariance(in: tally) == nil)
      #expect(metric.definition.samplingVariance(in: tally) != nil)
    }
    var noise = ScoreNoise()
    noise[.optInByDay1] = 0.25
    tally.noise = noise
    let series = TrialSeries(of: .optInByDay1, in: Array(repeating: tally, count: Estimate.fewestTrials))
    #expect(series.meanSamplingVariance?.value == 0.0625)
  }

  @Test("sessions have a variance where no answer changed them, else none is known")
  func sessions() {
    var tally = makeTally([.installs: 4, .sessions: 12], [.sessionsSquared: 50])
    tally[.sessionsScore] = 12
    #expect(
      Metric.sessionsPerInstall.definition.scoreVariance(in: tally)
        == Metric.sessionsPerInstall.definition.samplingVariance(in: tally))
    tally[.sessionsScore] = 11.9
    #expect(Metric.sessionsPerInstall.definition.scoreVariance(in: tally) == nil)
    #expect(Metric.sessionsLostPerInstall.definition.scoreVariance(in: tally) == nil)
  }
}
