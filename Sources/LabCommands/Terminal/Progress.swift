import ExperimentDesign
import Inference
import Reviews
import Runs
import Synchronization

/// How far a simulation is: trials done, installs × arms per second and the time left.
///
/// On a terminal also the best objective so far, with its Monte Carlo error.
final class Progress: Sendable {
  private struct State {
    var done = 0
    /// Objectives of the first scenario by arm, trial by trial.
    var objectives: [[Double?]]
  }

  private let plan: SimulationPlan
  private let trials: Int
  private let line: StatusLine
  private let state: Mutex<State>

  /// - Parameter trials: how many there are to do.
  init(plan: SimulationPlan, isShown: Bool, trials: Int) {
    self.plan = plan
    self.trials = trials
    line = StatusLine(isShown: isShown)
    state = Mutex(State(objectives: Array(repeating: [], count: plan.experiment.arms.count)))
  }

  func add(_ result: TrialResult) {
    guard line.isShown else { return }
    state.withLock { state in
      state.done += 1
      defer { line.show { text(state, after: $0) } }
      guard line.isOnTerminal else { return }
      for (arm, tally) in result.wholes[0].enumerated() {
        let series = TrialSeries(of: plan.experiment.objective, in: [tally])
        state.objectives[arm].append(series.values[0])
      }
    }
  }

  func clear() { line.clear() }

  private func text(_ state: State, after seconds: Double) -> String {
    let experiment = plan.experiment
    let lives =
      Double(experiment.installs * experiment.scenarios.count)
      * Double(experiment.arms.count)
    return progressLine(
      done: state.done, trials: trials, livesPerSecond: lives * Double(state.done) / seconds,
      secondsLeft: seconds / Double(state.done) * Double(trials - state.done),
      best: best(state), width: line.width)
  }

  private func best(_ state: State) -> (arm: String, mean: MonteCarloMean, objective: Objective)? {
    var best: (arm: String, mean: MonteCarloMean, objective: Objective)?
    let sign = plan.experiment.objective.lessIsBetter ? -1.0 : 1.0
    for (arm, values) in zip(plan.experiment.arms, state.objectives) {
      // A value that is not finite is reported by the summary, not here.
      guard let mean = try? MonteCarloMean(values) else { continue }
      if let best, sign * mean.mean <= sign * best.mean.mean { continue }
      best = (arm.name, mean, plan.experiment.objective)
    }
    return best
  }
}
