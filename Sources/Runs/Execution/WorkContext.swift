public import ExperimentDesign
import Foundation
public import ResultStore
import Studies

/// What work on runs may use, when it ends, and whom it tells how it goes.
///
/// With nothing given it uses every core, is never stopped and tells nobody.
public struct WorkContext: Sendable {
  /// Carries out a write.
  public typealias Writing = @Sendable (_ write: () throws -> Void) throws -> Void

  /// How many threads simulate; at least 1.
  public var threads: Int
  /// Asked between steps; work ends soon after it says yes, with what is done stored.
  public var shouldStop: @Sendable () -> Bool
  /// Carries out every write that must be whole; a signal that would end the process waits for it.
  public var whileWriting: Writing
  /// Receives what happens, from any thread.
  public var onEvent: @Sendable (RunEvent) -> Void

  /// How many cores this machine has.
  public static var cores: Int { max(1, ProcessInfo.processInfo.activeProcessorCount) }

  /// Creates a context.
  public init(
    threads: Int = WorkContext.cores,
    shouldStop: @escaping @Sendable () -> Bool = { false },
    whileWriting: @escaping Writing = { write in try write() },
    onEvent: @escaping @Sendable (RunEvent) -> Void = { _ in }
  ) {
    self.threads = threads
    self.shouldStop = shouldStop
    self.whileWriting = whileWriting
    self.onEvent = onEvent
  }
}

extension WorkContext {
  /// A run's summary with what becomes of its winners under alternative models.
  ///
  /// - Throws: ``RunStopped`` where it is stopped before that is known: an answer without would look like that of an
  ///   experiment that has none.
  func judged(
    _ summary: RunSummary, of builder: RunSummaryBuilder, _ record: RunRecord
  ) async throws -> RunSummary {
    guard !builder.isJudged(summary) else { return summary }
    giveBackMemory()
    var builder = builder
    (builder.threads, builder.shouldStop) = (threads, shouldStop)
    let judged = try await builder.judged(summary) { done, most in onEvent(.judging(done: done, most: most)) }
    onEvent(.judged)
    if shouldStop(), !builder.isJudged(judged) { throw RunStopped(record) }
    return judged
  }
}

/// Gives the system what memory is free, between two parts of the work: the heap that each thread has would keep it for
/// itself.
///
/// A function of glibc's that Swift does not import; where it is not there, nothing is done.
func giveBackMemory() {
  typealias Trim = @convention(c) (Int) -> CInt
  if let trim = dlsym(nil, "malloc_trim") { _ = unsafeBitCast(trim, to: Trim.self)(0) }
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
