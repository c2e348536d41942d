import ExperimentDesign
import ResultStore
import Reviews
import Runs
import Synchronization

/// Tells on standard error how work on runs goes: remarks, a line of progress, and what to say should the process
/// be ended.
final class RunProgress: Sendable {
  private let isQuiet: Bool
  /// Whether the run is one of several, which are reported row by row.
  private let isOneOfSeveral: Bool
  /// The store as it was named, for remarks.
  private let store: String
  /// The command that goes on from what is stored; `nil` where nothing is.
  private let command: String?
  private let line = Mutex<Progress?>(nil)
  /// The line of what follows the trials.
  private let judging = Mutex<StatusLine?>(nil)
  /// Whether the trials were all stored, so that the answer is expected soon.
  private let isFound = Mutex(false)

  init(isQuiet: Bool, isOneOfSeveral: Bool = false, store: String, command: String?) {
    self.isQuiet = isQuiet
    self.isOneOfSeveral = isOneOfSeveral
    self.store = store
    self.command = command
  }

  /// What work does under this command.
  func context(threads: Int, engine: Simulate.EngineName = .fast) -> WorkContext {
    WorkContext(
      threads: threads, engine: engine.engine, shouldStop: { Interruption.isRequested },
      whileWriting: { write in try Interruption.whole(write) }, onEvent: { [self] in tell($0) })
  }

  private func tell(_ event: RunEvent) {
    switch event {
    case .renaming(let run, let name):
      note("Run \(run.id) was called '\(run.name ?? "")' and is called '\(name)' from now on.")
    case .found(let run):
      guard !isOneOfSeveral else { return }
      isFound.withLock { $0 = true }
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
      if let command {
        Interruption.say(Interrupted.lines(command: command))
        if plan.isSeedDrawn, !isOneOfSeveral {
          note("Drew the seed \(plan.seed); --seed \(plan.seed) repeats this run.")
        }
      }
      line.withLock { $0 = Progress(plan: plan, isShown: !isQuiet, trials: trials) }
    case .trial: line.withLock { $0 }?.add()
    case .simulated: line.withLock { $0 }?.clear()
    case .answering(let run):
      if let command { Interruption.say(Interrupted(run, command: command).lines) }
    case .judging(let done, let most): tell(judged: done, of: most)
    case .judged: judging.withLock { $0 }?.clear()
    case .joining(let shard, let count):
      if Terminal.hasErrorTerminal, !isQuiet {
        StandardStreams.error("\r\u{1B}[KJoining \(shard) of \(count)")
      }
    case .joined:
      if Terminal.hasErrorTerminal, !isQuiet { StandardStreams.error("\r\u{1B}[K") }
    }
  }

  /// Tells how far the alternative models are, which a run that is found may still lack.
  private func tell(judged done: Int, of most: Int) {
    if done == 0 {
      if isFound.withLock({ $0 }), most > 0 {
        note(
          "The alternative models are not stored yet: they are simulated now, \(most) simulations at most.")
      }
      judging.withLock { $0 = judgingLine() }
    }
    judging.withLock { $0 }?.show { seconds in
      progressLine(judged: done, most: most, seconds: seconds, width: Terminal.columns(2) ?? 80)
    }
  }

  /// The line of what follows the trials: on a terminal and in a log, as that of the trials.
  func judgingLine() -> StatusLine { StatusLine(isShown: !isQuiet) }

  private func note(_ text: String) { if !isQuiet { StandardStreams.message(text) } }
}
