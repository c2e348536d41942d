public import ExperimentDesign
public import Inference
public import Studies

/// A search with what a reader needs beside what it found.
public struct SearchReport {
  /// A strategy that differs from the one named in one key.
  public struct Step {
    let key: String
    let from: String
    let to: String
    let arm: Int
    let isAlike: Bool
    let difference: MonteCarloMean?

    /// - Parameters:
    ///   - key: the key of an arm.
    ///   - from: its value in the strategy named, as it is written.
    ///   - to: its value in this one.
    ///   - isAlike: whether both live exactly alike.
    ///   - difference: the objective of this one less that of the one named; `nil` where it is not known.
    public init(
      key: String, from: String, to: String, arm: Int, isAlike: Bool, difference: MonteCarloMean?
    ) {
      self.key = key
      self.from = from
      self.to = to
      self.arm = arm
      self.isAlike = isAlike
      self.difference = difference
    }
  }

  let experiment: Experiment
  let result: StrategySearchResult
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

  /// - Parameters:
  ///   - experiment: with all strategies as arms.
  ///   - seed: of the search.
  ///   - guarantee: the probability that was asked for.
  public init(_ experiment: Experiment, _ result: StrategySearchResult, seed: UInt64, guarantee: Double) {
    self.experiment = experiment
    self.result = result
    self.seed = seed
    self.guarantee = guarantee
  }

  /// Strategies whose best is promised: all that were searched, or those left after a first pass.
  var among: Int { result.searched }
}
