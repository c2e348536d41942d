import ExperimentDesign
import ResultStore
import Reviews
import Runs
import Synchronization

/// How far a piece of work is, on standard error.
///
/// On a terminal it is one line that is written over, at most five times a second. Elsewhere, as in the log of a job, each is a
/// line of its own, and there are few of them (``ProgressMoments``).
final class Progress: Sendable {
  private let isShown: Bool
  private let start = ContinuousClock.now
  private let moments = Mutex(ProgressMoments(isOnTerminal: Terminal.hasErrorTerminal))

  init(isShown: Bool) { self.isShown = isShown }

  /// Shows a line where it is time for one.
  ///
  /// - Parameter line: the line, by the seconds since the beginning and the columns that it may have.
  func show(_ line: (_ seconds: Double, _ width: Int) -> String) {
    guard isShown else { return }
    moments.withLock { moments in
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      guard moments.isTime(after: seconds) else { return }
      let text = line(seconds, Terminal.columns(2) ?? 80)
      if Terminal.hasErrorTerminal { Self.overwrite(with: text) } else { StandardStreams.message(text) }
    }
  }

  func clear() { if isShown { Self.overwrite(with: "") } }

  /// Writes over the line of a terminal, where there is one.
  static func overwrite(with text: String) {
    if Terminal.hasErrorTerminal { StandardStreams.error("\r\u{1B}[K" + text) }
  }
}

/// When it is time to say how far work is.
struct ProgressMoments {
  private let isOnTerminal: Bool
  private var next: Double

  /// In seconds: the first line of a log, and the most from one line to the next.
  private static let first = 10.0
  private static let most = 300.0
  private static let onTerminal = 0.2

  init(isOnTerminal: Bool) {
    self.isOnTerminal = isOnTerminal
    next = isOnTerminal ? Self.onTerminal : Self.first
  }

  /// Whether it is time; then it is not before some time has passed again.
  ///
  /// On a terminal a fifth of a second. In a log as long as it has taken so far, and five minutes at most.
  /// - Parameter seconds: since the beginning.
  mutating func isTime(after seconds: Double) -> Bool {
    guard seconds >= next else { return false }
    next = seconds + (isOnTerminal ? Self.onTerminal : min(max(seconds, Self.first), Self.most))
    return true
  }
}

/// Tells on standard error how work on runs goes: remarks, a line of progress, and what to say should the process
/// be ended.
final class RunProgress: Sendable {
  private let isQuiet: Bool
  /// The store as it was named, for remarks.
  private let store: String
  /// The command that goes on from what is stored; `nil` where nothing is.
  private let command: String?
  private let state = Mutex(State())

  private struct State {
    /// The line of the work in hand.
    var line = Progress(isShown: false)
    /// Trials that are done of those to do, and the installs × options of each.
    var done = 0
    var trials = 0
    var lives = 0.0
    /// Whether the trials were all stored, so that the answer is expected soon.
    var isFound = false
  }

  init(isQuiet: Bool, store: String, command: String?) {
    self.isQuiet = isQuiet
    self.store = store
    self.command = command
  }

  /// What work does under this command.
  func context(threads: Int) -> WorkContext {
    WorkContext(
      threads: threads, shouldStop: { Interruption.isRequested },
      whileWriting: { write in try Interruption.whole(write) },
      onEvent: { [self] event in state.withLock { tell(event, &$0) } })
  }

  private func tell(_ event: RunEvent, _ state: inout State) {
    switch event {
    case .renaming(let run, let name):
      note("Run \(run.id) was called '\(run.name ?? "")' and is called '\(name)' from now on.")
    case .found(let run):
      state.isFound = true
      // An interrupted run may lack its answer, though all of its trials are there.
      note(
        run.finishedAt == nil
          ? "Run \(run.id) in \(store) has all of its trials; its answer is worked out now."
          : "Run \(run.id) in \(store) has computed this already; it is shown as it was. "
            + "--again computes it again.")
    case .resuming(let run):
      note(
        "Going on with run \(run.id) in \(store): "
          + "\(run.storedTrials) of \(run.inputs.trials) trials are stored.")
    case .resumingShard(let stored, let trials):
      note("Going on: \(stored) of the shard's \(trials) trials are stored.")
    case .simulating(let plan, let trials):
      let experiment = plan.experiment
      if let command {
        Interruption.say(Ended.interrupted(nil, goOn: command).lines)
        if plan.isSeedDrawn {
          note("Drew the seed \(plan.seed); --seed \(plan.seed) repeats this run.")
        }
      }
      let estimate = RunEstimate(of: experiment, trials: trials, threads: WorkContext.cores, seed: plan.seed)
      if estimate.seconds > 30 { note("This takes about \(duration(estimate.seconds)).") }
      state = State(
        line: Progress(isShown: !isQuiet), trials: trials,
        lives: Double(experiment.installs * experiment.scenarios.count * experiment.arms.count),
        isFound: state.isFound)
    case .trial:
      state.done += 1
      let (done, trials, lives) = (state.done, state.trials, state.lives)
      state.line.show { seconds, width in
        progressLine(
          done: done, trials: trials, livesPerSecond: lives * Double(done) / seconds,
          secondsLeft: seconds / Double(done) * Double(trials - done), width: width)
      }
    case .simulated, .judged: state.line.clear()
    case .answering(let run):
      let stored = RunStopped(stored: run.storedTrials, trials: run.inputs.trials)
      if let command { Interruption.say(Ended.interrupted(stored, goOn: command).lines) }
    case .judging(let done, let most):
      if done == 0 {
        if state.isFound, most > 0 {
          note(
            "The alternative models are not stored yet: they are simulated now, \(most) simulations at most.")
        }
        state.line = Progress(isShown: !isQuiet)
      }
      state.line.show { progressLine(judged: done, most: most, seconds: $0, width: $1) }
    case .joining(let shard, let count):
      if !isQuiet { Progress.overwrite(with: "Joining \(shard) of \(count)") }
    case .joined: if !isQuiet { Progress.overwrite(with: "") }
    }
  }

  private func note(_ text: String) { if !isQuiet { StandardStreams.message(text) } }
}
