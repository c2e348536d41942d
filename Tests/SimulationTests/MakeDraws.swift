import ExperimentDesign
import RandomStreams

@testable import Simulation

/// The parameters of one trial of an experiment.
func makeDraws(_ experiment: Experiment, _ trial: TrialStream) -> ParameterDraws {
  ParameterDraws(
    ParameterSampler(
      experiment.uncertain, joints: experiment.joints, sampling: experiment.sampling),
    trial: trial)
}
