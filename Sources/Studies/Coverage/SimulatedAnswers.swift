import ExperimentDesign
import GSLNumerics
import Inference
import Simulation

/// How often the printed errors of a simulated answer hold what other seeds give.
///
/// One small experiment is simulated under many seeds. The truth is the mean over all of them, whose own error is a
/// few hundredths of that of one; an interval is an estimate ± t times its printed error, t of 95% with one degree of
/// freedom fewer than trials.
public enum SimulatedAnswers {
  /// Trials of each run.
  static let trials = 200
  /// Installs of each trial.
  static let installs = 250

  /// One number of an answer, under one seed.
  private struct Printed {
    var value: Double
    var error: Double
  }

  private static let subjects = [
    "Opt-in per install of the second arm", "Difference of opt-in to the baseline",
    "Chance that the second arm is best", "Expected loss of the second arm", "Value of perfect information",
  ]

  /// - Parameter simulations: how many seeds, at least 2.
  /// - Throws: what the summary throws.
  public static func rates(simulations: Int) throws -> [SimulatedRate] {
    let experiment = try SmallExperiment.experiment(trials: trials, installs: installs)
    let outline = SmallExperiment.outline(of: experiment)
    let runs = try (0..<simulations).map { try numbers(experiment, outline, seed: UInt64($0)) }
    let t = -(try StudentT(degreesOfFreedom: Double(trials - 1)).quantile(0.025))
    return subjects.indices.map { index in
      let found = runs.map { $0[index] }
      let known = found.compactMap { $0 }
      let truth = known.reduce(0) { $0 + $1.value } / Double(max(1, known.count))
      // A number that a run does not print is a miss.
      let hits = found.count { found in found.map { abs($0.value - truth) <= t * $0.error } ?? false }
      return SimulatedRate(
        subject: subjects[index], due: .atLeast(0.95), simulations: simulations, hits: hits)
    }
  }

  private static func numbers(
    _ experiment: Experiment, _ outline: RunOutline, seed: UInt64
  ) throws -> [Printed?] {
    let simulator = Simulator(experiment: experiment, seed: seed)
    var builder = RunSummaryBuilder(outline)
    for trial in 0..<experiment.trials { builder.add(simulator.trial(trial)) }
    let scenario = try builder.summary().scenarios[0]
    func printed(_ mean: MonteCarloMean?) -> Printed? {
      mean.flatMap { mean in mean.mcse.map { Printed(value: mean.mean, error: $0) } }
    }
    func printed(_ number: MonteCarloNumber?) -> Printed? {
      number.map { Printed(value: $0.value, error: $0.mcse) }
    }
    let second = scenario.decision?.arms.first { $0.position == 1 }
    return [
      printed(scenario.arms[1].objective?.overTrials),
      printed(scenario.arms[1].objectiveDifference?.overTrials),
      printed(second?.best), printed(second?.regret), printed(scenario.decision?.valueOfPerfectInformation),
    ]
  }
}
