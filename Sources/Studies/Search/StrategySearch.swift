public import ExperimentDesign
public import Inference

/// A search among the arms of an experiment for the best by its objective.
///
/// All strategies meet the same people and inputs in a trial, so their differences alone are noisy. Each trial draws
/// its inputs anew (not spread over blocks), because the promise of `Elimination` is about independent trials.
public struct StrategySearch: Sendable {
  private let experiment: Experiment
  private let seed: UInt64
  private let threads: Int
  /// What may be lost by the choice; `nil` for the objective's own.
  public var margin: Double?
  /// The most trials.
  public var mostTrials = 50_000
  /// Installs of a trial.
  public var installs = StrategySearch.standardInstalls
  /// Limits beyond which a strategy is not chosen.
  public var guardrails: [GuardrailLimit] = []
  /// Errors of the platform checks by the positions of the arms that they stand against, of which none is recommended.
  public var errors: [Int: [String]] = [:]

  /// The probability with which no more than the margin is lost.
  private static let guarantee = 0.95
  /// Installs of a trial: enough that the noise of people is small beside what the uncertain inputs do to shares.
  public static let standardInstalls = 500
  /// The seed of the answer's own run: its trials are others than those that choose.
  public static func finalSeed(_ seed: UInt64) -> UInt64 { seed &+ 1 }
  /// Trials, and installs of each, in which strategies must be alike to the last integer to count as one.
  private static let likeness = (trials: 8, installs: 2_000)

  /// The search among an experiment's options.
  public init(_ experiment: Experiment, seed: UInt64, threads: Int) {
    (self.experiment, self.seed, self.threads) = (experiment, seed, threads)
  }

  /// Searches until the promise holds or the trials are spent.
  ///
  /// - Parameters:
  ///   - shouldStop: asked before every piece of work.
  ///   - onRound: called after every round, with the number of strategies that are left.
  /// - Returns: what was found; without a winner where no strategy may be chosen.
  /// - Throws: `NumericsError.stopped` where `shouldStop` says so.
  public func run(
    shouldStop: @escaping @Sendable () -> Bool = { false },
    onRound: (Elimination.Round, _ left: Int) -> Void = { _, _ in }
  ) async throws -> SearchReport {
    var report = SearchReport(
      experiment: experiment.name, question: experiment.question, seed: seed,
      objective: experiment.objective, guarantee: Self.guarantee,
      strategies: experiment.arms.map { SearchReport.Strategy(strategy: $0.name, standing: .stayed) })
    let searched = experiment.changed {
      ($0.trials, $0.installs, $0.sampling) = (mostTrials, installs, .independent)
    }
    var trials = StrategyTrials(experiment: searched, seed: seed, threads: threads, shouldStop: shouldStop)
    let classes = try await alike(allowed(&report), trials, &report)
    let arms = try await eligible(classes, &trials, &report)
    if !arms.isEmpty { try await eliminate(arms, &trials, &report, onRound) }
    try fold(trials, &report)
    return report
  }

  // MARK: - Who takes part

  /// The arms that neither Apple's rules nor errors of the checks stand against.
  private func allowed(_ report: inout SearchReport) -> [Int] {
    experiment.arms.indices.filter { position in
      let arm = experiment.arms[position]
      guard !arm.isAllowedByApple || errors[position] != nil else { return true }
      let reasons = arm.isAllowedByApple ? errors[position] ?? [] : arm.findings
      report.strategies[position].standing = arm.isAllowedByApple ? .blocked : .notAllowed
      report.strategies[position].reason = reasons.joined(separator: "; ")
      return false
    }
  }

  /// The first arms of each class of those that live exactly alike, which stand for the class.
  private func alike(
    _ arms: [Int], _ trials: StrategyTrials, _ report: inout SearchReport
  ) async throws -> [Int] {
    let lives = try await trials.tallies(
      of: arms, 0..<Self.likeness.trials, installs: Self.likeness.installs)
    var first: [[Tally]: Int] = [:]
    return zip(arms, lives).filter { arm, lived in
      guard let known = first[lived] else {
        first[lived] = arm
        return true
      }
      report.strategies[arm].standing = .alike
      report.strategies[arm].alike = report.strategies[known].strategy
      return false
    }.map(\.0)
  }

  /// The arms that may be chosen: with a value of the objective, and not shown to be beyond a guardrail.
  ///
  /// A guardrail is judged by as many trials as the first round has, and fails as it does in an answer, by three Monte
  /// Carlo errors of the chance that it holds.
  private func eligible(
    _ arms: [Int], _ trials: inout StrategyTrials, _ report: inout SearchReport
  ) async throws -> [Int] {
    let parametersVary = !experiment.uncertain.isEmpty
    var beyond: Set<Int> = []
    try await trials.extend(arms, to: Elimination.firstRound) { arm, tallies in
      for guardrail in guardrails {
        let series = TrialSeries(of: guardrail.metric, in: tallies)
        let chance = try GuardrailReading(guardrail, series, parametersVary: parametersVary).chanceHolds
        guard let chance, GuardrailReading.State(chance: chance.value + 3 * chance.mcse) == .fails else {
          continue
        }
        beyond.insert(arm)
      }
    }
    return arms.filter { arm in
      let hasValue = !trials.merits[arm, default: []].contains(nil)
      if hasValue, !beyond.contains(arm) { return true }
      report.strategies[arm].standing = hasValue ? .beyondGuardrail : .withoutValue
      return false
    }
  }

  // MARK: - Choosing

  private func eliminate(
    _ arms: [Int], _ trials: inout StrategyTrials, _ report: inout SearchReport,
    _ onRound: (Elimination.Round, _ left: Int) -> Void
  ) async throws {
    let sign = experiment.objective.lessIsBetter ? -1.0 : 1.0
    var state = try Elimination(options: arms.count, guarantee: Self.guarantee)
    var done = 0
    while true {
      done = min(max(state.nextRound, done + 1), mostTrials)
      let living = state.alive.map { arms[$0] }
      try await trials.extend(living, to: done)
      let merits = trials.complete(living)
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
      let enough = margin ?? experiment.objective.defaultMargin(level: most)
      report.margin = enough
      if round.largestLead <= enough || state.alive.count == 1 || done >= mostTrials { break }
    }
    guard let last = state.rounds.last, let margin = report.margin else { return }
    let merits = trials.complete(state.alive.map { arms[$0] })
    // Of those nearly as good as the leader the first in the file, if as much is promised of it: between 0 and 3 seconds of
    // delay that make no difference, chance would name one.
    let choice = try state.alive.first { option in
      guard option != last.leader else { return true }
      let lead = state.largestLead(over: option, merits) ?? .infinity
      return try lead <= max(margin, last.largestLead)
        && trials.isNear(arms[option], arms[last.leader], within: margin / 10)
    }
    guard let choice else { return }
    report.strategies[arms[choice]].standing = .winner
    report.winner = report.strategies[arms[choice]].strategy
    report.guaranteedMargin = state.largestLead(over: choice, merits)
  }

  /// Finds which strategy stands for others nearly as good: the one that is named, else the first of them in the file.
  private func fold(_ trials: StrategyTrials, _ report: inout SearchReport) throws {
    guard let margin = report.margin else { return }
    var groups: [[Int]] = []
    for arm in report.ranked {
      if let group = try groups.firstIndex(where: { try trials.isNear($0[0], arm, within: margin / 10) }) {
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

  /// What it does to change one key of the strategy that was named, in the first scenario and in trials that did not choose
  /// it.
  ///
  /// - Parameter neighbours: strategies that differ from it in one key, with its value and theirs.
  /// - Throws: `NumericsError.stopped` where `shouldStop` says so.
  public func steps(
    to neighbours: [(key: String, from: String, to: String, strategy: String)], from report: SearchReport,
    shouldStop: @escaping @Sendable () -> Bool
  ) async throws -> [SearchReport.Step] {
    guard let winner = report.winner else { return [] }
    let alike = Set(report.strategies.filter { $0.alike == winner }.map(\.strategy))
    let others = neighbours.map(\.strategy).filter { !alike.contains($0) }
    let arms = ([winner] + others).compactMap { name in experiment.arms.first { $0.name == name } }
    let part = experiment.changed {
      ($0.trials, $0.installs) = (1_000, 2_000)
      ($0.baseline, $0.arms) = (winner, arms)
    }
    let trials = StrategyTrials(
      experiment: part, seed: Self.finalSeed(seed), threads: threads, shouldStop: shouldStop)
    let lives = arms.count > 1 ? try await trials.tallies(of: Array(arms.indices), 0..<part.trials) : []
    let series = lives.map { TrialSeries(of: part.objective, in: $0) }
    let block = part.uncertain.isEmpty ? 1 : part.sampling.trialsOfABlock
    return try neighbours.map { step in
      let isAlike = alike.contains(step.strategy)
      let change = try arms.firstIndex { $0.name == step.strategy }.flatMap {
        try MonteCarloMean(series[$0].difference(from: series[0]).values, trialsOfABlock: block)
      }
      return SearchReport.Step(
        key: step.key, from: step.from, to: step.to, strategy: step.strategy,
        difference: isAlike ? 0 : change?.mean, mcse: isAlike ? 0 : change?.mcse, isAlike: isAlike)
    }
  }
}
