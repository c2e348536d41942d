public import ExperimentDesign
public import ResultStore
import Simulation
import Synchronization

/// Simulates the trials of a run that are missing and stores them as it goes.
///
/// Trials are written in batches, each in one transaction, every half second, every 64 trials or every 64 MiB:
/// what is lost when the process is killed is at most that.
public struct RunExecution: Sendable {
  /// What is simulated.
  public var plan: SimulationPlan
  /// Where it is stored.
  public var store: ResultStore
  /// The run in the store.
  public var run: RunRecord.ID
  /// How it is done.
  public var context: WorkContext

  /// The execution of a plan as a run of a store.
  public init(plan: SimulationPlan, store: ResultStore, run: RunRecord.ID, context: WorkContext) {
    self.plan = plan
    self.store = store
    self.run = run
    self.context = context
  }

  /// Fewer trials where each has many tallies of many days.
  private var batchTrials: Int {
    TrialMemory.trials(
      in: 64 << 20, cells: plan.experiment.cells, days: plan.experiment.tallyDays, atMost: 64)
  }
  private static let batchDuration = Duration.milliseconds(500)

  /// Runs until the trials are done or the work is stopped; what is done is stored either way.
  ///
  /// - Parameter onTrial: called for each trial as it is done, in the order of `trials`.
  /// - Throws: `ResultStoreError`; `OverlongLife` for people who come too often to be counted.
  public func run(
    trials: [Int], onTrial: @escaping @Sendable (TrialResult) -> Void = { _ in }
  ) async throws {
    let batch = Mutex(Batch())
    let batchTrials = batchTrials
    let simulator = Simulator(experiment: plan.experiment, seed: plan.seed)
    context.onEvent(.simulating(plan, trials: trials.count))
    try await simulator.run(trials: trials, threads: context.threads, shouldStop: context.shouldStop) {
      result in
      context.onEvent(.trial(result))
      onTrial(result)
      try batch.withLock { batch in
        batch.results.append(result)
        let now = ContinuousClock.now
        guard batch.results.count >= batchTrials || now - batch.start >= Self.batchDuration else {
          return
        }
        try write(&batch, until: now)
      }
    }
    try batch.withLock { batch in try write(&batch, until: .now) }
    context.onEvent(.simulated)
  }

  private struct Batch {
    var results: [TrialResult] = []
    var start = ContinuousClock.now
  }

  private func write(_ batch: inout Batch, until now: ContinuousClock.Instant) throws {
    guard !batch.results.isEmpty else { return }
    let (seconds, attoseconds) = (now - batch.start).components
    let results = batch.results
    try context.whileWriting {
      _ = try store.append(results, to: run, seconds: Double(seconds) + Double(attoseconds) * 1e-18)
    }
    batch = Batch()
  }
}
