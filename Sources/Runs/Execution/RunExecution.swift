public import ExperimentDesign
public import ResultStore
public import Simulation
import Synchronization

/// Simulates the trials that are missing and stores them as it goes.
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
  /// How many threads simulate.
  public var threads: Int
  /// Which of the engines, which agree bit for bit.
  public var engine: Simulator.Engine
  /// Carries out a write that the end of the process may not cut off.
  public var whileWriting: @Sendable (() throws -> Void) throws -> Void

  /// The execution of a plan as a run of a store.
  public init(
    plan: SimulationPlan, store: ResultStore, run: RunRecord.ID, threads: Int, engine: Simulator.Engine,
    whileWriting: @escaping @Sendable (() throws -> Void) throws -> Void = { try $0() }
  ) {
    self.plan = plan
    self.store = store
    self.run = run
    self.threads = threads
    self.engine = engine
    self.whileWriting = whileWriting
  }

  /// Fewer trials where each has many tallies of many days.
  private var batchTrials: Int {
    TrialMemory.trials(
      in: 64 << 20, cells: plan.experiment.cells, days: plan.experiment.tallyDays, atMost: 64)
  }
  private static let batchDuration = Duration.milliseconds(500)

  /// Runs until the trials are done or `shouldStop`; what is done is stored either way.
  ///
  /// - Parameter progress: told of each trial's result.
  /// - Throws: `ResultStoreError`.
  public func run(
    trials: TrialNumbers, shouldStop: @escaping @Sendable () -> Bool,
    progress: @escaping @Sendable (TrialResult) -> Void
  ) async throws {
    let batch = Mutex(Batch())
    let batchTrials = batchTrials
    let simulator = Simulator(experiment: plan.experiment, seed: plan.seed, engine: engine)
    try await simulator.run(trials: trials, threads: threads, shouldStop: shouldStop) { result in
      progress(result)
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
  }

  private struct Batch {
    var results: [TrialResult] = []
    var start = ContinuousClock.now
  }

  private func write(_ batch: inout Batch, until now: ContinuousClock.Instant) throws {
    guard !batch.results.isEmpty else { return }
    let (seconds, attoseconds) = (now - batch.start).components
    try whileWriting {
      _ = try store.append(
        batch.results, to: run, seconds: Double(seconds) + Double(attoseconds) * 1e-18)
    }
    batch = Batch()
  }
}
