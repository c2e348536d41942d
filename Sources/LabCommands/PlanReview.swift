import ExperimentDesign
import ResultStore
import Reviews
import Simulation
import Studies

/// What `--dry-run` shows: the plan, and how long it would take.
struct PlanReview {
  var plan: SimulationPlan
  var threads: Int
  /// What the platform's rules say of the arms.
  var platform: PlatformRecord
  /// The file as it was named.
  var path: String

  func text(_ format: OutputFormat) throws -> String {
    let plan = PlanDescription(
      experiment: self.plan.experiment, seed: self.plan.seed, isSeedDrawn: self.plan.isSeedDrawn,
      parameters: self.plan.inputs.parameters.map {
        ParameterOutline(place: $0.place, law: $0.law, isDrawn: $0.value == nil, evidence: $0.evidence)
      },
      warnings: self.plan.warnings, threads: threads, expectedSeconds: expectedSeconds, platform: platform,
      path: shellWord(path))
    switch format {
    case .table: return plan.text(Terminal.outputStyle)
    case .csv: return plan.csv.text
    case .json: return plan.json.text
    }
  }

  /// Measured on a part of the first trial.
  private var expectedSeconds: Double {
    var sample = plan.experiment
    sample.installs = min(sample.installs, 2_000)
    let simulator = Simulator(experiment: sample, seed: plan.seed)
    let clock = ContinuousClock()
    let taken = clock.measure { _ = simulator.trial(0) }
    let seconds = Double(taken.components.seconds) + Double(taken.components.attoseconds) * 1e-18
    let size = Double(plan.experiment.installs) / Double(sample.installs) * Double(plan.experiment.trials)
    return seconds * size / Double(threads)
  }
}
