package import ExperimentDesign
package import ResultStore
import Simulation
import Synchronization

extension Runner {
  /// Simulates trials of a run and stores them as it goes, until they are done or the work is stopped; what is done is
  /// stored either way.
  ///
  /// Trials are written in batches, each in one transaction, every half second, every 64 trials or every 64 MiB:
  /// what is lost when the process is killed is at most that.
  ///
  /// - Parameter onTrial: called for each trial as it is done, in the order of `trials`.
  /// - Throws: `ResultStoreError`.
  package func simulate(
    _ trials: [Int], of run: RunRecord.ID, _ plan: SimulationPlan,
    onTrial: @escaping @Sendable (TrialResult) -> Void = { _ in }
  ) async throws {
    let batch = Mutex(Batch())
    // Fewer trials where each has many tallies of many days.
    let batchTrials = TrialMemory.trials(
      in: 64 << 20, cells: plan.experiment.cells, days: plan.experiment.tallyDays, atMost: 64)
    let simulator = Simulator(experiment: plan.experiment, seed: plan.seed)
    context.onEvent(.simulating(plan, trials: trials.count))
    try await simulator.run(trials: trials, threads: context.threads, shouldStop: context.shouldStop) {
      result in
      context.onEvent(.trial(result))
      onTrial(result)
      try batch.withLock { batch in
        batch.results.append(result)
        let now = ContinuousClock.now
        guard batch.results.count >= batchTrials || now - batch.start >= .milliseconds(500) else {
          return
        }
        try write(&batch, of: run, until: now)
      }
    }
    try batch.withLock { batch in try write(&batch, of: run, until: .now) }
    context.onEvent(.simulated)
  }

  private struct Batch {
    var results: [TrialResult] = []
    var start = ContinuousClock.now
  }

  private func write(
    _ batch: inout Batch, of run: RunRecord.ID, until now: ContinuousClock.Instant
  ) throws {
    guard !batch.results.isEmpty else { return }
    let (seconds, attoseconds) = (now - batch.start).components
    let results = batch.results
    try context.whileWriting {
      _ = try store.append(results, to: run, seconds: Double(seconds) + Double(attoseconds) * 1e-18)
    }
    batch = Batch()
  }
}
