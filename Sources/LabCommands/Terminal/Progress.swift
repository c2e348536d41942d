import ExperimentDesign
import Rendering
import ResultStore
import Reviews
import Runs
import Synchronization

/// How far a piece of work is, on standard error, from its first second on.
///
/// On a terminal it is one line that is written over, five times a second. Elsewhere, as in the log of a job, each is a line
/// of its own, and they become fewer.
final class Progress: Sendable {
  private let isShown: Bool
  private let start = ContinuousClock.now
  /// The seconds after which there is a line.
  private let next = Mutex(Progress.first)

  init(isShown: Bool) { self.isShown = isShown }

  static let first = 1.0

  /// When there is a line after one: on a terminal after a fifth of a second, in a log after as long as all before took, and
  /// after five minutes at most.
  static func moment(after seconds: Double, isOnTerminal: Bool) -> Double {
    seconds + (isOnTerminal ? 0.2 : min(seconds, 300))
  }

  /// Shows a line where it is time for one.
  ///
  /// - Parameter parts: what it says, by the seconds since the beginning; the last ones are left out where a line has no
  ///   room.
  func show(_ parts: (_ seconds: Double) -> [String]) {
    guard isShown else { return }
    next.withLock { next in
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      guard seconds >= next else { return }
      next = Self.moment(after: seconds, isOnTerminal: Terminal.hasErrorTerminal)
      let width = Terminal.columns(2) ?? 80
      let text = parts(seconds).reduce("") { line, part in
        let longer = line.isEmpty ? part : line + " · " + part
        return TerminalText.width(longer) < width ? longer : line
      }
      if Terminal.hasErrorTerminal { overwrite(with: text) } else { StandardStreams.message(text) }
    }
  }

  /// `5 of 400 trials`.
  static func count(_ done: Int, of all: Int, _ what: String, _ most: String = "of") -> String {
    "\(SupportedDigits.grouped(done)) \(most) \(SupportedDigits.grouped(all)) \(what)"
  }

  /// `1.2 M installs × options/s`.
  static func rate(_ livesPerSecond: Double) -> String {
    "\(SupportedDigits.text(livesPerSecond / 1e6, decimals: 1)) M installs × options/s"
  }

  /// A time in words: `40 s`, `3 min`, `2 h 10 min`.
  static func duration(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return "unknown time" }
    if seconds < 1 { return "under 1 s" }
    if seconds < 90 { return "\(Int(seconds.rounded())) s" }
    let minutes = Int((seconds / 60).rounded())
    return minutes < 90 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
  }

  /// Clears the line of a terminal.
  func clear() { if isShown, Terminal.hasErrorTerminal { overwrite(with: "") } }

  private func overwrite(with text: String) { StandardStreams.error("\r\u{1B}[K" + text) }
}

/// Tells on standard error how work on runs goes: remarks, a line of progress, and what to say should the process
/// be ended.
final class RunProgress: Sendable {
  private let isQuiet: Bool
  /// The store as it was named, for remarks.
  private let store: String
  /// The command that goes on from what is stored; `nil` where nothing is.
  private let command: String?
  private let state: Mutex<State>

  private struct State {
    /// The line of the work in hand.
    var line: Progress
    /// Trials that are done of those to do, and the installs × options of each.
    var done = 0
    var trials = 0
    var lives = 0.0
    /// What they say so far.
    var lead: RunningLead?
    /// Whether the trials were all stored, so that the answer is expected soon.
    var isFound = false
  }

  init(isQuiet: Bool, store: String, command: String?) {
    self.isQuiet = isQuiet
    self.store = store
    self.command = command
    state = Mutex(State(line: Progress(isShown: !isQuiet)))
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
      if estimate.seconds > 30 { note("This takes about \(Progress.duration(estimate.seconds)).") }
      state = State(
        line: Progress(isShown: !isQuiet), trials: trials,
        lives: Double(experiment.installs * experiment.scenarios.count * experiment.arms.count),
        lead: isQuiet ? nil : RunningLead(experiment),
        isFound: state.isFound)
    case .trial(let result):
      state.done += 1
      state.lead?.add(result)
      let (done, trials, lives, lead) = (state.done, state.trials, state.lives, state.lead)
      state.line.show { seconds in
        let left = seconds / Double(done) * Double(trials - done)
        return [
          Progress.count(done, of: trials, "trials"), Progress.rate(lives * Double(done) / seconds),
          "\(Progress.duration(left)) left",
        ] + [lead.flatMap { runningLeadText($0.lead, isShare: $0.isShare) }].compactMap { $0 }
      }
    case .simulated, .judged, .joined: state.line.clear()
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
      state.line.show { seconds in
        let left = seconds / Double(max(1, done)) * Double(most - done)
        return [Progress.count(done, of: most, "alternative models and settings", "of at most")]
          + (done > 0 ? ["at most \(Progress.duration(left)) left"] : [])
      }
    case .joining(let shard, let count):
      state.line.show { _ in [Progress.count(shard, of: count, "stores")] }
    }
  }

  private func note(_ text: String) { if !isQuiet { StandardStreams.message(text) } }
}
