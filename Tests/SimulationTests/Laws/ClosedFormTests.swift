import ExperimentDesign
import ExperimentSamples
import Foundation
import Inference
import ModelOracles
import PromptFlow
import Testing

@testable import Simulation

/// Shares are compared in units of √(p(1 − p)/n), means in units of their standard error.
@Suite("Closed forms of the model")
struct ClosedFormTests {
  private let installs = TestSize.installs

  private func expect(
    share count: Int64, of total: Int64, is expected: Double, _ what: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let found = Double(count) / Double(total)
    let z = standardised(
      found - expected, error: (expected * (1 - expected) / Double(total)).squareRoot())
    #expect(
      abs(z) < TestSize.largestZ, "\(what) \(found), expected \(expected), z = \(z)",
      sourceLocation: sourceLocation)
  }

  private func run(_ segment: Segment, _ arms: [Arm], horizonDays: Double = 30) -> [Tally] {
    let experiment = makeExperiment([segment], arms, installs: installs, horizonDays: horizonDays)
    return Simulator(experiment: experiment, seed: 77).trial(0).wholes[0]
  }

  @Test("retention on days 1, 7 and 30 is D(n), for distributions and for constants")
  func retention() throws {
    let distributions = VisitModel(
      rate: .gamma(shape: known(2), rate: known(1.5)), leaving: .beta(a: known(1.2), b: known(2.8)))
    let constants = VisitModel(rate: .constant(known(1.7)), leaving: .constant(known(0.23)))
    let ofDistributions = try RetentionCurve(
      rate: .gamma(shape: 2, rate: 1.5), leaving: .beta(a: 1.2, b: 2.8))
    let ofConstants = LifeOracle(rate: .constant(1.7), leaving: .constant(0.23))
    for day in [1, 7, 30] {
      let active = activeInstalls(distributions, onDay: day)
      expect(
        share: active, of: Int64(installs), is: ofDistributions.retention(onDay: day),
        "distributions, day \(day)")
      let expected = try #require(ofConstants.retention(onDay: day))
      expect(
        share: activeInstalls(constants, onDay: day), of: Int64(installs), is: expected,
        "constants, day \(day)")
    }
  }

  /// Installs with a session in [day, day + 1).
  private func activeInstalls(_ visits: VisitModel, onDay day: Int) -> Int64 {
    let experiment = makeExperiment(
      [makeSegment { $0.visits = visits }], [makeArm("launch", .launch)], installs: installs, horizonDays: 32)
    let lives = LifeDays(experiment, seed: 5)
    return (0..<installs).reduce(into: 0) { count, install in
      let days = lives.days(install: install)
      if days.contains(where: { $0 >= Double(day) && $0 < Double(day + 1) }) { count += 1 }
    }
  }

  @Test("the mean number of sessions is that of the sum over sessions")
  func sessions() {
    let segment = makeSegment {
      $0.visits = VisitModel(
        rate: .gamma(shape: known(2), rate: known(1.5)), leaving: .beta(a: known(1.2), b: known(2.8)))
    }
    let tally = run(segment, [makeArm("never", .session(1_000_000))])[0]
    let life = LifeOracle(rate: .gamma(shape: 2, rate: 1.5), leaving: .beta(a: 1.2, b: 2.8))
    let n = Double(installs)
    let mean = Double(tally[.sessions]) / n
    let variance = tally[.sessionsSquared] / n - mean * mean
    let z = (mean - life.meanSessions(by: 30)) / (variance / n).squareRoot()
    #expect(abs(z) < TestSize.largestZ)
    #expect(tally[.sessions] == tally[.sessionsUndisturbed])
  }

  @Test("the Nth event is reached by the negative-binomial sums, the ask's own effects left aside")
  func triggers() {
    for (completed, spread) in [(nil, 0.0), ((first: 0.6, later: 0.5), 0.0), (nil, 0.8)] {
      let segment = makeSegment {
        $0.visits = VisitModel(rate: .constant(known(1.7)), leaving: .constant(known(0.23)))
        $0.events = [events(0, perSession: 1.1), events(1, perSession: 0.6)]
        $0[.activitySpread] = known(spread)
        $0.onboarding = completed.map { onboarding(known($0.first), known($0.later)) }
        $0[.annoyanceAlert] = 0.3
      }
      let counts = [1, 3, 8]
      let tallies = run(
        segment, counts.map { makeArm("\($0)", .event(EventKind(rawValue: 0), count: $0)) },
        horizonDays: 14)
      let oracle = TriggerOracle(
        life: LifeOracle(rate: .constant(1.7), leaving: .constant(0.23)), horizon: 14,
        onboarding: completed, activitySpread: spread)
      for (count, tally) in zip(counts, tallies) {
        expect(
          share: tally[.triggerReached], of: tally[.installs],
          is: oracle.shareReaching(count: count, perSession: 1.1), "event \(count)")
      }
    }
  }

  @Test("onboarding is completed, and the Kth session reached, by the shares in closed form")
  func onboardingAndSessions() {
    let segment = makeSegment {
      $0.visits = VisitModel(rate: .constant(known(1.7)), leaving: .constant(known(0.23)))
      $0.onboarding = onboarding(0.6, 0.5, seconds: seconds(20))
    }
    let tallies = run(
      segment, [makeArm("onboarding", .onboarding), makeArm("fourth", .session(4))], horizonDays: 14)
    let life = LifeOracle(rate: .constant(1.7), leaving: .constant(0.23))
    let oracle = TriggerOracle(life: life, horizon: 14, onboarding: (first: 0.6, later: 0.5))
    expect(
      share: tallies[0][.triggerReached], of: tallies[0][.installs], is: oracle.shareOnboarded())
    expect(
      share: tallies[1][.triggerReached], of: tallies[1][.installs],
      is: life.shareWithSessions(atLeast: 4, by: 14))
  }

  @Test("an immediate ask is allowed by the Gauss–Hermite share, cold as it is")
  func immediateAsk() {
    for (spread, withActivity) in [(0.0, 0.0), (1.5, 0.0), (1.5, -0.6)] {
      let segment = makeSegment {
        $0[.activitySpread] = known(withActivity == 0 ? 0 : 0.9)
        $0[.withActivity] = known(withActivity)
        $0[.allowRate] = 0.279
        $0[.allowSpread] = known(spread)
        $0[.coldOddsRatio] = 0.58
      }
      let arm = makeArm("launch", .launch) {
        $0.usageString[.usageOddsRatio] = 1.3
      }
      let tally = run(segment, [arm])[0]
      #expect(tally[.prompted] == tally[.installs])
      let oracle = ImmediateAskOracle(rate: 0.279, spread: spread, lnOddsRatio: log(0.58 * 1.3))
      expect(
        share: tally[.answeredAllow], of: tally[.prompted], is: oracle.shareAllowing(),
        "spread \(spread)")
    }
  }

  @Test("with staying in willingness, the intercept is solved over the skewed distribution of W")
  func immediateAskWithStaying() {
    let segment = makeSegment {
      $0.visits = VisitModel(
        rate: .constant(known(1)), leaving: .beta(a: known(0.4), b: known(1.9)))
      $0[.withStaying] = -0.8
      $0[.allowRate] = 0.279
      $0[.allowSpread] = 1.8
      $0[.coldOddsRatio] = 0.5
    }
    let people = WillingnessQuadrature(withStaying: -0.8, a: 0.4, b: 1.9)
    let intercept = people.intercept(rate: 0.279, spread: 1.8)
    let expected = people.mean { 1 / (1 + exp(-intercept - log(0.5) - 1.8 * $0)) }
    let tally = run(segment, [makeArm("launch", .launch)])[0]
    expect(share: tally[.answeredAllow], of: tally[.prompted], is: expected)
    // A normal W would be distinguished from it.
    let normal = ImmediateAskOracle(rate: 0.279, spread: 1.8, lnOddsRatio: log(0.5)).shareAllowing()
    #expect(abs(normal - expected) > 0.003)
  }

  @Test("a pre-prompt's first showing is continued by the Gauss–Hermite share")
  func firstShowing() {
    let segment = makeSegment {
      $0.continuing = continuing(0.74, spread: 1.2, value: 0.5, fatigue: 0.3)
    }
    let policy = PrePromptPolicy(isDismissible: true, cooldownSessions: 1, maximumShows: 1)
    let arm = makeArm("launch", .launch) {
      $0.prePrompt = makePrePrompt(policy, allowOddsRatio: 1.6)
      $0.prePrompt?[.continueOddsRatio] = 1.4
    }
    let tally = run(segment, [arm])[0]
    let continued = ImmediateAskOracle(rate: 0.74, spread: 1.2, lnOddsRatio: log(1.4)).shareAllowing()
    #expect(tally[.prePromptShows] == tally[.installs])
    expect(share: tally[.prePromptContinues], of: tally[.prePromptShows], is: continued)
    let allowed = ImmediateAskOracle(rate: 0.4, spread: 0, lnOddsRatio: log(1.6)).shareAllowing()
    expect(share: tally[.answeredAllow], of: tally[.prompted], is: allowed)
  }

  @Test("the median day of an ask in session 2 is that of an exponential cut at the horizon")
  func medianDay() throws {
    let segment = makeSegment {
      $0.visits = VisitModel(rate: .constant(known(0.2)), leaving: .constant(known(0.3)))
    }
    let tally = run(segment, [makeArm("second", .session(2))], horizonDays: 7)[0]
    let within = 1 - exp(-0.2 * 7)
    let expected = -log(1 - within / 2) / 0.2
    let density = 0.2 * exp(-0.2 * expected) / within
    let answers = Double(tally[.answeredAllow] + tally[.answeredDeny])
    // The asymptotic error of a median, 1/(2f√n), and half a bin of the histogram it is read from.
    let error = 1 / (2 * density * answers.squareRoot())
    let bin = 7.0 / Double(DecisionDays.bins)
    let median = try #require(tally.medianDaysToDecision)
    #expect(abs(median - expected) < TestSize.largestZ * error + bin / 2)
    expect(share: Int64(answers), of: tally[.installs], is: 0.7 * within)
  }

  @Test("value moves the answer by ln(1 + V), once it has been experienced")
  func valueExperienced() {
    // One event in every session, worth 3, and an ask in session 2: V = 3 for everybody asked
    // whose first session had exactly one event.
    let segment = makeSegment {
      $0.visits = VisitModel(rate: .constant(known(5)), leaving: .constant(known(0)))
      $0.events = [events(0, perSession: 0.8, value: 3)]
      $0[.allowRate] = 0.3
      $0[.allowSpread] = 0
      $0[.allowValue] = 0.7
      $0[.coldOddsRatio] = 0.5
    }
    let tally = run(segment, [makeArm("second", .session(2))], horizonDays: 5)[0]
    // V = 3k with k ~ Poisson(0.8); cold iff k = 0.
    var weight = exp(-0.8)
    var expected = 0.0
    for k in 0..<40 {
      let logOdds = log(0.3 / 0.7) + 0.7 * log(1 + 3 * Double(k)) + (k == 0 ? log(0.5) : 0)
      expected += weight / (1 + exp(-logOdds))
      weight *= 0.8 / Double(k + 1)
    }
    expect(share: tally[.answeredAllow], of: tally[.prompted], is: expected)
  }
}
