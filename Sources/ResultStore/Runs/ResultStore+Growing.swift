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
  ///   - inputs: of the same experiment with at least as many trials; only they, overrides and content key differ.
  /// - Returns: the run as it is now, under its new id.
  /// - Throws: a failure to read or to write.
  public func grow(_ run: RunRecord.ID, to inputs: RunInputs) throws(ResultStoreError) -> RunRecord {
    try write { db in
      let key = try key(ofID: run, in: db)
      let old = try record(key: key, in: db).inputs
      precondition(inputs.trials >= old.trials && inputs.experiment == old.experiment)
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
