import ExperimentDesign
import ExperimentSamples
import PromptFlow
import Testing

@testable import Simulation

@Suite("A competing alert after an event, or in a later session")
struct AlertMomentTests {
  private static let level = EventKind(rawValue: 0)
  private let installs = TestSize.installs / 10

  /// People with two levels a session who come back often.
  private func player(_ alerts: [CompetingAlert] = []) -> Segment {
    makeSegment {
      $0.visits = VisitModel(rate: .constant(known(2)), leaving: .constant(known(0.1)))
      $0.events = [events(0, perSession: 2, seconds: 30, value: 1)]
      $0.surroundings.alerts = alerts
    }
  }

  @Test("it appears once, the offset after its moment, and only in that session")
  func instant() throws {
    let alerts = [
      competingAlert(1, at: .event(Self.level, count: 3), offset: 2),
      competingAlert(2, at: .session(4), offset: 1),
    ]
    let arm = makeArm("arm", .session(1_000))
    let experiment = makeExperiment([player(alerts)], [arm], installs: installs)
    let tracer = LifeTracer(Simulator(experiment: experiment, seed: 5), trial: 0, scenario: 0)
    var shown = [0, 0]
    for install in 0..<installs {
      var levels = 0
      var expected: [[Double]] = []
      var found: [[Double]] = []
      for session in tracer.trace(install: install).arms[0].sessions {
        for moment in session.moments {
          switch moment.event {
          case .eventEnded:
            levels += 1
            if levels == 3, moment.seconds + 2 <= session.seconds {
              expected.append([0, Double(session.number), moment.seconds + 2])
            }
          case .activated(again: false):
            if session.number == 4, moment.seconds + 1 <= session.seconds {
              expected.append([1, 4, moment.seconds + 1])
            }
          case .otherAlertShown(let position):
            shown[position] += 1
            found.append([Double(position), Double(session.number), moment.seconds])
          case .otherAlertQueued: Issue.record("two alerts of one life meet")
          case _: break
          }
        }
      }
      try #require(found == expected, "install \(install)")
    }
    #expect(shown[0] > 20 && shown[1] > 20)
  }

  // MARK: - Laws over generated experiments

  /// Generated experiments with every arm's alerts changed.
  private func pairs(
    seed: UInt64, _ one: (CompetingAlert) -> CompetingAlert?, _ other: (CompetingAlert) -> CompetingAlert?
  ) -> [(Experiment, Experiment)] {
    GeneratedExperiments.list(TestSize.experiments, seed: seed, installs: 40, arms: 4)
      .map { (changing($0, one), changing($0, other)) }
  }

  private func changing(
    _ experiment: Experiment, _ change: (CompetingAlert) -> CompetingAlert?
  ) -> Experiment {
    experiment.changed {
      $0.changeArms { $0.changeSurroundings { $0.alerts = $0.alerts.compactMap(change) } }
    }
  }

  private func moving(_ alert: CompetingAlert, to moment: AskTrigger) -> CompetingAlert {
    alert.changed { $0.moment = moment }
  }

  @Test(
    "session 1 is the launch, bit for bit, under both engines",
    arguments: [Simulator.Engine.fast, .reference])
  func sessionOne(engine: Simulator.Engine) {
    for (launch, session) in pairs(
      seed: 71, { moving($0, to: .launch) }, { moving($0, to: .session(1)) })
    {
      #expect(
        Simulator(experiment: launch, seed: 2, engine: engine).trial(0)
          == Simulator(experiment: session, seed: 2, engine: engine).trial(0))
    }
  }

  @Test(
    "an alert of nobody, or after what nobody gets to, is as none, bit for bit",
    arguments: [nil, AskTrigger.event(level, count: 1_000_000), .session(1_000_000)])
  func never(moment: AskTrigger?) {
    func never(_ alert: CompetingAlert) -> CompetingAlert {
      moment.map { moving(alert, to: $0) } ?? alert.changed { $0[.alertShare] = 0 }
    }
    for (without, with) in pairs(seed: 72, { _ in nil }, never) {
      #expect(
        Simulator(experiment: without, seed: 2).trial(0) == Simulator(experiment: with, seed: 2).trial(0))
    }
  }
}
