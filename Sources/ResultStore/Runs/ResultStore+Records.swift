import ExperimentDesign
import Foundation
import GRDB

/// From rows to records.
extension ResultStore {
  func record(key: Int64, in db: Database) throws -> RunRecord {
    let row = try verified(.run(key), in: db)
    let shape = try shape(of: row)
    let texts = try RunTexts(
      source: row.decode(forColumn: "source"), fileText: row.decode(forColumn: "file_text"),
      populationText: row.decode(forColumn: "population_text"),
      overrides: value([String].self, row.decode(forColumn: "overrides")))
    let inputs = try RunInputs(
      description: shape.description, texts: texts, contentKey: row.decode(forColumn: "content_key"))
    let storedTrials =
      try Int.fetchOne(db, sql: "SELECT count(*) FROM trial WHERE run = ?", arguments: [key]) ?? 0
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
