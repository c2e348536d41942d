public import Foundation
import GRDB

/// What is kept of a run beside its trials, as documents.
extension ResultStore {
  /// Keeps what a complete run found, in place of what was kept before, and notes when it was first finished.
  ///
  /// - Throws: ``ResultStoreError/unfitAnswer(run:reason:)`` where a trial is missing, or the answer has what is no
  ///   number; or a failure to write.
  public func finish(
    _ run: RunRecord.ID, answer: some Encodable, at moment: Date = Date()
  ) throws(ResultStoreError) {
    let text: String
    do {
      text = try StoredText.json(answer)
    } catch {
      throw .unfitAnswer(run: run, reason: "\(error)")
    }
    try write { db in
      let shape = try shape(of: key(ofID: run, in: db), in: db)
      let stored = try Int.fetchOne(
        db, sql: "SELECT count(*) FROM trial WHERE run = ?", arguments: [shape.key])
      guard stored == shape.trials else {
        throw ResultStoreError.unfitAnswer(
          run: run, reason: "it holds \(stored ?? 0) of \(shape.trials) trials")
      }
      try db.execute(
        sql: "UPDATE run SET answer = ?, finished_at = ifnull(finished_at, ?) WHERE key = ?",
        arguments: [text, StoredText.time(moment), shape.key])
      try seal([.head, .answer], of: shape.key, in: db)
    }
  }

  /// What a run found; `nil` where nothing is kept.
  public func answer<Answer: Decodable>(
    _ type: Answer.Type, of run: RunRecord.ID
  ) throws(ResultStoreError) -> Answer? {
    try read { db in try answer(type, of: key(ofID: run, in: db), in: db) }
  }

  private func answer<Answer: Decodable>(
    _ type: Answer.Type, of key: Int64, in db: Database
  ) throws -> Answer? {
    try verify(.answer, of: key, in: db)
    return try String.fetchOne(db, sql: "SELECT answer FROM run WHERE key = ?", arguments: [key])
      .map { try value(type, $0) }
  }
}
