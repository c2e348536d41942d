public import Foundation
import GRDB

extension ResultStore {
  /// Keeps a plan, a search, a calibration or a test.
  ///
  /// The same question asked again has one row: it keeps its id, its name, its note and its time, and gets the document
  /// and the arguments of the newest answer.
  ///
  /// - Parameter name: what it is to be called; `nil` keeps the name that it has.
  /// - Throws: an error about the name, or a failure to write.
  @discardableResult
  public func keep(
    _ inputs: StudyInputs, named name: String? = nil, at moment: Date = Date()
  ) throws(ResultStoreError) -> StudyRecord {
    try write { db in
      let run = try inputs.run.map { try key(ofID: $0, in: db) }
      let known = try Int64.fetchOne(
        db, sql: "SELECT key FROM study WHERE content_key = ?", arguments: [inputs.contentKey])
      let row = try known ?? insertStudy(inputs, run: run, at: moment, in: db)
      if known != nil {
        try change(
          .study(row), "experiment = ?, run = ?, arguments = ?, engine = ?, document = ?",
          [inputs.experiment, run, StoredText.json(inputs.arguments), inputs.engine, inputs.document], in: db)
      }
      if let name { try setName(name, of: .study(row), in: db) }
      return try studyRecord(key: row, in: db)
    }
  }

  /// Adds a row.
  ///
  /// - Returns: its key.
  private func insertStudy(
    _ inputs: StudyInputs, run: Int64?, at moment: Date, in db: Database
  ) throws -> Int64 {
    try db.execute(
      sql: """
        INSERT INTO study (id, kind, experiment, run, arguments, engine, content_key, created_at, document)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        try freeID(for: inputs.contentKey, in: db), inputs.kind.rawValue, inputs.experiment, run,
        StoredText.json(inputs.arguments), inputs.engine, inputs.contentKey,
        StoredText.time(moment), inputs.document,
      ])
    let key = db.lastInsertedRowID
    try seal(.study(key), in: db)
    return key
  }

  /// The plans, searches, calibrations and tests, newest first.
  public func studies() throws(ResultStoreError) -> [StudyRecord] {
    try read { db in
      try Int64.fetchAll(db, sql: "SELECT key FROM study ORDER BY key DESC")
        .map { try studyRecord(key: $0, in: db) }
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

  /// How many plans, searches, calibrations and tests belong to a run, which are removed with it.
  public func studyCount(of run: RunRecord.ID) throws(ResultStoreError) -> Int {
    try read { db in
      try Int.fetchOne(
        db, sql: "SELECT count(*) FROM study WHERE run = ?", arguments: [try key(ofID: run, in: db)]) ?? 0
    }
  }

  func studyRecord(key: Int64, in db: Database) throws -> StudyRecord {
    let row = try verified(.study(key), in: db)
    let id = try row.decode(String.self, forColumn: "id")
    guard let kind = try StudyInputs.Kind(rawValue: row.decode(forColumn: "kind")) else {
      throw damaged("\(id) is of an unknown kind")
    }
    return try StudyRecord(
      id: id, name: row.decode(forColumn: "name"), note: row.decode(forColumn: "note"),
      inputs: StudyInputs(
        kind: kind, experiment: row.decode(forColumn: "experiment"),
        run: row.decode(Int64?.self, forColumn: "run").flatMap {
          try String.fetchOne(db, sql: "SELECT id FROM run WHERE key = ?", arguments: [$0])
        },
        arguments: value([String].self, row.decode(forColumn: "arguments")),
        engine: row.decode(forColumn: "engine"), contentKey: row.decode(forColumn: "content_key"),
        document: row.decode(forColumn: "document")),
      createdAt: date(row.decode(forColumn: "created_at")))
  }
}
