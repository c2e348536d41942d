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
    try insertRun(inputs, id: id, name: name, note: note, at: moment, in: db)
    let key = db.lastInsertedRowID
    try seal(SealedPart.allCases, of: key, in: db)
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

  private func insertRun(
    _ inputs: RunInputs, id: String, name: String?, note: String?, at moment: Date, in db: Database
  ) throws {
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
  }
}
