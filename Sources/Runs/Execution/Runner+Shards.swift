import ExperimentDesign
public import ResultStore

extension Runner {
  /// Computes and stores the trials of a shard that are missing.
  ///
  /// The run has no answer by that: it takes all shards to know the best (``ShardMerge``).
  ///
  /// - Returns: the run that the shard is a part of.
  /// - Throws: ``RunStopped`` with the shard's trials where the context stops it, `ResultStoreError`, `OverlongLife`.
  public func run(_ shard: Shard, of plan: SimulationPlan, name: String? = nil) async throws -> RunRecord {
    let known = try store.find(contentKey: plan.inputs.contentKey)
    let record = try store.findOrBegin(plan.inputs, name: name)
    let mine = shard.trials(of: plan.experiment.trials)
    let missing = shard.trials(among: try store.missingTrials(of: record.id))
    if known != nil, !missing.isEmpty, missing.count < mine.count {
      context.onEvent(.resumingShard(stored: mine.count - missing.count, of: mine.count))
    }
    try await RunExecution(plan: plan, store: store, run: record.id, context: context).run(trials: missing)
    let left = shard.trials(among: try store.missingTrials(of: record.id)).count
    guard left == 0 else { throw RunStopped(stored: mine.count - left, trials: mine.count) }
    return record
  }
}
