import ExperimentDesign
import Inference
import Simulation
import Studies

extension Experiment {
  /// Installs of a trial that let few of the differences between options be noise: under a twentieth of the objective's, and
  /// under a half of those of goals and guardrails.
  ///
  /// A pilot of one block of trials tells how much noise there is; it falls with the installs. A run has at most 20 million
  /// installs, each under every option, and a trial at least 1,000.
  ///
  /// - Parameter guardrails: metrics that have limits.
  func installsByPilot(
    guardrails: [Metric], seed: UInt64, threads: Int
  ) async throws -> Int {
    // A block of trials, whose inputs are drawn together.
    let pilot = underFirstScenario.changed { ($0.trials, $0.installs) = (50, Self.leastInstalls) }
    let simulator = Simulator(experiment: pilot, seed: seed)
    let trials = try concurrently(pilot.trials, threads: threads) { simulator.trial($0).wholes[0] }
    let tallies = arms.indices.map { arm in trials.map { $0[arm] } }
    let allowed = arms.indices.filter { arms[$0].isAllowedByApple }
    func times(_ series: [TrialSeries], tolerated: Double) -> Double {
      ObjectiveTable(competing: allowed, series: series, lessIsBetter: false)?
        .installsNeeded(tolerated: tolerated) ?? 0
    }
    let metrics = Set(guardrails + GoalSummary.metrics(hasConsentLayer: false))
    let needed =
      metrics.map { metric in
        times(tallies.map { TrialSeries(of: metric, in: $0) }, tolerated: ObjectiveTable.mostNoise)
      } + [
        times(
          tallies.map { TrialSeries(of: objective, in: $0) }, tolerated: ObjectiveTable.toleratedNoise)
      ]
    let most = Self.mostLives / Double(self.trials * arms.count * scenarios.count)
    let found = Double(Self.leastInstalls) * max(1, needed.max() ?? 1)
    return max(Self.leastInstalls, twoDigitsUp(min(found, most)))
  }

  private static let leastInstalls = 1_000
  private static let mostLives = 20e6
}
