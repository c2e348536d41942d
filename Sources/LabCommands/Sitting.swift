import ExperimentDesign
import ResultStore
import Simulation
import Synchronization

/// One sitting of a run: simulates the trials that are missing and stores them as it goes.
///
/// Trials are written in batches, each in one transaction, every half second, every 64 trials or every 64 MiB:
/// what is lost when the process is killed is at most that.
struct Sitting: Sendable {
  var plan: SimulationPlan
  var store: ResultStore
  var run: RunRecord.ID
  var threads: Int
  var engine: Simulator.Engine

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
  func run(
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
    try Interruption.whole {
      _ = try store.append(
        batch.results, to: run, seconds: Double(seconds) + Double(attoseconds) * 1e-18)
    }
    batch = Batch()
  }
}
