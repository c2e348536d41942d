import ExperimentDesign
import Foundation
import GRDB

/// From rows to records.
extension ResultStore {
  func record(key: Int64, in db: Database) throws -> RunRecord {
    let shape = try RunShape(key: key, in: db, path: path)
    try verify(.head, .inputs, of: key, in: db)
    // Columns are named, here and below: one that a damaged schema lacks is then an error, where `*` would read NULL.
    let row = try Row.fetchOne(
      db,
      sql: """
        SELECT id, name, note, experiment, question, objective, seed, trials, installs, engine, created_at,
          finished_at, seconds, (SELECT count(*) FROM trial WHERE trial.run = run.key) AS stored_trials,
          source, file_text, population_text, overrides, horizon_days, sampling, baseline, content_key
        FROM run WHERE key = ?
        """,
      arguments: [key])
    guard let row, let sampling = try InputSampling(rawValue: row.decode(forColumn: "sampling")),
      let objective = try Objective(named: row.decode(forColumn: "objective")),
      let seed = try UInt64(row.decode(String.self, forColumn: "seed"))
    else {
      throw damaged("a run has no readable row")
    }
    let id = shape.id
    let arms = try arms(of: key, in: db)
    let baselineName = try row.decode(String.self, forColumn: "baseline")
    guard let baseline = arms.firstIndex(where: { $0.name == baselineName }) else {
      throw damaged("run \(id): its baseline is none of its arms")
    }
    let description = try RunDescription(
      experiment: row.decode(forColumn: "experiment"), question: row.decode(forColumn: "question"),
      seed: seed, trials: shape.trials, installs: shape.installs, horizonDays: shape.horizonDays,
      engine: row.decode(forColumn: "engine"), sampling: sampling, baseline: baseline,
      objective: objective,
      parameters: parameters(of: key, in: db), scenarios: scenarios(of: key, in: db), arms: arms)
    var inputs = try RunInputs(
      description: description, fileText: row.decode(forColumn: "file_text"),
      populationText: row.decode(forColumn: "population_text"),
      overrides: value([String].self, row.decode(forColumn: "overrides")),
      contentKey: row.decode(forColumn: "content_key"))
    inputs.source = try row.decode(forColumn: "source")
    let platform = try platformRecord(of: key, in: db)
    guard inputs.arms.allSatisfy({ $0.metrics.count == shape.segments.count }) else {
      throw damaged("run \(id): an arm has no list of metrics for every scenario")
    }
    let storedTrials = try row.decode(Int.self, forColumn: "stored_trials")
    let finishedAt = try row.decode(String?.self, forColumn: "finished_at").map(date)
    guard storedTrials <= shape.trials, finishedAt == nil || storedTrials == shape.trials else {
      throw damaged("run \(id) is finished and holds \(storedTrials) of \(shape.trials) trials")
    }
    return try RunRecord(
      id: id, name: row.decode(forColumn: "name"), note: row.decode(forColumn: "note"), inputs: inputs,
      createdAt: date(row.decode(forColumn: "created_at")), finishedAt: finishedAt,
      seconds: row.decode(forColumn: "seconds"), storedTrials: storedTrials, platform: platform)
  }

  private func parameters(of key: Int64, in db: Database) throws -> [RunDescription.Parameter] {
    let rows = try Row.fetchAll(
      db,
      sql:
        "SELECT place, distribution, joint, member, value, grade, source, date, denominator FROM parameter WHERE run = ? ORDER BY ordinal",
      arguments: [key])
    return try rows.map { row in
      guard let grade = try Evidence.Grade(rawValue: row.decode(forColumn: "grade")) else {
        throw damaged("a parameter has an unknown grade")
      }
      let knowledge: RunDescription.Parameter.Knowledge =
        if let joint = try row.decode(String?.self, forColumn: "joint") {
          .joint(path: joint, member: try row.decode(forColumn: "member"))
        } else {
          .distribution(try row.decode(forColumn: "distribution"))
        }
      return try RunDescription.Parameter(
        path: row.decode(forColumn: "place"), knowledge: knowledge,
        value: row.decode(forColumn: "value"),
        evidence: Evidence(
          grade: grade, source: row.decode(forColumn: "source"), date: row.decode(forColumn: "date"),
          denominator: row.decode(forColumn: "denominator")))
    }
  }

  private func scenarios(of key: Int64, in db: Database) throws -> [RunDescription.Scenario] {
    let names = try String.fetchAll(
      db, sql: "SELECT name FROM scenario WHERE run = ? ORDER BY ordinal", arguments: [key])
    return try names.enumerated().map { ordinal, name in
      let rows = try Row.fetchAll(
        db, sql: "SELECT name, share FROM segment WHERE run = ? AND scenario = ? ORDER BY ordinal",
        arguments: [key, ordinal])
      return RunDescription.Scenario(
        name: name,
        segments: try rows.map { row in
          try RunDescription.Segment(
            name: row.decode(forColumn: "name"), share: row.decode(forColumn: "share"))
        })
    }
  }

  private func arms(of key: Int64, in db: Database) throws -> [RunDescription.Arm] {
    let rows = try Row.fetchAll(
      db,
      sql:
        "SELECT name, ask, pre_prompt, usage_string, findings, metrics FROM arm WHERE run = ? ORDER BY ordinal",
      arguments: [key])
    return try rows.map { row in
      guard let ask = try AskMoment(key: row.decode(forColumn: "ask")) else {
        throw damaged("an arm asks at an unknown moment")
      }
      return try RunDescription.Arm(
        name: row.decode(forColumn: "name"), ask: ask,
        prePrompt: row.decode(forColumn: "pre_prompt"),
        usageString: row.decode(forColumn: "usage_string"),
        findings: value([BrokenRule].self, row.decode(forColumn: "findings")),
        metrics: value([[Metric]].self, row.decode(forColumn: "metrics")))
    }
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
