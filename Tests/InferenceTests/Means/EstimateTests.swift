import ExperimentDesign
import ExperimentSamples
import GSLNumerics
import Inference
import Testing

@Suite("An estimate with its uncertainties")
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

  private func estimate(
    _ metric: Metric, in tallies: [Tally], parametersVary: Bool
  ) throws -> Estimate? {
    try Estimate(
      TrialSeries(of: metric, in: tallies), parametersVary: parametersVary, range: metric.legalRange)
  }

  @Test("without uncertain parameters there is no parameter interval")
  func noUncertainParameters() throws {
    let tallies = [240, 250, 260].map { makeTally(installs: 1_000, authorized: $0) }
    let estimate = try #require(try estimate(.optInPerInstall, in: tallies, parametersVary: false))
    #expect(estimate.overTrials.mean == 0.25 && estimate.uncertaintyInterval90 == nil)
  }

  @Test("with uncertain parameters nearly all of a large spread is theirs")
  func parameters() throws {
    let tallies = try (1...99).map { rank in
      let score = try StandardNormal.quantile(Double(rank) / 100)
      return makeTally(installs: 1_000, authorized: Int64((250 + 60 * score).rounded()))
    }
    let estimate = try #require(try estimate(.optInPerInstall, in: tallies, parametersVary: true))
    #expect(estimate.uncertaintyInterval90 != nil)
  }

  @Test("a mean that one trial in twenty-five carries lies in its own interval")
  func skewed() throws {
    let tallies = (0..<100).map { makeTally(installs: 1_000, authorized: $0 % 25 == 0 ? 900 : 1) }
    let estimate = try #require(try estimate(.optInPerInstall, in: tallies, parametersVary: true))
    let interval = try #require(estimate.uncertaintyInterval90)
    #expect(interval.lower <= estimate.overTrials.mean && estimate.overTrials.mean <= interval.upper)
  }

  @Test("from fewer draws of the parameters than a 5% quantile needs, no interval is given")
  func tooFewDraws() throws {
    func estimate(of trials: Int) throws -> Estimate? {
      let tallies = (0..<trials).map { makeTally(installs: 1_000, authorized: Int64(200 + 7 * $0)) }
      return try self.estimate(.optInPerInstall, in: tallies, parametersVary: true)
    }
    let few = try #require(try estimate(of: Estimate.fewestTrials - 1))
    let enough = try #require(try estimate(of: Estimate.fewestTrials))
    #expect(few.uncertaintyInterval90 == nil && few.overTrials.mcse != nil)
    #expect(enough.uncertaintyInterval90 != nil)
  }

  @Test("intervals of a share stay within 0 and 1")
  func clamped() throws {
    let tallies = (0..<40).map { makeTally(installs: 1_000, authorized: $0 % 8 == 0 ? 1_000 : 2) }
    let series = TrialSeries(of: .optInPerInstall, in: tallies)
    let free = try #require(try Estimate(series, parametersVary: true)?.uncertaintyInterval90)
    let cut = try #require(try estimate(.optInPerInstall, in: tallies, parametersVary: true))
    #expect(cut.uncertaintyInterval90?.upper == min(1, free.upper))
    #expect((cut.uncertaintyInterval90?.lower ?? -1) >= 0)
  }

  @Test("trials without the denominator are left out; none at all is no estimate")
  func emptyDenominators() throws {
    var prompted = makeTally(installs: 10, authorized: 2)
    prompted[.prompted] = 4
    prompted[.answeredAllow] = 1
    prompted = prompted.scoredByOutcomes()
    let unprompted = makeTally(installs: 10, authorized: 0)
    let some = try #require(
      try estimate(.optInPerPrompted, in: [prompted, unprompted], parametersVary: true))
    #expect(some.overTrials.mean == 0.25 && some.overTrials.count == 1 && some.uncertaintyInterval90 == nil)
    #expect(try estimate(.optInPerPrompted, in: [unprompted], parametersVary: true) == nil)
  }

  @Test("an objective of one metric is that metric; of two it is their weighted sum")
  func objectives() throws {
    var tally = makeTally(installs: 1_000, authorized: 250)
    tally[.finalUndetermined] = 500
    let single = Objective(.optInPerInstall)
    #expect(TrialSeries(of: single, in: [tally]) == TrialSeries(of: .optInPerInstall, in: [tally]))
    let double = TrialSeries(
      of: Objective(terms: [
        .init(metric: .optInPerInstall, weight: 1), .init(metric: .undeterminedPerInstall, weight: -0.5),
      ]),
      in: [tally])
    #expect(double.values == [0])
  }
}
