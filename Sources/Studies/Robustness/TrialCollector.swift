import ExperimentDesign
import Synchronization

/// Trials as a simulator hands them over.
final class TrialCollector: Sendable {
  private let results = Mutex<[TrialResult]>([])

  func add(_ result: TrialResult) { results.withLock { $0.append(result) } }

  var all: [TrialResult] { results.withLock { $0 } }
}
