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
      let shape = try shape(of: run, in: db)
      let stored = try Int.fetchOne(
        db, sql: "SELECT count(*) FROM trial WHERE run = ?", arguments: [shape.key])
      guard stored == shape.trials else {
        throw ResultStoreError.unfitAnswer(
          run: run, reason: "it holds \(stored ?? 0) of \(shape.trials) trials")
      }
      try change(
        .run(shape.key), "answer = ?, finished_at = ifnull(finished_at, ?)", [text, StoredText.time(moment)],
        in: db)
    }
  }

  /// What a run found; `nil` where nothing is kept.
  public func answer<Answer: Decodable>(
    _ type: Answer.Type, of run: RunRecord.ID
  ) throws(ResultStoreError) -> Answer? {
    try read { db in
      let row = try verified(.run(key(ofID: run, in: db)), in: db)
      return try row.decode(String?.self, forColumn: "answer").map { try value(type, $0) }
    }
  }
}
