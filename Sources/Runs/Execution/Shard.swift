import ExperimentDesign
public import ResultStore

/// One of several equal parts of a run's trials, each computed by a process of its own.
///
/// Shard i of n has every n-th trial from the i-th on, so that shards take equally long whatever the
/// number of trials, and any process can compute any of them.
public struct Shard: Hashable, Sendable, CustomStringConvertible {
  /// From 1 on.
  public var number: Int
  /// How many parts there are.
  public var count: Int

  /// A part by its number.
  public init(number: Int, count: Int) {
    self.number = number
    self.count = count
  }

  /// The most parts of a run.
  public static let most = 100_000

  /// `3/8`.
  public var description: String { "\(number)/\(count)" }

  /// How many trials the shard has out of a run of `total`.
  public func size(of total: Int) -> Int { (total - number + count) / count }

  /// The shard's trials out of a run of `total` trials, ascending.
  public func trials(of total: Int) -> [Int] { Array(stride(from: number - 1, to: total, by: count)) }

  /// The shard's trials among some.
  public func trials(among trials: [Int]) -> [Int] { trials.filter { $0 % count == number - 1 } }
}

extension Runner {
  /// Computes and stores the trials of a shard that are missing.
  ///
  /// The run has no answer by that: it takes all shards to know the best (``ShardMerge``).
  ///
  /// - Returns: the run that the shard is a part of.
  /// - Throws: ``RunStopped`` with the shard's trials where the context stops it, `ResultStoreError`.
  public func run(_ shard: Shard, of plan: SimulationPlan, name: String? = nil) async throws -> RunRecord {
    let known = try store.find(contentKey: plan.inputs.contentKey)
    let record = try store.findOrBegin(plan.inputs, name: name)
    let mine = shard.trials(of: plan.experiment.trials)
    let missing = shard.trials(among: try store.missingTrials(of: record.id))
    if known != nil, !missing.isEmpty, missing.count < mine.count {
      context.onEvent(.resumingShard(stored: mine.count - missing.count, of: mine.count))
    }
    try await simulate(missing, of: record.id, plan)
    let left = shard.trials(among: try store.missingTrials(of: record.id)).count
    guard left == 0 else { throw RunStopped(stored: mine.count - left, trials: mine.count) }
    return record
  }
}
