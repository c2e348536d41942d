public import Foundation
import GRDB

extension ResultStore {
  /// Keeps a plan, a search or a calibration.
  ///
  /// The same question asked again has one row: it keeps its id, its name, its note and its time, and gets the document
  /// and the arguments of the newest answer.
  ///
  /// - Throws: ``ResultStoreError/unfitStudy(reason:)`` for a document that the schema refuses, or a failure to write.
  @discardableResult
  public func keep(
    _ inputs: StudyInputs, at moment: Date = Date()
  ) throws(ResultStoreError) -> StudyRecord {
    try requireWritable(inputs)
    return try write { db in
      let run = try inputs.run.map { try key(ofID: $0, in: db) }
      let known = try Int64.fetchOne(
        db, sql: "SELECT key FROM study WHERE content_key = ?", arguments: [inputs.contentKey])
      if let known {
        let arguments = try StoredText.json(inputs.arguments)
        try db.execute(
          sql: """
            UPDATE study SET schema = ?, experiment = ?, run = ?, arguments = ?, engine = ?, document = ?
            WHERE key = ?
            """,
          arguments: [
            inputs.schema, inputs.experiment, run, arguments, inputs.engine, inputs.document, known,
          ])
      }
      let row = try known ?? insertStudy(inputs, run: run, at: moment, in: db)
      try sealStudy(row, in: db)
      return try studyRecord(key: row, in: db)
    }
  }

  /// Adds a row, whose checksum is still to be written.
  ///
  /// - Returns: its key.
  private func insertStudy(
    _ inputs: StudyInputs, run: Int64?, at moment: Date, in db: Database
  ) throws -> Int64 {
    try db.execute(
      sql: """
        INSERT INTO study (id, kind, schema, experiment, run, arguments, engine, content_key,
          created_at, document, checksum)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)
        """,
      arguments: [
        try freeID(for: inputs.contentKey, in: db), inputs.kind.rawValue, inputs.schema,
        inputs.experiment, run, StoredText.json(inputs.arguments), inputs.engine, inputs.contentKey,
        StoredText.time(moment), inputs.document,
      ])
    return db.lastInsertedRowID
  }

  private func requireWritable(_ inputs: StudyInputs) throws(ResultStoreError) {
    guard let value = try? StoredText.value(SchemaName.self, json: inputs.document),
      value.schema == inputs.schema
    else { throw .unfitStudy(reason: "the document is no JSON object of schema \(inputs.schema)") }
  }

  /// The plans, searches and calibrations, newest first.
  ///
  /// - Parameter limit: How many at most; `nil` for all.
  public func studies(limit: Int? = nil) throws(ResultStoreError) -> [StudyRecord] {
    try read { db in
      try Int64.fetchAll(
        db, sql: "SELECT key FROM study ORDER BY key DESC LIMIT ?", arguments: [limit ?? -1]
      ).map { try studyRecord(key: $0, in: db) }
    }
  }

  /// The run, plan, search or calibration that a person means by `reference`: an id, a name, or the unique start of an id.
  ///
  /// `last` and `last~1` are runs.
  ///
  /// - Throws: as ``run(_:)``.
  public func item(_ reference: String) throws(ResultStoreError) -> StoredItem {
    try read { db in
      switch try key(of: reference, in: db) {
      case .run(let key): .run(try record(key: key, in: db))
      case .study(let key): .study(try studyRecord(key: key, in: db))
      }
    }
  }

  /// How many plans, searches and calibrations belong to a run, which are removed with it.
  public func studyCount(of run: RunRecord.ID) throws(ResultStoreError) -> Int {
    try read { db in
      try Int.fetchOne(
        db, sql: "SELECT count(*) FROM study WHERE run = ?", arguments: [try key(ofID: run, in: db)]) ?? 0
    }
  }

  func studyRecord(key: Int64, in db: Database) throws -> StudyRecord {
    let row = try Row.fetchOne(
      db,
      sql: """
        SELECT study.*, run.id AS run_id FROM study LEFT JOIN run ON run.key = study.run WHERE study.key = ?
        """,
      arguments: [key])
    guard let row else { throw damaged("a plan, search or calibration has no readable row") }
    let id = try row.decode(String.self, forColumn: "id")
    guard try row.decode(Int64.self, forColumn: "checksum") == studyChecksum(key, in: db) else {
      throw damaged("what is stored as \(id) differs from its checksum")
    }
    guard let kind = try StudyInputs.Kind(rawValue: row.decode(forColumn: "kind")) else {
      throw damaged("\(id) is of an unknown kind")
    }
    return try StudyRecord(
      id: id, name: row.decode(forColumn: "name"), note: row.decode(forColumn: "note"),
      inputs: StudyInputs(
        kind: kind, schema: row.decode(forColumn: "schema"), experiment: row.decode(forColumn: "experiment"),
        run: row.decode(forColumn: "run_id"),
        arguments: value([String].self, row.decode(forColumn: "arguments")),
        engine: row.decode(forColumn: "engine"), contentKey: row.decode(forColumn: "content_key"),
        document: row.decode(forColumn: "document")),
      createdAt: date(row.decode(forColumn: "created_at")))
  }

  /// Brings the checksum of a study up to date.
  func sealStudy(_ key: Int64, in db: Database) throws {
    try db.execute(
      sql: "UPDATE study SET checksum = ? WHERE key = ?", arguments: [try studyChecksum(key, in: db), key])
  }

  /// Of all that is kept of a study; the run by its id, so that a copy in another store has the same.
  private func studyChecksum(_ key: Int64, in db: Database) throws -> Int64 {
    var checksum = Checksum()
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT study.id, study.name, study.note, kind, schema, study.experiment, run.id, arguments, study.engine,
          study.content_key, study.created_at, document
        FROM study LEFT JOIN run ON run.key = study.run WHERE study.key = ?
        """,
      arguments: [key])
    while let row = try rows.next() { checksum.combine(row) }
    return checksum.value
  }
}

/// What a document says of its own layout.
private struct SchemaName: Decodable {
  var schema: String
}
