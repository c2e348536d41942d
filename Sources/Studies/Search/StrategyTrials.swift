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

  /// Simulates what some strategies, which have as many trials as one another, lack of the first trials.
  ///
  /// - Parameter look: called with what is counted of a strategy in those that it lacked.
  /// - Throws: `NumericsError.stopped` where it was stopped.
  mutating func extend(
    _ arms: [Int], to count: Int, look: (_ arm: Int, [Tally]) throws -> Void = { _, _ in }
  ) async throws {
    let sign = experiment.objective.lessIsBetter ? -1.0 : 1.0
    let known = arms.first.flatMap { merits[$0]?.count } ?? 0
    guard known < count else { return }
    for (arm, tallies) in zip(arms, try await tallies(of: arms, known..<count)) {
      merits[arm, default: []] += TrialSeries(of: experiment.objective, in: tallies).values.map {
        $0.map { sign * $0 }
      }
      try look(arm, tallies)
    }
  }

  /// Of some strategies, which have as many trials as one another, the objective in the trials in which all have one.
  func complete(_ arms: [Int]) -> [[Double]] {
    let all = arms.map { merits[$0] ?? [] }
    let trials = all[0].indices.filter { trial in all.allSatisfy { $0[trial] != nil } }
    return all.map { own in trials.compactMap { own[$0] } }
  }

  /// Whether two strategies differ by less than a margin, with 95% confidence.
  func isNear(_ first: Int, _ second: Int, within margin: Double) throws -> Bool {
    let differences = zip(merits[first] ?? [], merits[second] ?? []).map { own, other in
      own.flatMap { own in other.map { own - $0 } }
    }
    guard let difference = try MonteCarloMean(differences), let error = difference.mcse else { return false }
    return abs(difference.mean) + 1.645 * error < margin
  }

  /// By strategy and trial, what is counted in the first scenario.
  func tallies(of arms: [Int], _ trials: Range<Int>, installs: Int? = nil) async throws -> [[Tally]] {
    guard !arms.isEmpty else { return [] }
    let some = experiment.changed {
      if let installs { $0.installs = installs }
      $0.arms = arms.map { experiment.arms[$0] }
      $0.baseline = $0.arms[0].name
    }
    let results = try await some.simulated(trials, seed: seed, threads: threads, shouldStop: shouldStop)
    guard results.count == trials.count else { throw NumericsError.stopped }
    return arms.indices.map { position in results.map { $0.tally(arm: position) } }
  }
}
