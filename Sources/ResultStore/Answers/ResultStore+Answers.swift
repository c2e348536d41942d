public import ExperimentDesign
import GRDB

/// What is kept of a run beside its trials, as documents.
extension ResultStore {
  /// Changes what the answer says of a run beyond its trials, in one transaction.
  ///
  /// - Parameters:
  ///   - empty: what is changed where nothing is kept.
  ///   - change: makes the new one of it.
  public func changeAnswer<Answer: Codable>(
    of run: RunRecord.ID, from empty: Answer, _ change: (inout Answer) -> Void
  ) throws(ResultStoreError) {
    try write { db in
      let key = try key(ofID: run, in: db)
      var answer = try answer(Answer.self, of: key, in: db) ?? empty
      change(&answer)
      try db.execute(
        sql: "UPDATE run SET answer = ? WHERE key = ?", arguments: [try StoredText.json(answer), key])
      try seal([.answer], of: key, in: db)
    }
  }

  /// What the answer says of a run beyond its trials; `nil` where nothing is kept.
  public func answer<Answer: Decodable>(
    _ type: Answer.Type, of run: RunRecord.ID
  ) throws(ResultStoreError) -> Answer? {
    try read { db in try answer(type, of: key(ofID: run, in: db), in: db) }
  }

  private func answer<Answer: Decodable>(
    _ type: Answer.Type, of key: Int64, in db: Database
  ) throws -> Answer? {
    try verify(.answer, of: key, in: db)
    return try document(type, "answer", of: key, in: db)
  }

  /// Keeps with a run what was found against the platform's rules, in place of what was kept before.
  ///
  /// The newest look counts: a waiver or a stated answer changes the findings of a file and not the run.
  public func keep(_ record: PlatformRecord, of run: RunRecord.ID) throws(ResultStoreError) {
    try write { db in
      let key = try key(ofID: run, in: db)
      try db.execute(
        sql: "UPDATE run SET platform = ? WHERE key = ?", arguments: [try StoredText.json(record), key])
      try seal([.platform], of: key, in: db)
    }
  }

  /// What was found of a run against the rules; `nil` where it was never held against them.
  func platformRecord(of key: Int64, in db: Database) throws -> PlatformRecord? {
    try verify(.platform, of: key, in: db)
    return try document(PlatformRecord.self, "platform", of: key, in: db)
  }

  private func document<Document: Decodable>(
    _ type: Document.Type, _ column: String, of key: Int64, in db: Database
  ) throws -> Document? {
    try String.fetchOne(db, sql: "SELECT \(column) FROM run WHERE key = ?", arguments: [key])
      .map { try value(type, $0) }
  }
}
