import ExperimentDesign
import Simulation
import Synchronization

/// Results in the order in which a simulator hands them over.
final class TrialCollector: Sendable {
  private let results = Mutex<[TrialResult]>([])

  func add(_ result: TrialResult) { results.withLock { $0.append(result) } }

  var all: [TrialResult] { results.withLock { $0 } }
}

extension Simulator {
  /// Trials from 0, all together.
  func collect(_ trials: Int, threads: Int = 2) async throws -> [TrialResult] {
    let collected = TrialCollector()
    try await run(trials: Array(0..<trials), threads: threads) { collected.add($0) }
    return collected.all
  }
}

extension [TrialResult] {
  /// A metric over trials, those with an empty denominator left out.
  func values(_ metric: Metric, scenario: Int = 0, arm: Int) -> [Double] {
    compactMap { metric.value(in: $0.wholes[scenario][arm]) }
  }

  /// All trials of an arm as one.
  func total(scenario: Int = 0, arm: Int) -> Tally {
    let parts = map { $0.wholes[scenario][arm] }
    return Tally(sum: parts, days: (parts.first?.allowedByDay.count ?? 1) - 1)
  }
}
