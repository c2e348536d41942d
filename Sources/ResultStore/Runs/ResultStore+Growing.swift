import ExperimentDesign
import GRDB

extension ResultStore {
  /// Gives a run more trials: it becomes the run that the larger inputs describe.
  ///
  /// For work that chooses its size as it goes. Its trials stay; it takes the id that a run of the
  /// larger inputs has, so that the same content has the same ids whether it grew or not, and it is
  /// unfinished until ``finish(_:seconds:summaries:at:)``.
  ///
  /// - Parameters:
  ///   - run: the run that grows.
  ///   - inputs: the same as the run's but for trials, overrides and content key.
  /// - Returns: the run as it is now, under its new id.
  /// - Throws: ``ResultStoreError/unfit(run:trial:reason:)`` where the inputs are of fewer trials or of
  ///   another experiment, or a failure to write.
  public func grow(_ run: RunRecord.ID, to inputs: RunInputs) throws(ResultStoreError) -> RunRecord {
    try write { db in
      let key = try key(ofID: run, in: db)
      let old = try record(key: key, in: db).inputs
      var expected = inputs
      expected.trials = old.trials
      expected.overrides = old.overrides
      expected.contentKey = old.contentKey
      expected.source = old.source
      guard expected == old, inputs.trials >= old.trials else {
        throw ResultStoreError.unfit(
          run: run, trial: old.trials,
          reason: "expected the inputs of the same experiment with at least \(old.trials) trials")
      }
      try db.execute(
        sql: """
          UPDATE run SET id = ?, trials = ?, description = ?, overrides = ?, content_key = ?, finished_at = NULL,
            answer = NULL WHERE key = ?
          """,
        arguments: [
          try freeID(for: inputs.contentKey, in: db), inputs.trials, try StoredText.json(inputs.description),
          try StoredText.json(inputs.overrides), inputs.contentKey, key,
        ])
      try seal([.head, .inputs, .answer], of: key, in: db)
      return try record(key: key, in: db)
    }
  }
}
