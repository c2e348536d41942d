import ExperimentDesign
import RandomStreams

@testable import Simulation

/// The days on which installs of an experiment's first scenario would come, undisturbed.
struct LifeDays {
  private let numbers: TrialScenario
  private let trial: TrialStream
  private let horizon: Double

  init(_ experiment: Experiment, seed: UInt64) {
    trial = TrialStream(seed: seed, trial: 0)
    numbers = TrialScenario(experiment, scenario: 0, makeDraws(experiment, trial))
    horizon = experiment.horizonDays
  }

  func days(install: Int) -> [Double] {
    var life = Life()
    life.begin(trial.install(UInt64(install)), in: numbers, horizon: horizon)
    var days: [Double] = []
    for session in 0..<life.sessionCount { days.append(life.day(of: session)) }
    return days
  }
}
