import ExperimentDesign

@testable import Simulation

/// How much a test simulates: debug builds are some fifty times slower.
enum TestSize {
  static func of<Count>(_ count: Count, debug: Count) -> Count {
    #if DEBUG
      debug
    #else
      count
    #endif
  }

  /// Installs of a test that looks at a share.
  static let installs = of(300_000, debug: 4_000)
  /// Trials of a test that looks at what is drawn per trial.
  static let trials = of(20_000, debug: 600)
  /// Generated experiments.
  static let experiments = of(400, debug: 20)
  /// Differences beyond this many standard errors are 1 in 147,000.
  static let largestZ = 4.5
}

extension Simulator {
  /// The engine without idle clocks, and the one with every second.
  static func engines(_ experiment: Experiment, seed: UInt64) -> (fast: Simulator, reference: Simulator) {
    (
      Simulator(experiment: experiment, seed: seed),
      Simulator(experiment: experiment, seed: seed, engine: .reference)
    )
  }
}
