import ExperimentDesign
import ExperimentSamples
import PromptFlow
import Testing

@testable import Simulation

/// Every law is checked on generated experiments, arm by arm.
@Suite("Laws that hold of every tally")
struct TallyLawsTests {
  private func forEachTally(
    seed: UInt64, _ change: (inout Segment) -> Void = { _ in },
    _ check: (Tally, Experiment, Int) -> Void
  ) {
    for generated in GeneratedExperiments.list(TestSize.experiments, seed: seed, installs: 50, arms: 3) {
      let experiment = generated.changed { $0.changeSegments(change) }
      let result = Simulator(experiment: experiment, seed: seed).trial(0)
      for arms in result.wholes {
        for (arm, tally) in arms.enumerated() { check(tally, experiment, arm) }
      }
    }
  }

  @Test("final states sum to the installs")
  func finalStates() {
    forEachTally(seed: 11) { tally, _, _ in
      let states: [Counter] = [
        .finalAuthorized, .finalDeniedByAnswer, .finalDeniedByDevice, .finalRestricted,
        .finalUndetermined, .finalNoATT,
      ]
      #expect(states.reduce(0) { $0 + tally[$1] } == tally[.installs])
    }
  }

  @Test(
    "every alert is answered or left, every request shown, lost, or that of a device that cannot be asked")
  func requests() {
    forEachTally(seed: 12) { tally, _, _ in
      let answers = tally[.answeredAllow] + tally[.answeredDeny]
      #expect(tally[.alertsShown] == answers + tally[.unansweredAlerts])
      #expect(answers <= tally[.prompted])
      #expect(tally[.promptedFirstSession] <= tally[.prompted])
      #expect(tally[.prompted] <= tally[.triggerReached])
      let lost = tally[.lostNotActive] + tally[.lostBehindAlert]
      let single = tally[.requests] - lost - tally[.alertsShown]
      #expect(single >= 0)
      #expect(single <= tally[.finalRestricted] + tally[.finalDeniedByDevice])
      #expect(tally[.prePromptContinues] <= tally[.prePromptShows])
      let days = tally.allowedByDay.reduce(0, +) + tally.deniedByDay.reduce(0, +)
      #expect(days == answers)
      #expect((tally.medianDaysToDecision == nil) == (answers == 0))
    }
  }

  @Test("a life is a prefix of the undisturbed one; what is sent is sent once")
  func sums() {
    forEachTally(seed: 13) { tally, experiment, arm in
      #expect(tally[.sessions] >= tally[.installs])
      #expect(tally[.sessions] <= tally[.sessionsUndisturbed])
      #expect(tally[.authorizedSessions] <= tally[.sessions])
      #expect(tally[.sessionsSquared] >= Double(tally[.sessions]))
      #expect(tally[.attributed] + tally[.unreported] <= tally[.installs])
      let hasGate = experiment.arms[arm].surroundings.joined().contains { $0.attribution != nil }
      if !hasGate {
        for counter in [Counter.attributed, .unreported, .trackedBeforePermission, .eventsDropped] {
          #expect(tally[counter] == 0)
        }
      }
      #expect(tally[.trackedBeforePermission] + tally[.unreported] <= tally[.installs])
    }
  }

  @Test(
    "R13, R15, R18, R147 restricted and switched-off devices: never asked or authorized, one request at most",
    arguments: [(14, 1, .finalRestricted), (15, 0, .finalDeniedByDevice)] as [(UInt64, Double, Counter)])
  func unaskable(seed: UInt64, restricted: Double, state: Counter) {
    forEachTally(
      seed: seed,
      { segment in
        segment[.restricted] = known(restricted)
        segment[.requestsOff] = known(1 - restricted)
      },
      { tally, _, _ in
        #expect(tally[state] + tally[.finalNoATT] == tally[.installs])
        #expect(tally[.alertsShown] + tally[.authorizedSessions] + tally[.prePromptShows] == 0)
        #expect(tally[.requests] <= tally[.triggerReached])
        #expect(tally[.attributed] + tally[.personalizable] == 0)
      })
  }

  @Test("R10 before iOS 14 nothing is asked, and ordinary devices are identified")
  func before14() {
    forEachTally(
      seed: 16,
      { segment in
        segment.systemShares = onlyOn(.before14)
        segment[.restricted] = known(0)
        segment[.requestsOff] = known(0)
      },
      { tally, experiment, arm in
        #expect(tally[.finalNoATT] == tally[.installs])
        #expect(tally[.requests] + tally[.prePromptShows] + tally[.authorizedSessions] == 0)
        guard experiment.arms[arm].surroundings.joined().allSatisfy({ $0.consent == nil }) else { return }
        #expect(tally[.personalizable] == tally[.installs])
        #expect(tally[.trackedBeforePermission] == 0)
        if experiment.arms[arm].surroundings.joined().allSatisfy({ $0.attribution != nil }) {
          #expect(tally[.attributed] + tally[.unreported] == tally[.installs])
        }
      })
  }

  @Test("the baseline gains and loses nothing to itself; discordant counts close the difference")
  func discordance() {
    for experiment in GeneratedExperiments.list(TestSize.experiments, seed: 17, installs: 50, arms: 3) {
      for arms in Simulator(experiment: experiment, seed: 17).trial(0).wholes {
        for tally in arms {
          #expect(
            tally[.finalAuthorized] - arms[0][.finalAuthorized]
              == tally.gainedOverBaseline - tally.lostToBaseline)
        }
        #expect(arms.allSatisfy { $0[.installs] == 50 })
      }
    }
  }
}
