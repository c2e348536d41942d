import ExperimentDesign
import Inference
import Testing

@Suite("The precision of one trial")
struct MetricSamplingTests {
  private func makeTally(_ counts: [Counter: Int64]) -> Tally {
    var tally = Tally(days: 30)
    for (counter, count) in counts { tally[counter] = count }
    return tally
  }

  @Test("a share of installs has the binomial variance in installs, one of the prompted in those")
  func shares() throws {
    let tally = makeTally([
      .installs: 1_000, .finalAuthorized: 200, .prompted: 400, .answeredAllow: 100, .answeredDeny: 150,
    ])
    func variance(_ metric: Metric) throws -> Double {
      try #require(metric.samplingVariance(in: tally))
    }
    #expect(abs(try variance(.optInPerInstall) - 0.2 * 0.8 / 1_000) < 1e-18)
    #expect(abs(try variance(.optInPerPrompted) - 0.25 * 0.75 / 400) < 1e-18)
    #expect(abs(try variance(.optInPerAnswered) - 0.4 * 0.6 / 250) < 1e-18)
  }

  @Test("a mean per install has the variance of its people over their number")
  func means() throws {
    // Sessions 1, 2, 3, 6: mean 3, squared deviations 4 + 1 + 0 + 9 = 14, variance of the mean
    // 14/12.
    let sessions = makeTally([.installs: 4, .sessions: 12, .sessionsSquared: 50])
    #expect(
      abs(try #require(Metric.sessionsPerInstall.samplingVariance(in: sessions)) - 14.0 / 12) < 1e-15)
    // Money 0.1 and 0.3: mean 0.2, squared deviations 0.02, variance of the mean 0.01.
    let money = makeTally([
      .installs: 2, .valueNano: 400_000_000, .valueMicroSquared: 100_000_000_000,
    ])
    #expect(abs(try #require(Metric.valuePerInstall.samplingVariance(in: money)) - 0.01) < 1e-15)
  }

  @Test("an empty denominator, rates per request and per showing, and medians have none")
  func unknown() {
    let empty = makeTally([:])
    #expect(Metric.optInPerPrompted.samplingVariance(in: empty) == nil)
    #expect(Metric.sessionsPerInstall.samplingVariance(in: empty) == nil)
    let full = makeTally([.installs: 10, .requests: 10, .prePromptShows: 10])
    for metric in [Metric.lostRequestsPerRequest, .prePromptContinueRate, .medianDaysToDecision] {
      #expect(metric.samplingVariance(in: full) == nil)
    }
  }

  @Test("paired opt-in has McNemar's variance, a split one the sum of two binomials")
  func differences() throws {
    var arm = makeTally([.installs: 1_000, .finalAuthorized: 300])
    arm.gainedOverBaseline = 150
    arm.lostToBaseline = 50
    let baseline = makeTally([.installs: 1_000, .finalAuthorized: 200])
    // Differences +1 (150), −1 (50), 0: variance 0.2 − 0.1².
    let paired = Metric.optInPerInstall.differenceSamplingVariance(
      in: arm, against: baseline, design: .paired)
    #expect(abs(try #require(paired) - 0.19 / 1_000) < 1e-18)
    let split = Metric.optInPerInstall.differenceSamplingVariance(
      in: arm, against: baseline, design: .split)
    #expect(abs(try #require(split) - (0.21 + 0.16) / 1_000) < 1e-18)
    #expect(
      Metric.sessionsPerInstall.differenceSamplingVariance(
        in: arm, against: baseline, design: .paired) == nil)
  }
}
