import ExperimentDesign
import ExperimentSamples
import PromptFlow
import Testing

@testable import Simulation

@Suite("What must not change a result")
struct InvarianceTests {
  private let collected = TrialCollector()

  /// Generated experiments, each with the four arms it was made with.
  private func experiments(_ count: Int, seed: UInt64) -> [Experiment] {
    GeneratedExperiments.list(count, seed: seed, installs: 40, arms: 4)
  }

  @Test("threads change no bit, and trials come in order", arguments: [1, 2, 5])
  func threads(count: Int) async throws {
    for experiment in experiments(5, seed: 1) {
      let simulator = Simulator(experiment: experiment, seed: 9)
      let alone = (0..<12).map { simulator.trial($0) }
      let found = try await simulator.collect(12, threads: count)
      #expect(found == alone)
    }
  }

  @Test("a run goes on where it was left")
  func resumed() async throws {
    let simulator = Simulator(experiment: experiments(1, seed: 2)[0], seed: 9)
    try await simulator.run(trials: [3, 7, 8], threads: 2) { collected.add($0) }
    #expect(collected.all == [3, 7, 8].map { simulator.trial($0) })
  }

  @Test("a trial of more installs than one work unit holds is the sum of its parts")
  func workUnits() async throws {
    let segment = makeSegment { $0[.allowSpread] = 1 }
    let arms = [makeArm("launch", .launch), makeArm("second", .session(2))]
    // Two whole units and a part of one.
    let experiment = makeExperiment([segment], arms, installs: 70_000, horizonDays: 5)
    let simulator = Simulator(experiment: experiment, seed: 5)
    let whole = simulator.trial(0)
    for threads in [1, 2, 5] {
      let found = try await simulator.collect(1, threads: threads)
      #expect(found == [whole])
    }
    let parts = simulator.simulate(trial: 0, installs: 0..<1)
    for range in [50_001..<70_000, 1..<33_000, 33_000..<50_001] {
      parts.sums.merge(simulator.simulate(trial: 0, installs: range).sums)
    }
    #expect(parts.result(0) == whole)
  }

  @Test("the order of arms changes no arm, nor do arms that come or go")
  func arms() throws {
    for experiment in experiments(TestSize.experiments / 4, seed: 3) {
      let all = Simulator(experiment: experiment, seed: 1).trial(0)
      for order in [[3, 1, 0, 2], [2, 0]] {
        let changed = experiment.changed { $0.arms = order.map { experiment.arms[$0] } }
        let found = Simulator(experiment: changed, seed: 1).trial(0)
        for scenario in experiment.scenarios.indices {
          #expect(found.tallies[scenario] == order.map { all.tallies[scenario][$0] })
          #expect(found.wholes[scenario] == order.map { all.wholes[scenario][$0] })
        }
      }
    }
  }

  @Test("scenarios in another order, or alone, find the same")
  func scenarios() throws {
    for experiment in experiments(TestSize.experiments, seed: 4) where experiment.scenarios.count == 2 {
      let both = Simulator(experiment: experiment, seed: 1).trial(0)
      let reversed = try asked(experiment, of: [1, 0])
      #expect(
        Simulator(experiment: reversed, seed: 1).trial(0).tallies == both.tallies.reversed())
      let alone = try asked(experiment, of: [1])
      #expect(Simulator(experiment: alone, seed: 1).trial(0).tallies == [both.tallies[1]])
    }
  }

  /// The experiment with some of its scenarios, by their positions.
  private func asked(_ experiment: Experiment, of scenarios: [Int]) throws -> Experiment {
    experiment.changed {
      $0.scenarios = scenarios.map { experiment.scenarios[$0] }
      $0.arms = experiment.arms.map { arm in
        arm.changed { parts in parts.surroundings = scenarios.map { arm.surroundings[$0] } }
      }
    }
  }

  @Test("an arm equals its copy bit for bit, and so does one whose differences have no effect")
  func copies() {
    let segment = makeSegment {
      $0.events = [events(0, perSession: 2, value: 1)]
      $0[.allowSpread] = 1
      $0[.annoyanceAlert] = 0.05
      $0.surroundings.alerts = [competingAlert(share: 0.5)]
    }
    let trigger = AskTrigger.event(EventKind(rawValue: 0), count: 2)
    let experiment = makeExperiment(
      [segment],
      [
        makeArm("one", trigger), makeArm("copy", trigger),
        makeArm("link", trigger) { $0.strategy.settingsLink = .inPreferences },
        makeArm("trusting", trigger) { $0.strategy.trustsCallback = true },
        makeArm("string", trigger) { $0.usageString.name = "other" },
      ])
    let found = Simulator(experiment: experiment, seed: 3).trial(0)
    for arm in found.tallies[0].dropFirst() { #expect(arm == Array(found.tallies[0][0])) }
    #expect(found.wholes[0].allSatisfy { $0.gainedOverBaseline == 0 && $0.lostToBaseline == 0 })
  }

  @Test("a distribution added elsewhere shifts no other draw")
  func addedDistribution() {
    let arms = [makeArm("launch", .launch)]
    let segment = makeSegment {
      $0[.allowRate] = uncertain(.beta(a: 3, b: 5), at: "m.rate", in: .openProbability)
      $0[.revoke] = uncertain(.uniform(low: 0, high: 0.1), at: "z.revoke", in: .probability)
    }
    let before = Simulator(experiment: makeExperiment([segment], arms, installs: 1), seed: 2)
    let changed = segment.changed {
      $0[.lingerSeconds] = uncertain(.lognormal(median: 5, sigma: 0.4), at: "a.linger", in: .nonNegative)
      $0[.allowSpread] = uncertain(.normal(mean: 1, sd: 0.2), at: "n.spread", in: .nonNegative)
    }
    let after = Simulator(experiment: makeExperiment([changed], arms, installs: 1), seed: 2)
    #expect(before.uncertain.map(\.path) == ["m.rate", "z.revoke"])
    #expect(after.uncertain.map(\.path) == ["a.linger", "m.rate", "n.spread", "z.revoke"])
    for trial in 0..<50 {
      let draws = after.trial(trial).draws
      #expect(before.trial(trial).draws == [draws[1], draws[3]])
    }
  }

  @Test("seeds and trials tell results apart")
  func apart() {
    let experiment = makeExperiment([makeSegment()], [makeArm("launch", .launch)])
    let tallies = [(1, 0), (1, 1), (2, 0)].map {
      Simulator(experiment: experiment, seed: $0.0).trial($0.1).wholes
    }
    #expect(Set(tallies).count == 3)
  }

  @Test("stopping hands over only trials that are whole, in order")
  func stopping() async throws {
    let simulator = Simulator(experiment: experiments(1, seed: 5)[0], seed: 9)
    try await simulator.run(
      trials: Array(0..<2_000), threads: 2, shouldStop: { collected.all.count >= 5 },
      onTrial: { collected.add($0) })
    let found = collected.all
    // While one thread hands over, the other goes on: up to 256 whole trials may wait, and are not lost.
    #expect(found.count >= 5 && found.count < 300)
    #expect(found == found.indices.map { simulator.trial($0) })
  }

  @Test("an error of the receiver ends the run and is handed on")
  func failing() async throws {
    struct Full: Error {}
    let simulator = Simulator(experiment: experiments(1, seed: 6)[0], seed: 9)
    await #expect(throws: Full.self) {
      try await simulator.run(trials: Array(0..<50), threads: 2) {
        if $0.trial == 3 { throw Full() }
        collected.add($0)
      }
    }
    #expect(collected.all.map(\.trial) == [0, 1, 2])
  }
}
