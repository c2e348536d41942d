import ExperimentDesign
import ExperimentSamples
import GSLNumerics
import Inference
import Testing

@Suite("An estimate with its three uncertainties")
struct EstimateTests {
  private func makeTally(installs: Int64, authorized: Int64, gained: Int64 = 0, lost: Int64 = 0)
    -> Tally
  {
    var tally = Tally(days: 30)
    tally[.installs] = installs
    tally[.finalAuthorized] = authorized
    tally.gainedOverBaseline = gained
    tally.lostToBaseline = lost
    return tally.scoredByOutcomes()
  }

  @Test("without uncertain parameters there is no parameter interval, and a test is binomial")
  func noUncertainParameters() throws {
    let tallies = [240, 250, 260].map { makeTally(installs: 1_000, authorized: $0) }
    let estimate = try #require(
      try Estimate.of(.optInPerInstall, in: tallies, parametersVary: false))
    #expect(estimate.overTrials.mean == 0.25)
    #expect(estimate.uncertaintyInterval90 == nil)
    let test = try #require(estimate.predictionInterval90)
    // Binomial variances 0.1824, 0.1875 and 0.1924 per 1,000 about a common 0.25.
    #expect(abs(test.upper - (0.25 + 1.6448536 * 0.1875e-3.squareRoot())) < 2e-5)
    #expect(abs(test.lower - (0.25 - 1.6448536 * 0.1875e-3.squareRoot())) < 2e-5)
  }

  @Test("with uncertain parameters a test shows more than the parameters alone")
  func testIsWider() throws {
    let tallies = try (1...99).map { rank in
      let score = try StandardNormal.quantile(Double(rank) / 100)
      return makeTally(installs: 1_000, authorized: Int64((250 + 60 * score).rounded()))
    }
    let estimate = try #require(try Estimate.of(.optInPerInstall, in: tallies, parametersVary: true))
    let parameter = try #require(estimate.uncertaintyInterval90)
    let test = try #require(estimate.predictionInterval90)
    #expect(test.lower < parameter.lower)
    #expect(test.upper > parameter.upper)
    #expect(estimate.parameterShare > 0.9 && estimate.parameterShare < 1)
  }

  @Test("a mean that one trial in twenty-five carries lies in its own interval")
  func skewed() throws {
    let tallies = (0..<100).map { makeTally(installs: 1_000, authorized: $0 % 25 == 0 ? 900 : 1) }
    let estimate = try #require(try Estimate.of(.optInPerInstall, in: tallies, parametersVary: true))
    let interval = try #require(estimate.uncertaintyInterval90)
    #expect(interval.lower <= estimate.overTrials.mean && estimate.overTrials.mean <= interval.upper)
  }

  @Test("what a test of a difference shows takes independent people, not the paired ones")
  func testOfADifference() throws {
    // Every trial alike: paired, the difference is known to ±√(0.1 − 0.01)/√1,000; in a test of two
    // times 1,000 independent people the variance is (0.16 + 0.21)/1,000.
    let arm = Array(repeating: makeTally(installs: 1_000, authorized: 300, gained: 100), count: 20)
    let baseline = Array(repeating: makeTally(installs: 1_000, authorized: 200), count: 20)
    let estimate = try #require(
      try Estimate(
        TrialSeries(of: .optInPerInstall, in: arm)
          .difference(from: TrialSeries(of: .optInPerInstall, in: baseline)),
        parametersVary: true))
    #expect(abs(estimate.overTrials.mean - 0.1) < 1e-15)
    #expect(estimate.overTrials.mcse.map { $0 < 1e-15 } == true)
    let test = try #require(estimate.predictionInterval90)
    #expect(abs(test.upper - (0.1 + 1.6448536 * 0.37e-3.squareRoot())) < 1e-6)
  }

  @Test("from fewer draws of the parameters than a 5% quantile needs, no interval is given")
  func tooFewDraws() throws {
    func estimate(_ trials: Int) throws -> Estimate? {
      let tallies = (0..<trials).map { makeTally(installs: 1_000, authorized: Int64(200 + 7 * $0)) }
      return try Estimate.of(.optInPerInstall, in: tallies, parametersVary: true)
    }
    let few = try #require(try estimate(Estimate.fewestTrials - 1))
    let enough = try #require(try estimate(Estimate.fewestTrials))
    #expect(few.uncertaintyInterval90 == nil && few.overTrials.mcse != nil)
    #expect(enough.uncertaintyInterval90 != nil && enough.predictionInterval90 != nil)
  }

  @Test("intervals of a share stay within 0 and 1")
  func clamped() throws {
    let tallies = [0, 0, 1].map { makeTally(installs: 10, authorized: $0) }
    let estimate = try #require(try Estimate.of(.optInPerInstall, in: tallies, parametersVary: false))
    #expect(estimate.predictionInterval90?.lower == 0)
  }

  @Test("trials without the denominator are left out, and counted; none at all is no estimate")
  func emptyDenominators() throws {
    var prompted = makeTally(installs: 10, authorized: 2)
    prompted[.prompted] = 4
    prompted[.answeredAllow] = 1
    prompted = prompted.scoredByOutcomes()
    let unprompted = makeTally(installs: 10, authorized: 0)
    let some = try #require(
      try Estimate.of(.optInPerPrompted, in: [prompted, unprompted], parametersVary: true))
    #expect(some.overTrials.mean == 0.25)
    #expect(some.overTrials.missing == 1)
    #expect(some.uncertaintyInterval90 == nil)
    #expect(try Estimate.of(.optInPerPrompted, in: [unprompted], parametersVary: true) == nil)
  }

  @Test("rates that cannot tell their precision read the test off the trials, each being one")
  func unknownPrecision() throws {
    let tallies = (1...19).map { lost in
      var tally = makeTally(installs: 100, authorized: 0)
      tally[.requests] = 20
      tally[.lostNotActive] = Int64(lost)
      return tally
    }
    let estimate = try #require(
      try Estimate.of(.lostRequestsPerRequest, in: tallies, parametersVary: false))
    #expect(estimate.predictionInterval90 == Interval(lower: 0.05, upper: 0.95))
  }

  @Test("an objective of one metric is that metric; of two, its test takes the largest variance")
  func objectives() throws {
    var tally = makeTally(installs: 1_000, authorized: 250)
    tally[.finalUndetermined] = 500
    let single = Objective(.optInPerInstall)
    #expect(TrialSeries(of: single, in: [tally]) == TrialSeries(of: .optInPerInstall, in: [tally]))
    let double = TrialSeries(
      of: Objective(
        .init(metric: .optInPerInstall, weight: 1), .init(metric: .undeterminedPerInstall, weight: -0.5)),
      in: [tally])
    #expect(double.values == [0])
    #expect(double.samplingVariances == [nil])
    let deviation = 0.1875e-3.squareRoot() + 0.5 * 0.25e-3.squareRoot()
    let variance = try #require(double.testVariances[0])
    #expect(abs(variance - deviation * deviation) < 1e-15)
  }
}
