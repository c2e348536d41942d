import ExperimentDesign
import Simulation

/// Installs of an experiment, one after the other.
struct TracedInstalls {
  let experiment: Experiment
  private let simulator: Simulator
  private let scenario: Int
  let arms: [Int]
  private let staysInTrial: Bool
  private(set) var trial: Int
  private var install: Int
  private var tracer: LifeTracer
  /// The life of the one that it is at.
  private(set) var trace: InstallTrace

  init(
    experiment: Experiment, simulator: Simulator, arms: [Int], scenario: Int, trial: Int, install: Int,
    staysInTrial: Bool
  ) {
    self.experiment = experiment
    self.simulator = simulator
    self.arms = arms
    self.scenario = scenario
    self.trial = trial
    self.install = install
    self.staysInTrial = staysInTrial
    tracer = LifeTracer(simulator, trial: trial, scenario: scenario)
    trace = tracer.trace(install: install, arms: arms)
  }

  /// Goes to the next install, of the next trial after the last of one.
  ///
  /// - Returns: whether there is one.
  mutating func next() -> Bool {
    if install + 1 < experiment.installs {
      install += 1
    } else {
      guard !staysInTrial, trial + 1 < experiment.trials else { return false }
      (trial, install) = (trial + 1, 0)
      tracer = LifeTracer(simulator, trial: trial, scenario: scenario)
    }
    trace = tracer.trace(install: install, arms: arms)
    return true
  }
}
