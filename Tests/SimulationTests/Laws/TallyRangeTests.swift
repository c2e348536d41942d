import ExperimentDesign
import ExperimentSamples
import Testing

@testable import Simulation

@Suite("Tallies hold what a file may ask for")
struct TallyRangeTests {
  private static let most = Int128(TallyLimits.installs)
  private static let unit = Int128(TallyLimits.installsOfAUnit)
  private static let sessions = Int128(TallyLimits.sessionsOfALife)
  private static let dropped = Int128(TallyLimits.droppedEventsOfALife)

  /// The largest number that one install can add to a counter.
  private func most(_ counter: Counter) -> Int128 {
    switch counter {
    case .installs, .triggerReached, .prompted, .promptedFirstSession, .answeredAllow, .answeredDeny,
      .finalAuthorized, .finalDeniedByAnswer, .finalDeniedByDevice, .finalRestricted,
      .finalUndetermined, .finalNoATT, .attributed, .unreported, .trackedBeforePermission,
      .personalizable:
      1
    // Requests come with activations: that of the session, and those after seven other alerts and one
    // of ours, at which the session ends or the questions do. Pre-prompts take one each.
    case .alertsShown, .requests, .lostNotActive, .lostBehindAlert, .queuedRequests,
      .unansweredAlerts, .prePromptShows, .prePromptContinues:
      16 * Self.sessions
    case .sessions, .sessionsUndisturbed, .authorizedSessions: Self.sessions
    case .eventsDropped: Self.dropped
    case .authorizedScoreNano, .allowedScoreNano, .attributedScoreNano, .personalizableScoreNano:
      1_000_000_000
    }
  }

  /// The largest number that one install can add to a sum.
  private func most(_ sum: WideSum) -> Int128 {
    let squared = Self.sessions * Self.sessions
    switch sum {
    case .sessionsSquared, .authorizedSessionsSquared, .sessionsLostSquared, .identifiedSquared,
      .identifiedTimesSessions:
      return squared
    case .eventsDroppedSquaredLow: return 1 << Int128(WideSum.lowBits)
    case .eventsDroppedSquaredHigh: return Self.dropped * Self.dropped >> Int128(WideSum.lowBits)
    case .sessionsScoreExcessMicro, .authorizedSessionsScoreMicro, .identifiedScoreMicro:
      return Self.sessions * 1_000_000
    }
  }

  @Test("every counter of a trial fits 64 bits", arguments: Counter.allCases)
  func counters(counter: Counter) {
    #expect(Self.most * most(counter) <= Int128(Int64.max))
  }

  @Test("every wide sum fits 64 bits in a work unit, and 128 in a trial", arguments: 0..<WideSum.count)
  func wideSums(number: Int) throws {
    let sum = try #require(WideSum(rawValue: number))
    // What is rounded to a whole number may be one more.
    #expect(Self.unit * (most(sum) + 1) <= Int128(Int64.max))
    #expect(!Self.most.multipliedReportingOverflow(by: most(sum)).overflow)
  }

  /// A trial of as many units as a file allows installs, all of which live the longest life.
  @Test("sums at the limits of a file are exact, and money what it is worth")
  func limits() {
    let value = SessionValue(currency: "USD", numbers(.worth, [.identified: 1e15, .otherwise: 1]))
    let experiment = makeExperiment([makeSegment { $0.value = value }], [makeArm("launch", .launch)])
    let numbers = TrialScenario(experiment, scenario: 0, .none)
    let lived = TallyLimits.sessionsOfALife
    let times = Int64(TallyLimits.installsOfAUnit)
    func makeUnit() -> TrialAccumulator {
      let sums = TrialAccumulator(experiment)
      sums.note(numbers, scenario: 0)
      sums.writers(scenario: 0).joined().forEach { writer in
        let score = AnswerScore(
          allows: 1, answeredIn: 0, lived: lived, AnswerScore.Settings(reenable: 0, revoke: 0))
        for _ in 0..<times {
          writer.addLives(1, sessions: Int64(lived), squared: Int64(lived * lived))
          writer.addSessions(authorized: lived, identified: lived, lived: lived)
          writer.addScore(score, lived: lived)
          writer.addAnswer(isAllowed: true, day: 0, allows: 1)
          writer.addDropped(.max)
        }
      }
      return sums
    }
    // Doubled and one more sixteen times: 2¹⁷ − 1 units, the most that are whole.
    let all = makeUnit()
    for _ in 0..<16 {
      all.merge(all)
      all.merge(makeUnit())
    }
    let tally = all.tallies().wholes[0][0]
    let installs = Double(times) * 131_071
    let sessions = Double(lived)
    #expect(tally[.installs] == times * 131_071)
    #expect(tally[.sessions] == times * 131_071 * Int64(lived))
    #expect(tally[.allowedScoreNano] == times * 131_071 * 1_000_000_000)
    #expect(tally.allowedScoreByDay[0] == tally[.allowedScoreNano])
    #expect(tally[.eventsDropped] == times * 131_071 * Int64(Int32.max))
    let dropped = Double(Int32.max)
    for (amount, expected) in [
      (Amount.sessionsSquared, installs * sessions * sessions),
      (.authorizedSessionsSquared, installs * sessions * sessions), (.sessionsLostSquared, 0),
      (.eventsDroppedSquared, installs * dropped * dropped), (.value, installs * sessions * 1e15),
      (.valueSquared, installs * sessions * sessions * 1e30), (.sessionsScore, installs * sessions),
      (.authorizedSessionsScore, installs * sessions),
      (.valueScore, installs * sessions * 1e15),
    ] {
      #expect(abs(tally[amount] - expected) <= 1e-12 * expected, "\(amount.name)")
    }
    #expect(tally.medianDaysToDecision == 0)
  }

  @Test(
    "the unit of value decides nothing", arguments: [1e-6, 1e-3, 0.1, 7, 1e3, 1e6, 1e9])
  func unit(unit: Double) throws {
    for experiment in GeneratedExperiments.list(3, seed: 4_242, installs: 300, arms: 3) {
      func tallies(_ unit: Double) throws -> [Tally] {
        let worth = numbers(.worth, [.identified: known(0.0123 * unit), .otherwise: known(0.008 * unit)])
        let valued = experiment.changed {
          $0.changeSegments { $0.value = SessionValue(currency: "USD", worth) }
        }
        return Simulator(experiment: valued, seed: 5).trial(0).wholes.flatMap { $0 }
      }
      let inOne = try tallies(1)
      let inOther = try tallies(unit)
      var worst = 0.0
      for (one, other) in zip(inOne, inOther) {
        for (amount, power) in [
          (Amount.value, unit), (.valueScore, unit), (.valueSquared, unit * unit),
        ] where one[amount] != 0 {
          worst = max(worst, abs(other[amount] / power / one[amount] - 1))
        }
        #expect(one.counts == other.counts)
      }
      #expect(worst < 1e-12)
    }
  }

  @Test(
    "no life has more sessions than are counted", arguments: [Simulator.Engine.fast, .reference])
  func longest(engine: Simulator.Engine) {
    let people = makeSegment { $0.visits = VisitModel(rate: .constant(2_000_000), leaving: .constant(0)) }
    let experiment = makeExperiment([people], [makeArm("launch", .launch)], installs: 3, horizonDays: 1)
    let tally = Simulator(experiment: experiment, seed: 1, engine: engine).trial(0).wholes[0][0]
    #expect(tally[.sessions] == 3 * Int64(TallyLimits.sessionsOfALife))
  }
}
