import ExperimentDesign
import Simulation
import Synchronization

extension Simulator {
  /// Some trials, in their order; fewer where it was stopped.
  func simulated(
    _ trials: Range<Int>, threads: Int, shouldStop: @escaping @Sendable () -> Bool = { false }
  ) async throws -> [TrialResult] {
    let collected = Mutex<[TrialResult]>([])
    try await run(trials: trials, threads: threads, shouldStop: shouldStop) { trial in
      collected.withLock { $0.append(trial) }
    }
    return collected.withLock { $0 }
  }
}
