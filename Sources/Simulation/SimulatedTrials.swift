public import ExperimentDesign
import Synchronization

extension Experiment {
  /// Its trials under a seed, in their order; not all of them where it is stopped.
  public func simulated(
    _ trials: Range<Int>, seed: UInt64, threads: Int,
    shouldStop: @escaping @Sendable () -> Bool = { false }
  ) async throws -> [TrialResult] {
    let results = Mutex<[TrialResult]>([])
    try await Simulator(experiment: self, seed: seed).run(
      trials: trials, threads: threads, shouldStop: shouldStop
    ) { result in
      results.withLock { $0.append(result) }
    }
    return results.withLock { $0 }
  }
}
