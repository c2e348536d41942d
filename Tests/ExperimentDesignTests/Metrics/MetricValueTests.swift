import ExperimentDesign
import Testing

@Suite("Metrics of one trial's sums")
struct MetricValueTests {
  /// Ten installs over 30 days in which every counter has a value of its own.
  private func makeTally(days: Int = 30) -> Tally {
    var tally = Tally(days: days)
    for (counter, count) in [
      (Counter.installs, 10), (.triggerReached, 9), (.prompted, 6), (.promptedFirstSession, 4),
      (.alertsShown, 8), (.answeredAllow, 2), (.answeredDeny, 3), (.requests, 16), (.lostNotActive, 1),
      (.lostBehindAlert, 3), (.prePromptShows, 7), (.prePromptContinues, 5), (.sessions, 40),
      (.sessionsUndisturbed, 45), (.authorizedSessions, 11), (.finalAuthorized, 1),
      (.finalUndetermined, 3), (.attributed, 2), (.unreported, 4), (.trackedBeforePermission, 5),
      (.eventsDropped, 13), (.personalizable, 1),
    ] as [(Counter, Int64)] {
      tally[counter] = count
    }
    tally[.value] = 0.025
    return tally
  }

  @Test("each is its numerator over the denominator in its name")
  func values() throws {
    var tally = makeTally()
    tally.medianDaysToDecision = 1.5
    for (metric, expected) in [
      (Metric.optInPerInstall, 0.1), (.triggerReachedPerInstall, 0.9), (.promptedPerInstall, 0.6),
      (.promptedInFirstSessionPerInstall, 0.4), (.undeterminedPerInstall, 0.3),
      (.sessionsPerInstall, 4), (.authorizedSessionsPerInstall, 1.1), (.sessionsLostPerInstall, 0.5),
      (.attributedPerInstall, 0.2), (.unreportedPerInstall, 0.4),
      (.trackedBeforePermissionPerInstall, 0.5), (.eventsDroppedPerInstall, 1.3),
      (.personalizablePerInstall, 0.1), (.valuePerInstall, 0.0025), (.optInPerPrompted, 2.0 / 6),
      (.optInPerAnswered, 0.4), (.lostRequestsPerRequest, 0.25), (.prePromptContinueRate, 5.0 / 7),
      (.medianDaysToDecision, 1.5),
    ] {
      let value = try #require(metric.value(in: tally), "\(metric.rawValue)")
      #expect(abs(value - expected) < 1e-15, "\(metric.rawValue)")
    }
  }

  @Test("answers by a day are those of sessions that start on it or before")
  func byDay() {
    var tally = makeTally()
    tally.allowedByDay[0] = 1
    tally.allowedByDay[1] = 2
    tally.allowedByDay[7] = 3
    tally.allowedByDay[8] = 1
    tally.deniedByDay[30] = 2
    #expect(Metric.optInByDay1.value(in: tally) == 0.3)
    #expect(Metric.optInByDay7.value(in: tally) == 0.6)
    #expect(Metric.optInByDay30.value(in: tally) == 0.7)
    #expect(Metric.deniedByDay1.value(in: tally) == 0)
    #expect(Metric.deniedByDay30.value(in: tally) == 0.2)
  }

  @Test("a day past the horizon has no value")
  func pastHorizon() {
    let tally = makeTally(days: 7)
    #expect(Metric.optInByDay7.value(in: tally) == 0)
    #expect(Metric.optInByDay30.value(in: tally) == nil)
    #expect(Metric.deniedByDay30.value(in: tally) == nil)
    #expect(Metric.optInByDay1.value(in: makeTally(days: 0)) == nil)
  }

  @Test("an empty denominator has no value, not zero", arguments: Metric.allCases)
  func emptyDenominator(metric: Metric) {
    #expect(metric.value(in: Tally(days: 30)) == nil)
  }

  @Test("without a prompt, an answer or a request its share has no value; the others have")
  func someEmptyDenominators() {
    var tally = Tally(days: 30)
    tally[.installs] = 5
    let empty: Set<Metric> = [
      .optInPerPrompted, .optInPerAnswered, .lostRequestsPerRequest, .prePromptContinueRate,
      .medianDaysToDecision,
    ]
    for metric in Metric.allCases {
      #expect(metric.value(in: tally) == (empty.contains(metric) ? nil : 0), "\(metric.rawValue)")
    }
  }
}
