import ExperimentDesign
import Foundation
import GRDB

/// From rows to records.
extension ResultStore {
  func record(key: Int64, in db: Database) throws -> RunRecord {
    let shape = try shape(of: key, in: db)
    try verify(.head, of: key, in: db)
    // Columns are named: one that a damaged schema lacks is then an error, where `*` would read NULL.
    let row = try Row.fetchOne(
      db,
      sql: """
        SELECT name, note, created_at, finished_at, seconds, source, file_text, population_text, overrides, content_key,
          (SELECT count(*) FROM trial WHERE trial.run = run.key) AS stored_trials
        FROM run WHERE key = ?
        """,
      arguments: [key])
    guard let row else { throw damaged("a run has no readable row") }
    var inputs = try RunInputs(
      description: shape.description, fileText: row.decode(forColumn: "file_text"),
      populationText: row.decode(forColumn: "population_text"),
      overrides: value([String].self, row.decode(forColumn: "overrides")),
      contentKey: row.decode(forColumn: "content_key"))
    inputs.source = try row.decode(forColumn: "source")
    let storedTrials = try row.decode(Int.self, forColumn: "stored_trials")
    let finishedAt = try row.decode(String?.self, forColumn: "finished_at").map(date)
    guard storedTrials <= shape.trials, finishedAt == nil || storedTrials == shape.trials else {
      throw damaged("run \(shape.id) is finished and holds \(storedTrials) of \(shape.trials) trials")
    }
    return try RunRecord(
      id: shape.id, name: row.decode(forColumn: "name"), note: row.decode(forColumn: "note"), inputs: inputs,
      createdAt: date(row.decode(forColumn: "created_at")), finishedAt: finishedAt,
      seconds: row.decode(forColumn: "seconds"), storedTrials: storedTrials)
  }

  func date(_ text: String) throws -> Date {
    guard let date = StoredText.date(text) else { throw damaged("a time is unreadable") }
    return date
  }

  func value<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
    do { return try StoredText.value(type, json: json) } catch { throw damaged("a list is unreadable") }
  }

  func damaged(_ reason: String) -> ResultStoreError { .damaged(path: path, reason: reason) }
}
