import ExperimentDesign
import ExperimentSamples
import PromptFlow
import Testing

@testable import Simulation

@Suite("Scenarios of one trial")
struct ScenarioTests {
  /// What the second scenario changes of the first.
  struct Change: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var change: @Sendable (inout Segment) -> Void = { _ in }
  }

  static let changes: [Change] = [
    Change(testDescription: "nothing"),
    Change(testDescription: "onboarding") { $0.onboarding = onboarding(0.9, 0.5) },
    Change(testDescription: "rate") { $0[.allowRate] = 0.5 },
    Change(testDescription: "spread") { $0[.allowSpread] = 0 },
    Change(testDescription: "leaving") { $0.visits.leaving = .beta(a: known(1), b: known(4)) },
    Change(testDescription: "same leaving") { $0.visits.leaving = .constant(known(0.25)) },
    Change(testDescription: "visits") { $0.visits.rate = .constant(known(2)) },
    Change(testDescription: "activity") { $0[.activitySpread] = known(0) },
    Change(testDescription: "events") { $0.events = [events(0, perSession: 2.5, seconds: 40, value: 1)] },
    Change(testDescription: "willingness") { $0[.withStaying] = 0 },
    Change(testDescription: "unanswered") { $0[.unanswered] = 0.3 },
    Change(testDescription: "settings") { $0[.reenable] = 0.2 },
    Change(testDescription: "restricted") { $0[.restricted] = known(0.5) },
  ]

  @Test("a scenario finds what it finds alone, whatever it changes of the one before", arguments: changes)
  func alone(change: Change) {
    let people = makeReader {
      $0.events.removeLast()
      $0.continuing = nil
      $0[.restricted] = known(0.1)
    }
    let scenarios = [people, people.changed(change.change)]
    let both = Simulator(experiment: experiment(scenarios), seed: 5).trial(0)
    for scenario in 0...1 {
      let alone = Simulator(experiment: experiment([scenarios[scenario]]), seed: 5).trial(0)
      for arm in both.wholes[scenario].indices {
        #expect(both.wholes[scenario][arm] == alone.wholes[0][arm])
      }
    }
  }

  private func experiment(_ scenarios: [Segment]) -> Experiment {
    makeExperiment(
      scenarios.enumerated().map { makeScenario(name: "scenario\($0)", segments: [$1]) },
      [makeArm("launch", .launch), makeArm("event", .event(EventKind(rawValue: 0), count: 2))],
      installs: 1_500)
  }
}
