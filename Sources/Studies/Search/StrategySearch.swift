public import ExperimentDesign
import GSLNumerics
public import Inference
import Simulation

/// A search among the arms of an experiment for the best by its objective, in its first scenario.
///
/// All strategies meet the same people and inputs in a trial, so their differences alone are noisy. Each trial draws
/// its inputs anew (not spread over blocks), because the promise of `Elimination` is about independent trials.
public struct StrategySearch: Sendable {
  /// What is searched, with inputs drawn for each trial apart and everybody living under every arm.
  let experiment: Experiment
  let seed: UInt64
  let threads: Int
  /// What may be lost by the choice; `nil` for the objective's own.
  let margin: Double?
  /// The probability with which no more is lost.
  let guarantee: Double
  /// The most trials.
  let mostTrials: Int
  /// Limits beyond which a strategy is not chosen.
  let guardrails: [GuardrailLimit]
  /// Whether strategies that Apple's rules forbid may be chosen.
  let includesForbidden: Bool

  /// Installs of a trial: enough that the noise of people is small beside what the uncertain inputs do.
  public static let standardInstalls = 500
  /// The most trials where nobody says.
  public static let standardMostTrials = 50_000
  /// Trials, and installs of each, in which strategies must be alike to the last integer to count as one.
  private static let likeness = (trials: 8, installs: 2_000)

  /// - Parameters:
  ///   - experiment: its arms are what is searched.
  ///   - installs: people of a trial.
  /// - Throws: `ExperimentFault` for sizes that no experiment can have.
  public init(
    _ experiment: Experiment, seed: UInt64, threads: Int, margin: Double?, guarantee: Double,
    mostTrials: Int = standardMostTrials, installs: Int = standardInstalls, guardrails: [GuardrailLimit] = [],
    includesForbidden: Bool = false
  ) throws(ExperimentFault) {
    self.experiment = try experiment.replacing(
      trials: mostTrials, installs: installs, design: .paired, sampling: .independent)
    self.seed = seed
    self.threads = threads
    self.margin = margin
    self.guarantee = guarantee
    self.mostTrials = mostTrials
    self.guardrails = guardrails
    self.includesForbidden = includesForbidden
  }

  /// Searches until the promise holds, the trials are spent, or nobody waits any more.
  ///
  /// - Parameters:
  ///   - shouldStop: asked before every piece of work; what is found so far is the result.
  ///   - onRound: called after every round, with the number of strategies that are left.
  /// - Returns: what was found; without a winner where no strategy may be chosen, or before the first round.
  /// - Throws: `OverlongLife`, `NumericsError`, `ExperimentFault`.
  public func run(
    shouldStop: @escaping @Sendable () -> Bool = { false },
    onRound: (Elimination.Round, _ left: Int) -> Void = { _, _ in }
  ) async throws -> StrategySearchResult {
    let all = Array(experiment.arms.indices)
    var result = StrategySearchResult(
      forbidden: all.filter { !includesForbidden && !experiment.arms[$0].isAllowedByApple })
    result.classes = try await alike(all.filter { !result.forbidden.contains($0) }, shouldStop)
    let chosen = try await eligible(result.classes.map { $0[0] }, shouldStop)
    result.beyondGuardrails = chosen.beyond
    result.withoutValue = chosen.unknown
    let arms = chosen.eligible
    guard !arms.isEmpty, !shouldStop() else { return result }
    var state = try Elimination(options: arms.count, guarantee: guarantee)
    var simulated = 0
    while true {
      let upper = min(max(state.nextRound, simulated + 1), mostTrials)
      let living = state.alive.map { arms[$0] }
      let trials = try await tallies(of: living, in: experiment, simulated..<upper, shouldStop)
      guard trials.count == upper - simulated else { break }
      simulated = upper
      result.strategyTrials += trials.count * living.count
      for trial in trials {
        // A trial in which one of them has no value counts for none.
        let values = trial.compactMap(merit)
        if values.count == living.count { state.add(values) }
      }
      guard state.trials >= 2 else { break }
      let means = state.means
      let round = try state.look()
      result.note(round, arms: arms, living: living, means: means)
      onRound(round, state.alive.count)
      let level = means.max() ?? 0
      let enough = margin ?? experiment.objective.defaultMargin(level: level)
      result.margin = enough
      if round.largestLead <= enough || state.alive.count == 1 || upper >= mostTrials || shouldStop() {
        break
      }
    }
    result.trials = simulated
    return result
  }

  /// The objective of an arm, more being better.
  private func merit(_ tally: Tally) -> Double? {
    let value = TrialSeries(of: experiment.objective, in: [tally]).values[0]
    return experiment.objective.lessIsBetter ? value.map { -$0 } : value
  }

  /// By trial and arm, what the first scenario counts; fewer trials where nobody waits any more.
  private func tallies(
    of arms: [Int], in experiment: Experiment, _ trials: Range<Int>,
    _ shouldStop: @escaping @Sendable () -> Bool
  ) async throws -> [[Tally]] {
    let collected = Collected()
    let part = try experiment.replacing(
      baseline: experiment.arms[arms[0]].name, arms: arms.map { experiment.arms[$0] })
    try await Simulator(experiment: part, seed: seed).run(
      trials: trials, threads: threads, shouldStop: shouldStop
    ) { collected.add($0) }
    return collected.all.map { $0.wholes[ScenarioIndex(0)] }
  }

  /// The arms in classes of those that live exactly alike, each in the order of the file.
  private func alike(
    _ arms: [Int], _ shouldStop: @escaping @Sendable () -> Bool
  ) async throws -> [[Int]] {
    guard !arms.isEmpty else { return [] }
    let sized = try experiment.replacing(installs: Self.likeness.installs)
    let trials = try await tallies(of: arms, in: sized, 0..<Self.likeness.trials, shouldStop)
    var classes: [[Int]] = []
    var places: [[Tally]: Int] = [:]
    for (position, arm) in arms.enumerated() {
      let lived = trials.map { $0[position] }
      if let place = places[lived] {
        classes[place].append(arm)
      } else {
        places[lived] = classes.count
        classes.append([arm])
      }
    }
    return classes
  }

  /// The arms that may be chosen: with a value of the objective, and not shown to be beyond a guardrail.
  ///
  /// A guardrail is judged by the mean of as many trials as the first round has, and three Monte Carlo errors.
  private func eligible(
    _ arms: [Int], _ shouldStop: @escaping @Sendable () -> Bool
  ) async throws -> (eligible: [Int], beyond: [Int], unknown: [Int]) {
    guard !arms.isEmpty else { return ([], [], []) }
    let trials = try await tallies(of: arms, in: experiment, 0..<Elimination.firstRound, shouldStop)
    var found = (eligible: [Int](), beyond: [Int](), unknown: [Int]())
    for (position, arm) in arms.enumerated() {
      let lived = trials.map { $0[position] }
      if lived.contains(where: { merit($0) == nil }) {
        found.unknown.append(arm)
      } else if guardrails.contains(where: { isBeyond($0, lived) }) {
        found.beyond.append(arm)
      } else {
        found.eligible.append(arm)
      }
    }
    return found
  }

  private func isBeyond(_ guardrail: GuardrailLimit, _ lived: [Tally]) -> Bool {
    let values = lived.compactMap { guardrail.metric.score(in: $0) }
    guard values.count > 1 else { return false }
    let count = Double(values.count)
    let mean = values.reduce(0, +) / count
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let error = (squares / (count - 1) / count).squareRoot()
    return guardrail.isBroken(by: guardrail.metric.isLoss ? mean - 3 * error : mean + 3 * error)
  }
}
