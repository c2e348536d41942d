public import ExperimentDesign
public import Inference
public import Studies

/// A search with what a reader needs beside what it found.
public struct SearchReport {
  /// A strategy of the search.
  struct Strategy: Equatable {
    var name: String
    /// Those of Apple's rules that it breaks.
    var rules: [String]
    /// The errors of the platform checks that keep it out of the search.
    var errors: [String] = []
  }

  /// A limit of the file, and what the strategies hold of it.
  struct Limit: Equatable {
    /// As it was written.
    var text: String
    /// How many strategies the trials of the search do not show to fail it, of how many.
    var metBy: Int
    var count: Int
    /// The share of the draws of the uncertain inputs under which the strategy named holds it, and the best without limits.
    var winnerShare: Double?
    var bestShare: Double?
    /// What trials that did not choose show of the strategies that were judged; none in searches of earlier versions.
    var judged: [Judged] = []

    /// What they show of a strategy.
    func judgement(of arm: Int) -> Judged? { judged.first { $0.arm == arm } }
  }

  /// What a strategy holds of a limit in trials that did not choose it.
  struct Judged: Equatable {
    var arm: Int
    /// The share of the draws of the uncertain inputs under which it holds, and the lower 95% limit of that; `nil` where the
    /// metric is not modelled for it.
    var share: Double?
    var atLeast: Double?
    var isShown: Bool
  }

  /// A limit that a strategy is not shown to meet.
  public struct BrokenLimit: Equatable, Sendable {
    /// As it was written.
    let text: String
    /// The share of the draws under which it holds; `nil` where the metric is not modelled.
    let share: Double?

    /// The parts, unchanged.
    public init(text: String, share: Double?) {
      self.text = text
      self.share = share
    }
  }

  /// A strategy that differs from the one named in one key.
  public struct Step {
    let key: String
    let from: String
    let to: String
    let arm: Int
    let isAlike: Bool
    /// The objective of this one less that of the one named, with its error where that is known.
    let difference: (mean: Double, mcse: Double?)?
    /// The limits that this one is not shown to meet.
    let broken: [BrokenLimit]

    /// - Parameters:
    ///   - key: the key of an arm.
    ///   - from: its value in the strategy named, as it is written.
    ///   - to: its value in this one.
    ///   - isAlike: whether both live exactly alike.
    ///   - difference: the objective of this one less that of the one named; `nil` where it is not known.
    ///   - broken: the limits that this one is not shown to meet.
    public init(
      key: String, from: String, to: String, arm: Int, isAlike: Bool, difference: MonteCarloMean?,
      broken: [BrokenLimit]
    ) {
      self.init(
        key: key, from: from, to: to, arm: arm, isAlike: isAlike,
        shown: difference.map { ($0.mean, $0.mcse) }, broken: broken)
    }

    init(
      key: String, from: String, to: String, arm: Int, isAlike: Bool, shown: (mean: Double, mcse: Double?)?,
      broken: [BrokenLimit] = []
    ) {
      self.key = key
      self.from = from
      self.to = to
      self.arm = arm
      self.isAlike = isAlike
      difference = shown
      self.broken = broken
    }
  }

  /// The experiment's name.
  let experiment: String
  let objective: Objective
  /// All of them, the file's own arms among them.
  let strategies: [Strategy]
  let result: StrategySearchResult
  /// The names of the scenarios or models that strategies are compared under.
  let views: [String]
  let limits: [Limit]
  let seed: UInt64
  let guarantee: Double
  /// What strategies are compared by.
  public var criterion = StrategyCriterion.mean
  /// A metric whose trade-off with the objective was asked for.
  public var trade: Metric?
  /// The keys that were searched, each with its values.
  public var keys: [(path: String, values: [String])] = []
  /// One step away from the strategy named.
  public var steps: [Step] = []
  /// Whether strategies that Apple's rules forbid were searched too.
  public var includesForbidden = false
  /// The file that the best strategies were written to; `nil` for none.
  public var out: String?

  /// - Parameters:
  ///   - experiment: with all strategies as arms.
  ///   - seed: of the search.
  ///   - guarantee: the probability that was asked for.
  ///   - errors: of the platform checks, by strategy.
  public init(
    _ experiment: Experiment, _ result: StrategySearchResult, seed: UInt64, guarantee: Double,
    errors: [Int: [String]] = [:]
  ) {
    self.init(
      experiment: experiment.name, objective: experiment.objective,
      strategies: experiment.arms.enumerated().map { position, arm in
        Strategy(
          name: arm.name, rules: arm.findings.map(\.rule),
          errors: result.blocked.contains(position) ? errors[position] ?? [] : [])
      },
      result: result, views: result.views.map(\.name),
      limits: result.limits.map { limit in
        func share(_ arm: Int?) -> Double? { arm.flatMap { limit.judgement(of: $0) }?.share }
        return Limit(
          text: limit.limit.text, metBy: limit.metBy, count: limit.findings.count,
          winnerShare: share(result.winner), bestShare: share(result.bestWithoutLimits),
          judged: limit.judgements.keys.sorted().map { arm in
            let found = limit.judgement(of: arm)
            return Judged(
              arm: arm, share: found?.share, atLeast: found?.atLeast, isShown: found?.isShown ?? false)
          })
      }, seed: seed, guarantee: guarantee)
  }

  init(
    experiment: String, objective: Objective, strategies: [Strategy], result: StrategySearchResult,
    views: [String], limits: [Limit], seed: UInt64, guarantee: Double
  ) {
    self.experiment = experiment
    self.objective = objective
    self.strategies = strategies
    self.result = result
    self.views = views
    self.limits = limits
    self.seed = seed
    self.guarantee = guarantee
  }

  /// A strategy's name, as it is.
  func name(_ arm: Int) -> String { strategies[arm].name }
}
