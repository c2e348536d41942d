import ExperimentDesign
import Inference
import Simulation

/// What the trials of a search found of each strategy, each simulated once.
///
/// All strategies meet the same people and inputs in a trial, whichever of them are simulated together. So those that are
/// needed longer get further trials, and what was found stays.
struct StrategyTrials {
  /// What is searched, at the size of the search.
  private let experiment: Experiment
  private let guardrails: [GuardrailLimit]
  private let seed: UInt64
  private let threads: Int
  private var found: [Int: Found] = [:]

  /// Strategies that are simulated together: what a trial takes in memory stays small.
  private static let together = 500

  /// What is known of one strategy, by trial; `nil` where a trial has no value.
  private struct Found {
    /// The objective, more being better.
    var merits: [Double?] = []
    /// The metric of each guardrail, and the noise in it.
    var guarded: [(values: [Double?], noise: [Double?])]
  }

  init(_ experiment: Experiment, guardrails: [GuardrailLimit], seed: UInt64, threads: Int) {
    self.experiment = experiment
    self.guardrails = guardrails
    self.seed = seed
    self.threads = threads
  }

  /// Simulates what some strategies lack of the first trials.
  ///
  /// - Returns: whether all have them: `false` where it was stopped.
  mutating func extend(
    _ arms: [Int], to count: Int, _ shouldStop: @escaping @Sendable () -> Bool
  ) async throws -> Bool {
    let behind = Dictionary(grouping: arms) { merits(of: $0).count }
    for known in behind.keys.sorted() where known < count {
      let group = behind[known] ?? []
      guard let found = try await tallies(of: group, known..<count, shouldStop) else { return false }
      for (arm, tallies) in zip(group, found) { add(tallies, to: arm) }
    }
    return true
  }

  /// The objective of a strategy in every trial, more being better; `nil` where a trial has none.
  func merits(of arm: Int) -> [Double?] { found[arm]?.merits ?? [] }

  private mutating func add(_ tallies: [Tally], to arm: Int) {
    let sign = experiment.objective.lessIsBetter ? -1.0 : 1.0
    let merits = TrialSeries(of: experiment.objective, in: tallies).values.map { $0.map { sign * $0 } }
    var own = found[arm] ?? Found(guarded: guardrails.map { _ in ([], []) })
    own.merits += merits
    for (index, guardrail) in guardrails.enumerated() {
      own.guarded[index].values += tallies.map { guardrail.metric.score(in: $0) }
      own.guarded[index].noise += tallies.map { $0.noise?[guardrail.metric] }
    }
    found[arm] = own
  }

  /// Whether a guardrail fails as it does in an answer, by three Monte Carlo errors of the chance that it holds.
  func isBeyondGuardrail(_ arm: Int) throws -> Bool {
    let parametersVary = !UncertainParameters(of: experiment).parameters.isEmpty
    return try zip(guardrails, found[arm]?.guarded ?? []).contains { guardrail, trials in
      let chance = try GuardrailReading(
        guardrail, TrialSeries(trials.values, noise: trials.noise), parametersVary: parametersVary
      ).chance
      return chance.map { GuardrailReading.State(chance: $0.value + 3 * $0.mcse) == .fails } ?? false
    }
  }

  /// The Monte Carlo standard error of a strategy's mean over its first trials.
  func errorOfMean(_ arm: Int, over count: Int) throws -> Double? {
    try MonteCarloMean(merits(of: arm).prefix(count))?.mcse
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
      zip(merits(of: first), merits(of: second)).map { own, other in
        own.flatMap { own in other.map { own - $0 } }
      }, trialsOfABlock: block)
  }

  /// By strategy and trial, what is counted in the first scenario; `nil` where it was stopped.
  func tallies(
    of arms: [Int], _ trials: Range<Int>, installs: Int? = nil,
    _ shouldStop: @escaping @Sendable () -> Bool
  ) async throws -> [[Tally]]? {
    var found: [[Tally]] = []
    for first in stride(from: 0, to: arms.count, by: Self.together) {
      let part = arms[first..<min(first + Self.together, arms.count)].map { experiment.arms[$0] }
      let some = experiment.changed {
        if let installs { $0.installs = installs }
        ($0.baseline, $0.arms) = (part[0].name, part)
      }
      let collected = TrialCollector()
      try await Simulator(experiment: some, seed: seed).run(
        trials: trials, threads: threads, shouldStop: shouldStop
      ) { collected.add($0) }
      let results = collected.all
      guard results.count == trials.count else { return nil }
      found += part.indices.map { position in results.map { $0.tally(arm: position) } }
    }
    return found
  }
}
