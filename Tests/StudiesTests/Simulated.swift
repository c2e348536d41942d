import ExperimentDesign
import Simulation
import Studies

/// The summary of an experiment's trials.
func simulated(_ experiment: Experiment, _ outline: RunOutline, seed: UInt64) async throws -> RunSummary {
  let simulator = Simulator(experiment: experiment, seed: seed)
  var builder = RunSummaryBuilder(outline)
  for trial in 0..<experiment.trials { builder.add(simulator.trial(trial)) }
  return try builder.summary()
}
