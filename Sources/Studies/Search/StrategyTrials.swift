import ExperimentDesign
import GSLNumerics
import Inference

/// What the trials of a search found of each strategy, each simulated once.
///
/// All strategies meet the same people and inputs in a trial, whichever of them are simulated together. So those that are
/// needed longer get further trials, and what was found stays.
struct StrategyTrials {
  /// What is searched, at the size of the search.
  let experiment: Experiment
  let seed: UInt64
  let threads: Int
  let shouldStop: @Sendable () -> Bool
  /// By strategy its objective in every trial, more being better; `nil` where a trial has none.
  private(set) var merits: [Int: [Double?]] = [:]

  /// Strategies that are simulated together: what a trial takes in memory stays small.
  private static let together = 500

  init(
    _ experiment: Experiment, seed: UInt64, threads: Int, shouldStop: @escaping @Sendable () -> Bool
  ) {
    (self.experiment, self.seed, self.threads, self.shouldStop) = (experiment, seed, threads, shouldStop)
  }

  /// Simulates what some strategies lack of the first trials.
  ///
  /// - Parameter look: called with what is counted of a strategy in those that it lacked.
  /// - Throws: `NumericsError.stopped` where it was stopped.
  mutating func extend(
    _ arms: [Int], to count: Int, look: (_ arm: Int, [Tally]) throws -> Void = { _, _ in }
  ) async throws {
    let sign = experiment.objective.lessIsBetter ? -1.0 : 1.0
    let behind = Dictionary(grouping: arms) { merits[$0, default: []].count }
    for known in behind.keys.sorted() where known < count {
      let group = behind[known] ?? []
      for (arm, tallies) in zip(group, try await tallies(of: group, known..<count)) {
        merits[arm, default: []] += TrialSeries(of: experiment.objective, in: tallies).values.map {
          $0.map { sign * $0 }
        }
        try look(arm, tallies)
      }
    }
  }

  /// Whether two strategies differ by less than a margin, with 95% confidence.
  func isNear(_ first: Int, _ second: Int, within margin: Double) throws -> Bool {
    guard let difference = try difference(first, second), let error = difference.mcse else { return false }
    return abs(difference.mean) + 1.645 * error < margin
  }

  /// The merit of one strategy less another's; `nil` where no trial has both.
  ///
  /// - Parameter block: trials whose inputs are drawn together.
  func difference(_ first: Int, _ second: Int, trialsOfABlock block: Int = 1) throws -> MonteCarloMean? {
    try MonteCarloMean(
      zip(merits[first] ?? [], merits[second] ?? []).map { own, other in
        own.flatMap { own in other.map { own - $0 } }
      }, trialsOfABlock: block)
  }

  /// By strategy and trial, what is counted in the first scenario.
  func tallies(of arms: [Int], _ trials: Range<Int>, installs: Int? = nil) async throws -> [[Tally]] {
    var found: [[Tally]] = []
    for first in stride(from: 0, to: arms.count, by: Self.together) {
      let part = arms[first..<min(first + Self.together, arms.count)].map { experiment.arms[$0] }
      let some = experiment.changed {
        if let installs { $0.installs = installs }
        ($0.baseline, $0.arms) = (part[0].name, part)
      }
      let results = try await some.simulated(trials, seed: seed, threads: threads, shouldStop: shouldStop)
      guard results.count == trials.count else { throw NumericsError.stopped }
      found += part.indices.map { position in results.map { $0.tally(arm: position) } }
    }
    return found
  }
}
