public import ExperimentDesign
public import Inference

/// A search among the arms of an experiment for the best by its objective.
///
/// All strategies meet the same people and inputs in a trial, so their differences alone are noisy. Each trial draws
/// its inputs anew (not spread over blocks), because the promise of `Elimination` is about independent trials.
public struct StrategySearch: Sendable {
  /// What is asked of a search beside what is searched.
  public struct Request: Sendable {
    /// What may be lost by the choice; `nil` for the objective's own.
    public var margin: Double?
    /// The probability with which no more is lost.
    public var guarantee = 0.95
    /// The most trials.
    public var mostTrials = StrategySearch.standardMostTrials
    /// Installs of a trial.
    public var installs = StrategySearch.standardInstalls
    /// Limits beyond which a strategy is not chosen.
    public var guardrails: [GuardrailLimit] = []
    /// Errors of the platform checks by the positions of the arms that they stand against, of which none is recommended.
    public var errors: [Int: [String]] = [:]

    /// Nothing but the best is asked for.
    public init() {}
  }

  /// What is searched, with inputs drawn for each trial apart and everybody living under every arm.
  let experiment: Experiment
  let seed: UInt64
  let threads: Int
  let request: Request
  /// Installs of a trial: enough that the noise of people is small beside what the uncertain inputs do to shares.
  public static let standardInstalls = 500
  /// The most trials where nobody says.
  public static let standardMostTrials = 50_000
  /// Trials of the answer's own run.
  public static let finalTrials = 4_000
  /// Installs of each of them.
  public static let finalInstalls = 2_000
  /// The seed of the answer's own run: its trials are others than those that choose.
  public static func finalSeed(_ seed: UInt64) -> UInt64 { seed &+ 1 }
  /// Trials, and installs of each, in which strategies must be alike to the last integer to count as one.
  private static let likeness = (trials: 8, installs: 2_000)

  /// The search among an experiment's options, in trials of the size that is requested.
  public init(
    _ experiment: Experiment, seed: UInt64, threads: Int, _ request: Request = Request()
  ) {
    self.experiment = experiment.changed {
      $0.trials = request.mostTrials
      $0.installs = request.installs
      $0.sampling = .independent
    }
    self.seed = seed
    self.threads = threads
    self.request = request
  }

  /// Searches until the promise holds, the trials are spent, or nobody waits any more.
  ///
  /// - Parameters:
  ///   - shouldStop: asked before every piece of work; what is found so far is the result.
  ///   - onRound: called after every round, with the number of strategies that are left.
  /// - Returns: what was found; without a winner where no strategy may be chosen, or before the first round.
  public func run(
    shouldStop: @escaping @Sendable () -> Bool = { false },
    onRound: (Elimination.Round, _ left: Int) -> Void = { _, _ in }
  ) async throws -> SearchReport {
    var found = Found()
    for (position, arm) in experiment.arms.enumerated() {
      if !arm.isAllowedByApple {
        found.leftOut[position] = .notAllowed
      } else if request.errors[position] != nil {
        found.leftOut[position] = .blocked
      }
    }
    var trials = StrategyTrials(experiment, guardrails: request.guardrails, seed: seed, threads: threads)
    let allowed = experiment.arms.indices.filter { found.leftOut[$0] == nil }
    found.classes = try await alike(allowed, trials, shouldStop)
    let arms = try await eligible(&found, &trials, shouldStop)
    if !arms.isEmpty, !shouldStop() { try await eliminate(arms, &found, &trials, shouldStop, onRound) }
    return report(found, twins: try twins(found, trials))
  }

  // MARK: - Who takes part

  /// The arms in classes of those that live exactly alike, each in the order of the file.
  private func alike(
    _ arms: [Int], _ trials: StrategyTrials, _ shouldStop: @escaping @Sendable () -> Bool
  ) async throws -> [[Int]] {
    let lives = try await trials.tallies(
      of: arms, 0..<Self.likeness.trials, installs: Self.likeness.installs, shouldStop)
    var classes: [[Int]] = []
    var places: [[Tally]: Int] = [:]
    for (arm, lived) in zip(arms, lives ?? []) {
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
  /// A guardrail is judged by as many trials as the first round has.
  private func eligible(
    _ found: inout Found, _ trials: inout StrategyTrials, _ shouldStop: @escaping @Sendable () -> Bool
  ) async throws -> [Int] {
    let arms = found.classes.map { $0[0] }
    guard try await trials.extend(arms, to: Elimination.firstRound, shouldStop) else { return [] }
    var eligible: [Int] = []
    for arm in arms {
      if trials.merits(of: arm).contains(nil) {
        found.leftOut[arm] = .withoutValue
      } else if try trials.isBeyondGuardrail(arm) {
        found.leftOut[arm] = .beyondGuardrail
      } else {
        eligible.append(arm)
      }
    }
    return eligible
  }

  // MARK: - Choosing

  /// What a search has found so far, arms by their positions.
  struct Found {
    /// Why arms may not be chosen.
    var leftOut: [Int: SearchReport.Standing] = [:]
    /// Arms that live exactly alike, each class in the order of the file; its first stands for it.
    var classes: [[Int]] = []
    /// By arm, the mean when it was looked at last, more being better, and its Monte Carlo error.
    var means: [Int: Double] = [:]
    var errors: [Int: Double] = [:]
    /// Trials after which arms were dropped.
    var left: [Int: Int] = [:]
    /// The arm that is named, and the most by which another may lead it.
    var choice: (arm: Int, largestLead: Double)?
    var margin: Double?
    var trials = 0
  }

  private func eliminate(
    _ arms: [Int], _ found: inout Found, _ trials: inout StrategyTrials,
    _ shouldStop: @escaping @Sendable () -> Bool, _ onRound: (Elimination.Round, _ left: Int) -> Void
  ) async throws {
    let most = request.mostTrials
    var state = try Elimination(options: arms.count, guarantee: request.guarantee)
    while true {
      let upper = min(max(state.nextRound, found.trials + 1), most)
      let living = state.alive.map { arms[$0] }
      guard try await trials.extend(living, to: upper, shouldStop) else { break }
      let merits = living.map { trials.merits(of: $0) }
      for trial in found.trials..<upper {
        // A trial in which one of them has no value counts for none.
        let values = merits.compactMap { $0[trial] }
        if values.count == living.count { state.add(values) }
      }
      found.trials = upper
      guard state.trials >= 2 else { break }
      let means = state.means
      let round = state.look()
      for (arm, mean) in zip(living, means) {
        found.means[arm] = mean
        found.errors[arm] = try trials.errorOfMean(arm, over: upper)
      }
      for option in round.dropped { found.left[arms[option]] = upper }
      onRound(round, state.alive.count)
      let enough = request.margin ?? experiment.objective.defaultMargin(level: means.max() ?? 0)
      found.margin = enough
      if round.largestLead <= enough || state.alive.count == 1 || upper >= most || shouldStop() { break }
    }
    guard let last = state.rounds.last, let margin = found.margin else { return }
    let leader = arms[last.leader]
    found.choice = (leader, last.largestLead)
    // Of those nearly as good as the leader the first in the file, if as much is promised of it: between 0 and 3 seconds of
    // delay that make no difference, chance would name one.
    for option in state.alive where arms[option] < leader {
      if let lead = state.largestLead(over: option), lead <= max(margin, last.largestLead),
        try trials.isNear(arms[option], leader, within: margin / 10)
      {
        found.choice = (arms[option], lead)
        return
      }
    }
  }

  /// Arms that are nearly as good as another, by that one: the strategy that is named, else the first of them in the file.
  private func twins(_ found: Found, _ trials: StrategyTrials) throws -> [Int: [Int]] {
    guard let margin = found.margin else { return [:] }
    var groups: [[Int]] = []
    for arm in found.means.keys.sorted().sorted(by: { found.means[$0] ?? 0 > found.means[$1] ?? 0 }) {
      if let group = try groups.firstIndex(where: { try trials.isNear($0[0], arm, within: margin / 10) }) {
        groups[group].append(arm)
      } else {
        groups.append([arm])
      }
    }
    var twins: [Int: [Int]] = [:]
    for group in groups where group.count > 1 {
      let first = group.first { $0 == found.choice?.arm } ?? group.min() ?? group[0]
      twins[first] = group.filter { $0 != first }
    }
    return twins
  }
}
