import ExperimentDesign
import Reviews
import Runs
import Studies
import Synchronization

/// How far a simulation is: trials done, installs × arms per second and the time left.
final class Progress: Sendable {
  private let plan: SimulationPlan
  private let trials: Int
  private let line: StatusLine
  private let done = Mutex(0)

  /// - Parameter trials: how many there are to do.
  init(plan: SimulationPlan, isShown: Bool, trials: Int) {
    self.plan = plan
    self.trials = trials
    line = StatusLine(isShown: isShown)
  }

  /// Counts one more trial.
  func add() {
    guard line.isShown else { return }
    done.withLock { done in
      done += 1
      line.show { text(done, after: $0) }
    }
  }

  func clear() { line.clear() }

  private func text(_ done: Int, after seconds: Double) -> String {
    let experiment = plan.experiment
    let lives =
      Double(experiment.installs * experiment.scenarios.count)
      * Double(experiment.arms.count)
    return progressLine(
      done: done, trials: trials, livesPerSecond: lives * Double(done) / seconds,
      secondsLeft: seconds / Double(done) * Double(trials - done), width: line.width)
  }
}

/// How far a calibration is: points done, speed, the time left.
final class CalibrationProgress: Sendable {
  private let line: StatusLine

  init(isShown: Bool) { line = StatusLine(isShown: isShown) }

  func show(_ reading: CalibrationMeter.Reading) {
    line.show { seconds in
      progressLine(
        done: reading.points, expectedPoints: reading.expectedPoints, livesPerSecond: reading.lives / seconds,
        secondsLeft: seconds / reading.lives * reading.livesLeft, width: line.width)
    }
  }

  func clear() { line.clear() }
}
