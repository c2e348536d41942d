import ExperimentDesign
import ExperimentSamples
import Inference
import PromptFlow
import RandomStreams
import Simulation
import Testing

@testable import Runs

@Suite("Installs that a pilot chooses")
struct InstallsPilotTests {
  /// Asked at launch or after the first event, at a cost of asking cold that is known so well.
  private func experiment(sigma: Double, trials: Int = 100) throws -> Experiment {
    let people = makeSegment {
      $0[.allowRate] = uncertain(.beta(a: 6, b: 14), at: "allow.rate", in: .openProbability)
      $0[.coldOddsRatio] = uncertain(.lognormal(median: 0.8, sigma: sigma), at: "cold", in: .positive)
      $0.events = [events(0, perSession: 1)]
    }
    let arms = [makeArm("now", .launch), makeArm("later", .event(EventKind(rawValue: 0), count: 1))]
    return makeExperiment([people], arms, installs: 400).changed { $0.trials = trials }
  }

  private func chosen(_ experiment: Experiment, threads: Int = 2) async throws -> Int {
    try await experiment.installsByPilot(guardrails: [], seed: 11, threads: threads)
  }

  /// The share of noise in the differences of the options' objective.
  private func noise(_ experiment: Experiment, installs: Int) throws -> Double {
    let simulator = Simulator(experiment: experiment.changed { $0.installs = installs }, seed: 12)
    let trials = (0..<200).map { simulator.trial($0) }
    let series = experiment.arms.indices.map { arm in
      TrialSeries(of: experiment.objective, in: trials.map { $0.wholes[0][arm] })
    }
    return try #require(
      ObjectiveTable(competing: [0, 1], series: series, lessIsBetter: false)?.noiseShare)
  }

  @Test("leave about a twentieth of the differences to noise, and more installs where less differs")
  func share() async throws {
    let narrow = try experiment(sigma: 0.05)
    let few = try await chosen(try experiment(sigma: 0.5))
    let many = try await chosen(narrow)
    #expect(few >= 1_000 && many > few)
    #expect(try noise(narrow, installs: many) < 2 * ObjectiveTable.toleratedNoise)
  }

  @Test("are the same on any number of threads, and no more than a run may have")
  func bounded() async throws {
    let one = try experiment(sigma: 0.05)
    #expect(try await chosen(one, threads: 1) == chosen(one, threads: 3))
    #expect(try await chosen(try experiment(sigma: 0.05, trials: 8_000)) <= 1_300)
  }
}
