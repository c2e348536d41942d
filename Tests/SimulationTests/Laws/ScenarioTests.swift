import ExperimentDesign
import ExperimentSamples
import PromptFlow
import Testing

@testable import Simulation

@Suite("Scenarios of one trial")
struct ScenarioTests {
  /// What the second scenario changes of the first.
  enum Change: CaseIterable {
    case nothing, onboarding, rate, spread, leaving, sameLeaving, visits, activity, events, willingness,
      unanswered
    case settings, restricted
  }

  @Test(
    "a scenario finds what it finds alone, whatever it changes of the one before", arguments: Change.allCases)
  func alone(change: Change) {
    let scenarios = [people, changed(people, change)]
    let both = Simulator(experiment: experiment(scenarios), seed: 5).trial(0)
    for scenario in 0...1 {
      let alone = Simulator(experiment: experiment([scenarios[scenario]]), seed: 5).trial(0)
      for arm in both.wholes[scenario].indices {
        #expect(both.wholes[scenario][arm] == alone.wholes[0][arm])
      }
    }
  }

  private var people: Segment {
    makeReader {
      $0.events.removeLast()
      $0.continuing = nil
      $0[.restricted] = known(0.1)
    }
  }

  private func changed(_ people: Segment, _ change: Change) -> Segment {
    people.changed {
      switch change {
      case .nothing: break
      case .onboarding:
        $0.onboarding = onboarding(0.9, 0.5)
      case .rate: $0[.allowRate] = 0.5
      case .spread: $0[.allowSpread] = 0
      case .leaving:
        $0.visits = VisitModel(rate: .constant(known(1.5)), leaving: .beta(a: known(1), b: known(4)))
      case .sameLeaving: $0.visits = VisitModel(rate: .constant(known(1.5)), leaving: .constant(known(0.25)))
      case .visits:
        $0.visits = VisitModel(rate: .constant(known(2)), leaving: .beta(a: known(1), b: known(3)))
      case .activity: $0[.activitySpread] = known(0)
      case .events: $0.events = [events(0, perSession: 2.5, seconds: 40, value: 1)]
      case .willingness: $0[.withStaying] = 0
      case .unanswered: $0[.unanswered] = 0.3
      case .settings: $0[.reenable] = 0.2
      case .restricted: $0[.restricted] = known(0.5)
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
