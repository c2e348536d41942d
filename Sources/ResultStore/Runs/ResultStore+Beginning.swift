import ExperimentDesign
public import Foundation
import GRDB

extension ResultStore {
  /// Records a new run, before its first trial.
  ///
  /// Its id depends on the content and on how many runs of the same content came
  /// before. Whether an identical run is there already is for the caller to ask:
  /// ``find(contentKey:)``.
  ///
  /// - Throws: ``ResultStoreError/nameTaken(name:by:path:)``,
  ///   ``ResultStoreError/badName(name:)``, ``ResultStoreError/badNote(run:reason:)``, or a failure to
  ///   write.
  @discardableResult
  public func begin(
    _ inputs: RunInputs, name: String? = nil, note: String? = nil, at moment: Date = Date()
  ) throws(ResultStoreError) -> RunRecord {
    try write { db in try insert(inputs, name: name, note: note, at: moment, in: db) }
  }

  /// The run of this content, recorded now if it is new.
  ///
  /// Looking and recording are one transaction: two programs that ask at the same moment get one run.
  ///
  /// - Parameter name: What the run is called from now on, be it recorded now or there already; without one it
  ///   keeps the name that it has.
  /// - Throws: as ``begin(_:name:note:at:)``.
  public func findOrBegin(
    _ inputs: RunInputs, name: String? = nil, at moment: Date = Date()
  ) throws(ResultStoreError) -> RunRecord {
    // One that is there already is found without waiting for a writer.
    if let known = try find(contentKey: inputs.contentKey), name == nil || known.name == name {
      return known
    }
    return try write { db in
      if let key = try key(ofContent: inputs.contentKey, in: db) {
        if let name { try setName(name, of: .run(key), in: db) }
        return try record(key: key, in: db)
      }
      return try insert(inputs, name: name, note: nil, at: moment, in: db)
    }
  }

  private func insert(
    _ inputs: RunInputs, name: String?, note: String?, at moment: Date, in db: Database
  ) throws -> RunRecord {
    if let name { try requireFree(name, for: nil, in: db) }
    let id = try freeID(for: inputs.contentKey, in: db)
    if let note { try requireWritable(note, of: id) }
    try db.execute(
      sql: """
        INSERT INTO run (id, name, note, experiment, source, file_text, population_text, overrides, seed, trials,
          installs, engine, content_key, created_at, description)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        id, name, note, inputs.experiment, inputs.source, inputs.fileText, inputs.populationText,
        try StoredText.json(inputs.overrides), String(inputs.seed), inputs.trials, inputs.installs,
        inputs.engine,
        inputs.contentKey, StoredText.time(moment), try StoredText.json(inputs.description),
      ])
    let key = db.lastInsertedRowID
    try seal(.run(key), in: db)
    return try record(key: key, in: db)
  }

  func freeID(for contentKey: String, in db: Database) throws -> String {
    var attempt = 0
    while true {
      let id = ContentKey.runID(of: contentKey, attempt: attempt)
      if try key(ofExactly: id, column: "id", in: db) == nil { return id }
      attempt += 1
    }
  }

  /// Keeps with a run the texts that asked for it last, in place of those before.
  ///
  /// The newest texts count: what they say beside the experiment (guardrails, the volume of the app, waivers) belongs to
  /// the answer and not to the trials.
  ///
  /// - Parameter texts: of the very experiment that the run is of, which is for the caller to know.
  public func keep(_ texts: RunTexts, of run: RunRecord.ID) throws(ResultStoreError) {
    try write { db in
      let key = try key(ofID: run, in: db)
      try change(
        .run(key), "source = ?, file_text = ?, population_text = ?, overrides = ?",
        [texts.source, texts.fileText, texts.populationText, StoredText.json(texts.overrides)], in: db)
    }
  }

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
      try change(
        .run(key),
        "id = ?, trials = ?, description = ?, overrides = ?, content_key = ?, finished_at = NULL, answer = NULL",
        [
          freeID(for: inputs.contentKey, in: db), inputs.trials, StoredText.json(inputs.description),
          StoredText.json(inputs.overrides), inputs.contentKey,
        ], in: db)
      return try record(key: key, in: db)
    }
  }
}
