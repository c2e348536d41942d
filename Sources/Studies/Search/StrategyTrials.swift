import ExperimentDesign
import Inference
import Simulation

/// What the trials of a search found of each strategy, each simulated once.
///
/// All strategies meet the same people and inputs in a trial, whichever of them are simulated together. So those that are
/// needed longer get further trials, and what was found stays.
struct StrategyTrials {
  /// What is searched, at the size of the search.
  let experiment: Experiment
  /// What is kept beside the objective.
  let metrics: [Metric]
  /// Trials of each strategy, summed over the strategies.
  private(set) var strategyTrials = 0
  private let seed: UInt64
  private let threads: Int
  private var found: [Int: Found] = [:]

  /// Strategies that are simulated together: what a trial takes in memory stays small.
  private static let together = 500

  /// What is known of one strategy.
  private struct Found {
    /// The objective of every trial, more being better; not a number where a trial has none.
    var merits: [Double]
    var objective: SeriesLog
    /// In the order of ``StrategyTrials/metrics``.
    var metrics: [SeriesLog]
  }

  init(_ experiment: Experiment, metrics: [Metric], seed: UInt64, threads: Int) {
    self.experiment = experiment
    self.metrics = metrics
    self.seed = seed
    self.threads = threads
  }

  /// Simulates what some strategies lack of the first trials.
  ///
  /// - Returns: whether all have them: `false` where it was stopped.
  mutating func extend(
    _ arms: [Int], to count: Int, _ shouldStop: @escaping @Sendable () -> Bool
  ) async throws -> Bool {
    let behind = Dictionary(grouping: arms.filter { trials(of: $0) < count }, by: trials)
    for known in behind.keys.sorted() {
      let group = behind[known] ?? []
      for first in stride(from: 0, to: group.count, by: Self.together) {
        let part = Array(group[first..<min(first + Self.together, group.count)])
        guard let found = try await tallies(of: part, known..<count, shouldStop) else { return false }
        for (position, arm) in part.enumerated() { add(found.map { $0[position] }, to: arm) }
        strategyTrials += part.count * (count - known)
      }
    }
    return true
  }

  /// How many trials a strategy has.
  func trials(of arm: Int) -> Int { found[arm]?.merits.count ?? 0 }

  /// The objective of a strategy in every trial, more being better; not a number where a trial has none.
  func merits(of arm: Int) -> [Double] { found[arm]?.merits ?? [] }

  /// The objective of a strategy, as the file has it.
  func objective(of arm: Int) -> TrialSeries? { found[arm]?.objective.series }

  /// A metric of a strategy; `nil` where it is not kept.
  func series(of metric: Metric, arm: Int) -> TrialSeries? {
    metrics.firstIndex(of: metric).flatMap { found[arm]?.metrics[$0].series }
  }

  private mutating func add(_ tallies: [Tally], to arm: Int) {
    let sign = experiment.objective.lessIsBetter ? -1.0 : 1.0
    let log = SeriesLog(trialsOfABlock: 1)
    var own = found[arm] ?? Found(merits: [], objective: log, metrics: metrics.map { _ in log })
    let objective = TrialSeries(of: experiment.objective, in: tallies)
    own.merits += objective.values.map { $0.map { sign * $0 } ?? .nan }
    own.objective.append(objective)
    for (index, metric) in metrics.enumerated() {
      own.metrics[index].append(TrialSeries(of: metric, in: tallies))
    }
    found[arm] = own
  }

  /// By strategy, what is counted in some trials of another size; `nil` where it was stopped.
  func lives(
    of arms: [Int], trials: Int, installs: Int, _ shouldStop: @escaping @Sendable () -> Bool
  ) async throws -> [[Tally]]? {
    var lives: [[Tally]] = []
    for first in stride(from: 0, to: arms.count, by: Self.together) {
      let part = Array(arms[first..<min(first + Self.together, arms.count)])
      guard let found = try await tallies(of: part, 0..<trials, installs: installs, shouldStop) else {
        return nil
      }
      lives += part.indices.map { position in found.map { $0[position] } }
    }
    return lives
  }

  /// Whether a guardrail is broken by the mean of the trials so far and three Monte Carlo errors.
  func isBeyond(_ guardrail: GuardrailLimit, arm: Int) -> Bool {
    let values = (series(of: guardrail.metric, arm: arm)?.values ?? []).compactMap { $0 }
    guard let found = Self.mean(values) else { return false }
    let (mean, error) = (found.value, found.mcse)
    return guardrail.isBroken(by: guardrail.metric.isLoss ? mean - 3 * error : mean + 3 * error)
  }

  /// By trial and strategy, what is counted in the first scenario; `nil` where it was stopped.
  private func tallies(
    of arms: [Int], _ trials: Range<Int>, installs: Int? = nil,
    _ shouldStop: @escaping @Sendable () -> Bool
  ) async throws -> [[Tally]]? {
    let collected = TrialCollector()
    let part = experiment.changed {
      if let installs { $0.installs = installs }
      $0.arms = arms.map { experiment.arms[$0] }
      $0.baseline = experiment.arms[arms[0]].name
    }
    try await Simulator(experiment: part, seed: seed).run(
      trials: trials, threads: threads, shouldStop: shouldStop
    ) { collected.add($0) }
    let results = collected.all
    guard results.count == trials.count else { return nil }
    return results.map { $0.wholes[ScenarioIndex(0)] }
  }
}
