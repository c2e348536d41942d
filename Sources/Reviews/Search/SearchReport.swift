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

  /// A strategy that differs from the one named in one key.
  public struct Step {
    let key: String
    let from: String
    let to: String
    let arm: Int
    let isAlike: Bool
    /// The objective of this one less that of the one named, with its error where that is known.
    let difference: (mean: Double, mcse: Double?)?

    /// - Parameters:
    ///   - key: the key of an arm.
    ///   - from: its value in the strategy named, as it is written.
    ///   - to: its value in this one.
    ///   - isAlike: whether both live exactly alike.
    ///   - difference: the objective of this one less that of the one named; `nil` where it is not known.
    public init(
      key: String, from: String, to: String, arm: Int, isAlike: Bool, difference: MonteCarloMean?
    ) {
      self.init(
        key: key, from: from, to: to, arm: arm, isAlike: isAlike,
        shown: difference.map { ($0.mean, $0.mcse) })
    }

    init(
      key: String, from: String, to: String, arm: Int, isAlike: Bool, shown: (mean: Double, mcse: Double?)?
    ) {
      self.key = key
      self.from = from
      self.to = to
      self.arm = arm
      self.isAlike = isAlike
      difference = shown
    }
  }

  /// The experiment's name.
  let experiment: String
  let objective: Objective
  /// All of them, the file's own arms among them.
  let strategies: [Strategy]
  let result: StrategySearchResult
  let seed: UInt64
  let guarantee: Double
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
      result: result, seed: seed, guarantee: guarantee)
  }

  init(
    experiment: String, objective: Objective, strategies: [Strategy], result: StrategySearchResult,
    seed: UInt64, guarantee: Double
  ) {
    self.experiment = experiment
    self.objective = objective
    self.strategies = strategies
    self.result = result
    self.seed = seed
    self.guarantee = guarantee
  }

  /// A strategy's name, as it is.
  func name(_ arm: Int) -> String { strategies[arm].name }
}
