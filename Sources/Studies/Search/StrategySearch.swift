package import ExperimentDesign
import GSLNumerics
package import Inference
import Simulation

/// A search among the arms of an experiment for the best by its objective.
///
/// All strategies meet the same people and inputs in a trial, whichever of them are simulated together, so their
/// differences alone are noisy, and those that are needed longer get further trials while what was found stays. Each trial
/// draws its inputs anew (not spread over blocks), because the promise of `Elimination` is about independent trials.
public struct StrategySearch: Sendable {
  private let experiment: Experiment
  private let seed: UInt64
  private let threads: Int
  /// The most trials.
  package var mostTrials = 50_000
  /// Installs of a trial.
  package var installs = StrategySearch.standardInstalls
  /// Limits beyond which a strategy is not chosen.
  package var guardrails: [GuardrailLimit] = []
  /// Errors of the platform checks by the positions of the arms that they stand against, of which none is recommended.
  package var errors: [Int: [String]] = [:]
  /// Asked before every piece of work, which throws `NumericsError.stopped` where it says so.
  package var shouldStop: @Sendable () -> Bool = { false }
  /// By strategy its objective in every trial so far, more being better; `nil` where a trial has none.
  private var merits: [Int: [Double?]] = [:]
  private var report: SearchReport

  /// Installs of a trial: enough that the noise of people is small beside what the uncertain inputs do to shares.
  package static let standardInstalls = 500

  /// The search among an experiment's options.
  package init(_ experiment: Experiment, seed: UInt64, threads: Int) {
    (self.experiment, self.seed, self.threads) = (experiment, seed, threads)
    report = SearchReport(
      experiment: experiment.name, question: experiment.question, seed: seed,
      objective: experiment.objective,
      strategies: experiment.arms.map { SearchReport.Strategy(strategy: $0.name, standing: .stayed) })
  }

  /// Searches until the promise holds or the trials are spent.
  ///
  /// - Parameter onRound: called after every round, with the number of strategies that are left.
  /// - Returns: what was found; without a winner where no strategy may be chosen.
  package mutating func run(
    onRound: (Elimination.Round, _ left: Int) -> Void = { _, _ in }
  ) async throws -> SearchReport {
    let arms = try await eligible(unlike(allowed()))
    if !arms.isEmpty { try await eliminate(arms, onRound) }
    try fold()
    return report
  }

  private var sign: Double { experiment.objective.lessIsBetter ? -1 : 1 }

  // MARK: - Trials

  /// By strategy and trial, what is counted in the first scenario.
  private func tallies(of arms: [Int], _ trials: Range<Int>, installs: Int) async throws -> [[Tally]] {
    guard !arms.isEmpty else { return [] }
    let some = experiment.changed {
      ($0.trials, $0.installs, $0.sampling) = (trials.upperBound, installs, .independent)
      $0.arms = arms.map { experiment.arms[$0] }
      $0.baseline = $0.arms[0].name
    }
    let simulator = Simulator(experiment: some, seed: seed)
    let results = try concurrently(trials.count, threads: threads) { [shouldStop] place in
      if shouldStop() { throw NumericsError.stopped }
      let result = simulator.trial(trials.lowerBound + place)
      return arms.indices.map { result.tally(arm: $0) }
    }
    return arms.indices.map { position in results.map { $0[position] } }
  }

  /// Simulates what some strategies, which have as many trials as one another, lack of the first trials.
  ///
  /// - Returns: by strategy what is counted in those that it lacked.
  @discardableResult
  private mutating func extend(_ arms: [Int], to count: Int) async throws -> [[Tally]] {
    let known = arms.first.flatMap { merits[$0]?.count } ?? 0
    guard known < count else { return [] }
    let lives = try await tallies(of: arms, known..<count, installs: installs)
    for (arm, tallies) in zip(arms, lives) {
      merits[arm, default: []] += TrialSeries(of: experiment.objective, in: tallies).values.map {
        $0.map { sign * $0 }
      }
    }
    return lives
  }

  /// Of some strategies, which have as many trials as one another, the objective in the trials in which all have one.
  private func complete(_ arms: [Int]) -> [[Double]] {
    let all = arms.map { merits[$0] ?? [] }
    let trials = all[0].indices.filter { trial in all.allSatisfy { $0[trial] != nil } }
    return all.map { own in trials.compactMap { own[$0] } }
  }

  /// Whether two strategies differ by less than a tenth of the margin, with 95% confidence.
  private func isNear(_ first: Int, _ second: Int, _ margin: Double) throws -> Bool {
    // One that was dropped has fewer trials.
    let differences = zip(merits[first] ?? [], merits[second] ?? []).map { own, other in
      own.flatMap { own in other.map { own - $0 } }
    }
    guard let difference = try MonteCarloMean(differences), let error = difference.mcse else { return false }
    return abs(difference.mean) + 1.645 * error < margin / 10
  }

  // MARK: - Who takes part

  /// The arms that neither Apple's rules nor errors of the checks stand against.
  private mutating func allowed() -> [Int] {
    for (position, arm) in experiment.arms.enumerated() {
      let reasons = arm.isAllowedByApple ? errors[position] : arm.findings
      guard let reasons else { continue }
      report.strategies[position].standing = arm.isAllowedByApple ? .blocked : .notAllowed
      report.strategies[position].reason = reasons.joined(separator: "; ")
    }
    return report.strategies.indices.filter { report.strategies[$0].standing == .stayed }
  }

  /// The first arms of each class of those that live exactly alike, to the last integer in a few trials, which stand for the
  /// class.
  private mutating func unlike(_ arms: [Int]) async throws -> [Int] {
    let lives = try await tallies(of: arms, 0..<8, installs: 2_000)
    var first: [[Tally]: Int] = [:]
    for (arm, lived) in zip(arms, lives) {
      guard let known = first.updateValue(first[lived] ?? arm, forKey: lived) else { continue }
      report.strategies[arm].standing = .alike
      report.strategies[arm].alike = report.strategies[known].strategy
    }
    return first.values.sorted()
  }

  /// The arms that may be chosen: with a value of the objective, and not shown to be beyond a guardrail.
  ///
  /// A guardrail is judged by as many trials as the first round has, and fails as it does in an answer, by three Monte
  /// Carlo errors of the chance that it holds.
  private mutating func eligible(_ arms: [Int]) async throws -> [Int] {
    let parametersVary = !experiment.uncertain.isEmpty
    for (arm, tallies) in zip(arms, try await extend(arms, to: Elimination.firstRound)) {
      let fails = try guardrails.contains { guardrail in
        let series = TrialSeries(of: guardrail.metric, in: tallies)
        return try GuardrailReading(guardrail, series, parametersVary: parametersVary).chanceHolds.map {
          GuardrailReading.State(chance: $0.value + 3 * $0.mcse) == .fails
        } ?? false
      }
      if fails { report.strategies[arm].standing = .beyondGuardrail }
      if merits[arm, default: []].contains(nil) { report.strategies[arm].standing = .withoutValue }
    }
    return arms.filter { report.strategies[$0].standing == .stayed }
  }

  // MARK: - Choosing

  private mutating func eliminate(
    _ arms: [Int], _ onRound: (Elimination.Round, _ left: Int) -> Void
  ) async throws {
    var state = try Elimination(options: arms.count, guarantee: report.guarantee)
    var done = 0
    while true {
      done = min(max(state.nextRound, done + 1), mostTrials)
      let living = state.alive.map { arms[$0] }
      try await extend(living, to: done)
      let merits = complete(living)
      guard merits[0].count >= 2 else { break }
      let round = state.look(at: merits)
      var most = -Double.infinity
      for (arm, values) in zip(living, merits) {
        guard let mean = try MonteCarloMean(values.map(Optional.some)) else { continue }
        most = max(most, mean.mean)
        (report.strategies[arm].mean, report.strategies[arm].mcse) = (sign * mean.mean, mean.mcse)
        report.strategies[arm].trials = done
      }
      for option in round.dropped {
        report.strategies[arms[option]].standing = .left
        report.strategies[arms[option]].leftAfterTrials = done
      }
      onRound(round, state.alive.count)
      let enough = experiment.objective.defaultMargin(level: most)
      report.margin = enough
      if round.largestLead <= enough || state.alive.count == 1 || done >= mostTrials { break }
    }
    guard let last = state.rounds.last, let margin = report.margin else { return }
    let merits = complete(state.alive.map { arms[$0] })
    // Of those nearly as good as the leader the first in the file, if as much is promised of it: between 0 and 3 seconds of
    // delay that make no difference, chance would name one.
    let choice = try state.alive.first { option in
      guard option != last.leader else { return true }
      let lead = state.largestLead(over: option, merits) ?? .infinity
      return try lead <= max(margin, last.largestLead) && isNear(arms[option], arms[last.leader], margin)
    }
    guard let choice else { return }
    report.strategies[arms[choice]].standing = .winner
    report.winner = report.strategies[arms[choice]].strategy
    report.guaranteedMargin = state.largestLead(over: choice, merits)
  }

  /// Finds which strategy stands for others nearly as good: the one that is named, else the first of them in the file.
  private mutating func fold() throws {
    guard let margin = report.margin else { return }
    var groups: [[Int]] = []
    for arm in report.ranked {
      if let group = try groups.firstIndex(where: { try isNear($0[0], arm, margin) }) {
        groups[group].append(arm)
      } else {
        groups.append([arm])
      }
    }
    for group in groups {
      let first = group.first { report.strategies[$0].standing == .winner } ?? group.min() ?? group[0]
      for arm in group where arm != first { report.strategies[arm].near = report.strategies[first].strategy }
    }
  }
}
