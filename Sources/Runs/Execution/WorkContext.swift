public import ExperimentDesign
import Foundation
public import ResultStore
public import Simulation

/// What work on runs may use, when it ends, and whom it tells how it goes.
///
/// With nothing given it uses every core, is never stopped and tells nobody.
public struct WorkContext: Sendable {
  /// Carries out a write.
  public typealias Writing = @Sendable (_ write: () throws -> Void) throws -> Void

  /// How many threads simulate; at least 1.
  public var threads: Int
  /// Which of the engines, which agree bit for bit.
  public var engine: Simulator.Engine
  /// Asked between steps; work ends soon after it says yes, with what is done stored.
  public var shouldStop: @Sendable () -> Bool
  /// Carries out every write that must be whole; a signal that would end the process waits for it.
  public var whileWriting: Writing
  /// Receives what happens, from any thread.
  public var onEvent: @Sendable (RunEvent) -> Void

  /// The most trials, counted once for each scenario, of which an answer holds numbers at once (``StoredRun/mostHeld``).
  public var mostHeld = WorkContext.mostHeld

  /// That many by default: numbers that take less than 200 MB for the news app.
  public static let mostHeld = 1 << 16

  /// How many cores this machine has.
  public static var cores: Int { max(1, ProcessInfo.processInfo.activeProcessorCount) }

  /// Creates a context.
  public init(
    threads: Int = WorkContext.cores, engine: Simulator.Engine = .fast,
    shouldStop: @escaping @Sendable () -> Bool = { false },
    whileWriting: @escaping Writing = { write in try write() },
    onEvent: @escaping @Sendable (RunEvent) -> Void = { _ in }
  ) {
    self.threads = threads
    self.engine = engine
    self.shouldStop = shouldStop
    self.whileWriting = whileWriting
    self.onEvent = onEvent
  }
}

/// What happens in work on runs.
public enum RunEvent: Sendable {
  /// A stored run, about to be given another name than it has.
  case renaming(RunRecord, to: String)
  /// A run that is stored whole; nothing is simulated.
  case found(RunRecord)
  /// A run with some trials stored, which goes on.
  case resuming(RunRecord)
  /// A shard with some trials stored, which goes on.
  case resumingShard(stored: Int, of: Int)
  /// This number of trials of a plan are about to be simulated.
  case simulating(SimulationPlan, trials: Int)
  /// A trial is done.
  case trial(TrialResult)
  /// The trials are done, or work was stopped.
  case simulated
  /// The answer is about to be worked out of a run's trials.
  case answering(RunRecord)
  /// How many simulations of alternative models and of inputs at their quantiles are done, of how many at most; 0 before
  /// the first.
  case judging(done: Int, most: Int)
  /// These are done, or work was stopped.
  case judged
  /// One of several shards is about to be joined; the first is 1.
  case joining(Int, of: Int)
  /// All are joined.
  case joined
}

/// Work that was stopped as it was asked to; what was done is stored.
public struct RunStopped: Error, Hashable {
  /// Trials that are stored.
  public var stored: Int
  /// Trials that make the work complete.
  public var trials: Int

  package init(stored: Int, trials: Int) {
    self.stored = stored
    self.trials = trials
  }

  init(_ record: RunRecord) { self.init(stored: record.storedTrials, trials: record.inputs.trials) }
}

/// Work that was stopped as it was asked to, and had nothing to store.
public struct WorkStopped: Error, Hashable {}

extension WorkContext {
  /// Whether an answer to a run has numbers of more trials than are held at once, counted once for each scenario.
  static func isTooLargeToHold(trials: Int, scenarios: Int, most: Int = mostHeld) -> Bool {
    trials > most / max(1, scenarios)
  }
}
