import ExperimentDesign
import GSLNumerics
import Simulation
import Synchronization

extension Simulator {
  /// Some trials, in their order.
  ///
  /// - Throws: `NumericsError.stopped` where `shouldStop` says so, `OverlongLife`.
  func simulated(
    _ trials: Range<Int>, threads: Int, shouldStop: @escaping @Sendable () -> Bool = { false }
  ) async throws -> [TrialResult] {
    let collected = Mutex<[TrialResult]>([])
    try await run(trials: trials, threads: threads, shouldStop: shouldStop) { trial in
      collected.withLock { $0.append(trial) }
    }
    let found = collected.withLock { $0 }
    guard found.count == trials.count else { throw NumericsError.stopped }
    return found
  }
}
