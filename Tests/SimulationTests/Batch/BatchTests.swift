import ExperimentDesign
import ExperimentSamples
import PromptFlow
import RandomStreams
import Testing

@testable import Simulation

/// What is played in blocks against one by one.
@Suite("Blocks of installs")
struct BatchTests {
  static let experiments = TestSize.of(60, debug: 4)

  @Test(
    "full blocks, half full ones and one install alone come to what every second comes to", arguments: 0..<4)
  func blocks(batch: Int) {
    var generated = GeneratedExperiments(seed: UInt64(900 + batch), plainArms: true)
    for number in 0..<Self.experiments {
      let installs = [1, InstallColumns.capacity, 3 * InstallColumns.capacity + 1, 700][number % 4]
      let experiment = generated.next(installs: installs, arms: 4)
      let (fast, reference) = Simulator.engines(experiment, seed: UInt64(number))
      #expect(fast.trial(0) == reference.trial(0), "batch \(batch), experiment \(number)")
    }
  }

  @Test("so do lives of hundreds of sessions, and people who read dozens of articles in each")
  func extremes() {
    let segment = makeSegment {
      $0.visits = VisitModel(rate: .constant(known(20)), leaving: .beta(a: known(0.5), b: known(80)))
      $0[.activitySpread] = known(1.5)
      $0[.withActivity] = 0.3
      $0[.withStaying] = 0.3
      $0.events = [events(0, perSession: 5, seconds: 30, value: 1)]
      $0[.allowSpread] = 1
      $0[.unanswered] = 0.2
      $0[.reenable] = 0.003
      $0[.revoke] = 0.002
      $0.surroundings.attribution = attribution()
    }
    let article = EventKind(rawValue: 0)
    let arms = [
      makeArm("launch", .launch), makeArm("third", .event(article, count: 3)),
      makeArm("third again", .event(article, count: 3)) {
        $0.prePrompt = makePrePrompt(.init(isDismissible: false, cooldownSessions: 1, maximumShows: nil))
      },
    ]
    let experiment = makeExperiment([segment], arms, installs: 1_500)
    let (fast, reference) = Simulator.engines(experiment, seed: 1)
    let found = fast.trial(0)
    #expect(found == reference.trial(0))
    // Sessions of a life: up to 600, and most people stay.
    #expect(found.wholes[0][0][Counter.sessionsUndisturbed] > 256 * found.wholes[0][0][Counter.installs])
  }

  @Test("so do people whose number of articles in a session takes more than one word")
  func busy() {
    let segment = makeSegment {
      $0[.activitySpread] = known(0.02)
      $0.events = [events(0, perSession: 12.5, seconds: 5)]
    }
    let arm = makeArm("third", .event(EventKind(rawValue: 0), count: 3))
    // One in some thousand reads less than three, or would, did one word tell.
    let experiment = makeExperiment([segment], [arm], installs: 400 * Self.experiments)
    let (fast, reference) = Simulator.engines(experiment, seed: 1)
    #expect(fast.trial(0) == reference.trial(0))
  }
}
