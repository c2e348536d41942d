import ExperimentDesign
import ExperimentSamples
import PromptFlow
import Testing

@testable import Simulation

@Suite("A trace is the very life that was counted")
struct TraceTests {
  static let batches = TestSize.of(20, debug: 2)
  static let experimentsPerBatch = TestSize.of(30, debug: 10)
  static let installs = 40
  static let arms = 3

  @Test(
    "counted again from traces alone, tallies are the simulation's, on generated cases",
    arguments: 0..<batches, [false, true])
  func tallies(batch: Int, plainArms: Bool) throws {
    var generated = GeneratedExperiments(seed: 9_000 + UInt64(batch), plainArms: plainArms)
    for _ in 0..<Self.experimentsPerBatch {
      let experiment = generated.next(installs: Self.installs, arms: Self.arms)
      let simulator = Simulator(experiment: experiment, seed: UInt64(batch))
      let result = simulator.trial(1)
      for scenario in experiment.scenarios.indices {
        let tracer = LifeTracer(simulator, trial: 1, scenario: scenario)
        var counts = Array(repeating: TraceCount(horizonDays: experiment.horizonDays), count: Self.arms)
        for install in 0..<Self.installs {
          let trace = tracer.trace(install: install)
          for arm in trace.arms {
            counts[arm.arm].add(arm, undisturbed: trace.undisturbedDays.count)
          }
        }
        for (arm, count) in counts.enumerated() {
          let whole = result.wholes[scenario][arm]
          for counter in TraceCount.counted {
            try #require(
              count[counter] == whole[counter],
              "\(counter.name) of arm \(arm): \(count[counter]) from traces, \(whole[counter]) counted")
          }
          for amount in TraceCount.summed {
            try #require(count[amount] == whole[amount], "\(amount.name) of arm \(arm)")
          }
          try #require(count.allowedByDay == whole.allowedByDay)
          try #require(count.deniedByDay == whole.deniedByDay)
        }
      }
    }
  }

  @Test("what is shown of a chance is what was decided by it")
  func chances() throws {
    var generated = GeneratedExperiments(seed: 77)
    for _ in 0..<Self.experimentsPerBatch * 2 {
      let experiment = generated.next(installs: Self.installs, arms: Self.arms)
      let tracer = LifeTracer(Simulator(experiment: experiment, seed: 3), trial: 0, scenario: 0)
      for install in 0..<Self.installs {
        for arm in tracer.trace(install: install).arms {
          try requireDecided(arm)
        }
      }
    }
  }

  /// Answers follow the chance of the alert before them, continuing that of the showing, and so on.
  private func requireDecided(_ life: ArmTrace) throws {
    var answer: Chance?
    var continuing: Chance?
    for event in life.events {
      switch event {
      case .alertShown(let chance, _, _): answer = chance
      case .answered(let given):
        let chance = try #require(answer)
        try #require((chance.uniform < chance.probability) == (given == .allow))
      case .prePromptShown(_, let chance, _): continuing = chance
      case .prePromptEnded(let end):
        let chance = try #require(continuing)
        try #require((chance.uniform < chance.probability) == (end == .continued))
      case .leftUnanswered(let chance), .changedInSettings(_, let chance), .consentReversed(let chance):
        try #require(chance.uniform < chance.probability)
      case .consentEnded(let purposes, let chance):
        guard let chance else { continue }
        try #require((chance.uniform < chance.probability) == (purposes == .accepted))
      case _: continue
      }
    }
    for session in life.sessions {
      let isLast = session.departure == .leaves || session.departure == .drivenAway
      try #require((session.leaving.uniform < session.leaving.probability) == isLast)
      try #require(session.moments.map(\.seconds) == session.moments.map(\.seconds).sorted())
    }
  }

  @Test("a trace does not depend on what was traced before, nor on the other options")
  func independence() {
    var generated = GeneratedExperiments(seed: 5)
    let experiment = generated.next(installs: 10, arms: 4)
    let simulator = Simulator(experiment: experiment, seed: 1)
    let tracer = LifeTracer(simulator, trial: 2, scenario: 0)
    let first = tracer.trace(install: 7)
    _ = tracer.trace(install: 3)
    #expect(tracer.trace(install: 7) == first)
    #expect(tracer.trace(install: 7, arms: [2]).arms == [first.arms[2]])
    #expect(LifeTracer(simulator, trial: 2, scenario: 0).trace(install: 7) == first)
  }
}
