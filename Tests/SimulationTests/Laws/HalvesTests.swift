import ExperimentDesign
import ExperimentSamples
import Testing

@testable import Simulation

@Suite("Two halves of a trial's installs")
struct HalvesTests {
  private func makeExperiment(installs: Int) -> Experiment {
    var generated = GeneratedExperiments(seed: 5)
    return generated.next(installs: installs, arms: 3)
  }

  @Test("every install is in the half of its number's parity", arguments: [0..<7, 3..<8, 4..<4, 5..<6])
  func parity(installs: Range<Int>) {
    let sums = Simulator(experiment: makeExperiment(installs: 10), seed: 3)
      .simulate(trial: 4, installs: installs).sums
    for (parity, half) in sums.both.enumerated() {
      let counts = half.tallies().wholes.joined().map { $0[.installs] }
      #expect(counts.allSatisfy { $0 == Int64(installs.filter { $0 % 2 == parity }.count) })
    }
  }

  @Test(
    "the halves are those of installs played apart, and their sum the whole",
    arguments: [2, 9, 700])
  func sums(installs: Int) {
    let experiment = makeExperiment(installs: installs)
    let simulator = Simulator(experiment: experiment, seed: 3)
    let whole = simulator.trial(4)
    let parts = (0..<installs).map { simulator.simulate(trial: 4, installs: $0..<$0 + 1) }
    for start in 0...1 {
      for install in stride(from: start + 2, to: installs, by: 2) {
        parts[start].sums.merge(parts[install].sums)
      }
    }
    let halves = parts[0..<2].map { $0.result(4).wholes }
    for scenario in whole.wholes.indices {
      for arm in whole.wholes[scenario].indices {
        let (first, second) = (halves[0][scenario][arm], halves[1][scenario][arm])
        let tally = whole.wholes[scenario][arm]
        for counter in Counter.allCases {
          #expect(first[counter] + second[counter] == tally[counter], "\(counter.name)")
        }
        #expect(tally.noise == ScoreNoise(first: first, second: second))
      }
    }
  }

  @Test("a trial of one install has no halves to compare, and no noise")
  func one() {
    let result = Simulator(experiment: makeExperiment(installs: 1), seed: 3).trial(0)
    for tally in result.wholes.joined() { #expect(tally.noise == ScoreNoise()) }
  }

  @Test("a draw of the noise is of the size of the noise, however the halves' sizes differ")
  func size() throws {
    var first = Tally(days: 1)
    var second = first
    (first[.installs], first[.triggerReached]) = (3, 3)
    (second[.installs], second[.triggerReached]) = (1, 0)
    let noise = ScoreNoise(first: first, second: second)
    // σ²(1/3 + 1) times 3/16 is σ²/4.
    // A draw is kept in 32 bits.
    #expect(try #require(noise[.triggerReachedPerInstall]) == Double(Float(3.0.squareRoot() / 4)))
    #expect(noise[.optInPerPrompted] == nil)
  }
}
