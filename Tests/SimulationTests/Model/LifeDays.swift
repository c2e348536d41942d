import ExperimentDesign
import RandomStreams

@testable import Simulation

/// The days on which installs of an experiment's first scenario would come, undisturbed.
struct LifeDays {
  private let numbers: TrialScenario
  private let seed: Seed
  private let horizon: Double

  init(_ experiment: Experiment, seed: UInt64) {
    let draws = makeDraws(experiment, Seed(seed).trial(0))
    numbers = TrialScenario(experiment, scenario: 0, draws)
    self.seed = Seed(seed)
    horizon = experiment.horizonDays
  }

  func days(install: Int) -> [Double] {
    var life = Life()
    life.begin(seed.trial(0).install(UInt64(install)), in: numbers, horizon: horizon)
    var days: [Double] = []
    for session in 0..<life.sessionCount { days.append(life.day(of: session)) }
    return days
  }
}
