import ExperimentDesign
import ExperimentSamples
import PromptFlow
import RandomStreams
import Testing

@testable import Simulation

@Suite("The engine without idle clocks finds what the one with every second finds")
struct EnginesAgreeTests {
  static let batches = TestSize.of(100, debug: 4)
  static let experimentsPerBatch = TestSize.of(60, debug: 25)
  static let installs = 50
  static let arms = 4

  @Test(
    "install by install and tally by tally, on generated cases of install, strategy and version",
    arguments: 0..<batches, [false, true])
  func engines(batch: Int, plainArms: Bool) throws {
    var generated = GeneratedExperiments(seed: UInt64(batch), plainArms: plainArms)
    for _ in 0..<Self.experimentsPerBatch {
      let experiment = generated.next(installs: Self.installs, arms: Self.arms)
      let (fast, reference) = Simulator.engines(experiment, seed: UInt64(batch))
      guard fast.trial(0) != reference.trial(0) else { continue }
      try #require(Bool(false), "\(firstDifference(fast, reference))")
    }
  }

  @Test("tally by tally, where people are alike", arguments: 0..<batches)
  func alikePeople(batch: Int) throws {
    var generated = GeneratedExperiments(seed: UInt64(batch))
    for number in 0..<Self.experimentsPerBatch {
      let even = generated.nextEven(installs: Self.installs, arms: Self.arms)
      let experiment = even.changed { $0.baseline = even.arms[number % Self.arms].name }
      let (fast, reference) = Simulator.engines(experiment, seed: UInt64(batch))
      guard fast.trial(0) != reference.trial(0) else { continue }
      try #require(Bool(false), "\(firstDifference(fast, reference))")
    }
  }

  @Test("the generated cases are as many as promised, and reach everything that is counted")
  func coverage() {
    var sum = Tally(days: 0)
    for batch in 0..<Self.batches {
      var generated = GeneratedExperiments(seed: UInt64(batch))
      for _ in 0..<Self.experimentsPerBatch {
        let experiment = generated.next(installs: Self.installs, arms: Self.arms)
        for part in Simulator(experiment: experiment, seed: UInt64(batch)).trial(0).wholes.joined() {
          for counter in Counter.allCases { sum[counter] += part[counter] }
        }
      }
    }
    #expect(sum[.installs] >= TestSize.of(1_000_000, debug: 10_000))
    for counter in Counter.allCases {
      #expect(sum[counter] * 1_000 > sum[.installs], "\(counter.name): \(sum[counter])")
    }
  }

  /// The first install and arm whose tallies differ, and all that is known of the case.
  private func firstDifference(_ fast: Simulator, _ reference: Simulator) -> String {
    let experiment = fast.experiment
    for install in 0..<experiment.installs {
      let found = fast.simulate(trial: 0, installs: install..<install + 1).result(0)
      let expected = reference.simulate(trial: 0, installs: install..<install + 1).result(0)
      for scenario in found.tallies.indices {
        for arm in found.tallies[scenario].indices {
          for segment in found.tallies[scenario][arm].indices
          where found.tallies[scenario][arm][segment] != expected.tallies[scenario][arm][segment] {
            let counters = Counter.allCases.compactMap { counter -> String? in
              let pair = (
                found.tallies[scenario][arm][segment][counter],
                expected.tallies[scenario][arm][segment][counter]
              )
              return pair.0 == pair.1 ? nil : "\(counter.name) \(pair.0), expected \(pair.1)"
            }
            return """
              install \(install), scenario \(scenario), option \(arm), segment \(segment): \
              \(counters.joined(separator: "; "))
              horizon \(experiment.horizonDays), seed \(fast.seed)
              \(knobs(experiment.scenarios[scenario].segments[segment]))
              \(knobs(experiment.arms[arm].strategy)) delay \(knobs(experiment.arms[arm][.delaySeconds])) \
              \(knobs(experiment.arms[arm].prePrompt as Any))
              \(knobs(experiment.arms[arm].surroundings[scenario][segment]))
              """
          }
        }
      }
    }
    return "differs only as a whole"
  }
}
