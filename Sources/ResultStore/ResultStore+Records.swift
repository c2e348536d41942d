import ExperimentDesign
import Foundation
import GRDB

/// From rows to records.
extension ResultStore {
  static let headColumns = """
    id, name, note, experiment, seed, trials, installs, engine, created_at, finished_at, seconds,
    (SELECT count(*) FROM trial WHERE trial.run = run.key) AS stored_trials
    """

  func head(_ row: Row) throws -> RunHead {
    RunHead(
      id: row["id"], name: row["name"], note: row["note"], experiment: row["experiment"],
      seed: try seed(row), trials: row["trials"], installs: row["installs"], engine: row["engine"],
      createdAt: try date(row["created_at"]), finishedAt: try (row["finished_at"] as String?).map(date),
      seconds: row["seconds"], storedTrials: row["stored_trials"])
  }

  func record(key: Int64, in db: Database) throws -> RunRecord {
    let row = try Row.fetchOne(
      db,
      sql: """
        SELECT \(Self.headColumns), question, file_text, population_text, overrides, horizon_days,
          design, baseline, objective, content_key
        FROM run WHERE key = ?
        """,
      arguments: [key])
    guard let row, let design = Design(rawValue: row["design"]) else {
      throw damaged("a run has no readable row")
    }
    let head = try head(row)
    let inputs = RunInputs(
      experiment: head.experiment, question: row["question"], fileText: row["file_text"],
      populationText: row["population_text"], overrides: try value([String].self, row["overrides"]),
      seed: head.seed, trials: head.trials, installs: head.installs, horizonDays: row["horizon_days"],
      design: design, baseline: row["baseline"], objective: row["objective"], engine: head.engine,
      contentKey: row["content_key"], parameters: try parameters(of: key, in: db),
      scenarios: try scenarios(of: key, in: db), arms: try arms(of: key, in: db))
    return RunRecord(
      id: head.id, name: head.name, note: head.note, inputs: inputs, createdAt: head.createdAt,
      finishedAt: head.finishedAt, seconds: head.seconds, storedTrials: head.storedTrials)
  }

  private func parameters(of key: Int64, in db: Database) throws -> [StoredParameter] {
    let rows = try Row.fetchAll(
      db, sql: "SELECT * FROM parameter WHERE run = ? ORDER BY ordinal", arguments: [key])
    return try rows.map { row in
      guard let grade = Evidence.Grade(rawValue: row["grade"]) else {
        throw damaged("a parameter has an unknown grade")
      }
      return StoredParameter(
        place: row["place"], law: row["law"], value: row["value"],
        evidence: Evidence(
          grade: grade, source: row["source"], date: row["date"], denominator: row["denominator"]))
    }
  }

  private func scenarios(of key: Int64, in db: Database) throws -> [StoredScenario] {
    let names = try String.fetchAll(
      db, sql: "SELECT name FROM scenario WHERE run = ? ORDER BY ordinal", arguments: [key])
    return try names.enumerated().map { ordinal, name in
      let rows = try Row.fetchAll(
        db, sql: "SELECT name, share FROM segment WHERE run = ? AND scenario = ? ORDER BY ordinal",
        arguments: [key, ordinal])
      return StoredScenario(
        name: name, segments: rows.map { StoredSegment(name: $0["name"], share: $0["share"]) })
    }
  }

  private func arms(of key: Int64, in db: Database) throws -> [StoredArm] {
    let rows = try Row.fetchAll(
      db, sql: "SELECT * FROM arm WHERE run = ? ORDER BY ordinal", arguments: [key])
    return try rows.map { row in
      StoredArm(
        name: row["name"], ask: row["ask"], prePrompt: row["pre_prompt"],
        usageString: row["usage_string"], weight: row["weight"],
        findings: try value([RuleFinding].self, row["findings"]),
        metrics: try value([[Metric]].self, row["metrics"]))
    }
  }

  private func seed(_ row: Row) throws -> UInt64 {
    guard let seed = UInt64(row["seed"] as String) else { throw damaged("a seed is out of range") }
    return seed
  }

  private func date(_ text: String) throws -> Date {
    guard let date = StoredText.date(text) else { throw damaged("a time is unreadable") }
    return date
  }

  private func value<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
    do { return try StoredText.value(type, json: json) } catch { throw damaged("a list is unreadable") }
  }

  func damaged(_ reason: String) -> ResultStoreError { .damaged(path: path, reason: reason) }
}
