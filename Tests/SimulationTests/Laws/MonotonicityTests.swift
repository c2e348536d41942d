import ExperimentDesign
import ExperimentSamples
import PromptFlow
import Testing

@testable import Simulation

/// Lives are compared install by install: a paired design makes these statements exact.
@Suite("What more of something can never do")
struct MonotonicityTests {
  @Test("more annoyance never adds a session")
  func annoyance() throws {
    for experiment in GeneratedExperiments.list(TestSize.experiments, seed: 21, installs: 20, arms: 3) {
      let before = sessionsByInstall(experiment)
      let annoying = experiment.changed {
        $0.changeSegments { segment in
          for hazard in [Number.annoyancePrePrompt, .annoyanceAlert, .annoyanceCold, .annoyanceNag] {
            segment[hazard] = more(segment[hazard])
          }
        }
      }
      let after = sessionsByInstall(annoying)
      #expect(zip(before, after).allSatisfy { $0 >= $1 })
    }
  }

  private func more(_ hazard: Parameter) -> Parameter { known(0.2 + 0.8 * (hazard.constant ?? 0)) }

  /// Sessions of every install under every scenario and arm.
  private func sessionsByInstall(_ experiment: Experiment) -> [Int64] {
    let simulator = Simulator(experiment: experiment, seed: 21)
    return (0..<experiment.installs).flatMap { install in
      simulator.simulate(trial: 0, installs: install..<install + 1).result(0).wholes.flatMap { $0 }
        .map { $0[.sessions] }
    }
  }

  @Test("R143 a larger N never raises the share that reaches it, or reaches it sooner")
  func largerCount() {
    let segment = makeSegment {
      $0.events = [events(0, perSession: 1.5, value: 1), events(1, perSession: 1)]
      $0[.activitySpread] = known(0.8)
      $0.onboarding = onboarding(0.7, 0.5, seconds: seconds(20, sigma: 0.4))
      $0[.annoyanceAlert] = 0.3
      $0[.unanswered] = 0.2
      $0.surroundings.alerts = [competingAlert(share: 0.5)]
    }
    let arms = (1...6).map { makeArm("\($0)", .event(EventKind(rawValue: 0), count: $0)) }
    let simulator = Simulator(experiment: makeExperiment([segment], arms, installs: 400), seed: 22)
    for install in 0..<400 {
      let tallies = simulator.simulate(trial: 0, installs: install..<install + 1).result(0).wholes[0]
      let reached = tallies.map { $0[.triggerReached] }
      #expect(reached == reached.sorted(by: >))
      let first = tallies.map { $0[.promptedFirstSession] }
      #expect(first == first.sorted(by: >))
    }
  }

  @Test("higher odds only turn denials into allowing, install by install")
  func higherOdds() {
    let segment = makeSegment { $0[.allowSpread] = 1 }
    let arms = [0.5, 1, 2].map { odds in
      makeArm("\(odds)", .launch) { $0.usageString[.usageOddsRatio] = known(odds) }
    }
    let experiment = makeExperiment([segment], arms, installs: 4_000)
    let tallies = Simulator(experiment: experiment, seed: 24).trial(0).wholes[0]
    #expect(tallies[1].lostToBaseline == 0 && tallies[2].lostToBaseline == 0)
    #expect(tallies[1].gainedOverBaseline > 0)
    #expect(tallies[2].gainedOverBaseline > tallies[1].gainedOverBaseline)
  }
}
