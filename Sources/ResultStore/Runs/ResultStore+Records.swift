import ExperimentDesign
import Foundation
import GRDB

/// From rows to records.
extension ResultStore {
  static let headColumns = """
    id, name, note, experiment, question, objective, seed, trials, installs, engine, created_at,
    finished_at, seconds, (SELECT count(*) FROM arm WHERE arm.run = run.key) AS arms,
    (SELECT count(*) FROM trial WHERE trial.run = run.key) AS stored_trials
    """

  /// The same for lists: a finished run has its trials, and none is counted.
  static let listColumns = headColumns.replacing(
    "(SELECT count(*) FROM trial WHERE trial.run = run.key)",
    with: """
      CASE WHEN finished_at IS NULL
        THEN (SELECT count(*) FROM trial WHERE trial.run = run.key) ELSE trials END
      """)

  func head(_ row: Row) throws -> RunHead {
    try RunHead(
      id: row.decode(forColumn: "id"), name: row.decode(forColumn: "name"),
      note: row.decode(forColumn: "note"), experiment: row.decode(forColumn: "experiment"),
      question: row.decode(forColumn: "question"), arms: row.decode(forColumn: "arms"),
      objective: row.decode(forColumn: "objective"), seed: seed(row), trials: row.decode(forColumn: "trials"),
      installs: row.decode(forColumn: "installs"),
      engine: row.decode(forColumn: "engine"),
      createdAt: date(row.decode(forColumn: "created_at")),
      finishedAt: row.decode(String?.self, forColumn: "finished_at").map(date),
      seconds: row.decode(forColumn: "seconds"), storedTrials: row.decode(forColumn: "stored_trials"))
  }

  func record(key: Int64, in db: Database) throws -> RunRecord {
    let shape = try RunShape(key: key, in: db, path: path)
    try verify(.head, .inputs, of: key, in: db)
    let row = try Row.fetchOne(
      db,
      sql: """
        SELECT \(Self.headColumns), file_text, population_text, overrides, horizon_days, sampling,
          baseline, content_key
        FROM run WHERE key = ?
        """,
      arguments: [key])
    guard let row, let sampling = try InputSampling(rawValue: row.decode(forColumn: "sampling"))
    else {
      throw damaged("a run has no readable row")
    }
    let head = try head(row)
    let arms = try arms(of: key, in: db)
    let baselineName = try row.decode(String.self, forColumn: "baseline")
    guard let baseline = arms.firstIndex(where: { $0.name == baselineName }) else {
      throw damaged("run \(head.id): its baseline is none of its arms")
    }
    let description = try RunDescription(
      experiment: head.experiment, question: head.question, seed: head.seed, trials: head.trials,
      installs: head.installs, horizonDays: row.decode(forColumn: "horizon_days"), engine: head.engine,
      sampling: sampling, baseline: baseline, objectiveName: head.objective,
      parameters: parameters(of: key, in: db), scenarios: scenarios(of: key, in: db), arms: arms)
    let inputs = try RunInputs(
      description: description, fileText: row.decode(forColumn: "file_text"),
      populationText: row.decode(forColumn: "population_text"),
      overrides: value([String].self, row.decode(forColumn: "overrides")),
      contentKey: row.decode(forColumn: "content_key"))
    let platform = try platformRecord(of: key, in: db)
    guard inputs.arms.allSatisfy({ $0.metrics.count == shape.segments.count }) else {
      throw damaged("run \(head.id): an arm has no list of metrics for every scenario")
    }
    guard head.arms == shape.arms else { throw damaged("run \(head.id): its arms differ from their index") }
    guard head.storedTrials <= head.trials, head.finishedAt == nil || head.storedTrials == head.trials else {
      throw damaged("run \(head.id) is finished and holds \(head.storedTrials) of \(head.trials) trials")
    }
    for finding in platform?.findings ?? [] {
      try shape.require(scenario: nil, arms: finding.arms, of: "a finding")
    }
    for visibility in platform?.visibilities ?? [] {
      try shape.require(
        scenario: visibility.scenario, arms: [visibility.arm], numbers: [visibility.afterSeconds],
        of: "a reviewer's session"
      )
      if let segment = visibility.segment, let scenario = visibility.scenario,
        !(0..<shape.segments[scenario]).contains(segment)
      {
        throw damaged("run \(head.id): a reviewer's session names a segment that it does not have")
      }
    }
    return RunRecord(
      id: head.id, name: head.name, note: head.note, inputs: inputs, createdAt: head.createdAt,
      finishedAt: head.finishedAt, seconds: head.seconds, storedTrials: head.storedTrials,
      platform: platform)
  }

  private func parameters(of key: Int64, in db: Database) throws -> [RunDescription.Parameter] {
    // Columns are named, here and below: one that a damaged schema lacks is then an error, where `*` would read NULL.
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
      try RunDescription.Arm(
        name: row.decode(forColumn: "name"), ask: AskMoment(key: row.decode(forColumn: "ask")),
        prePrompt: row.decode(forColumn: "pre_prompt"),
        usageString: row.decode(forColumn: "usage_string"),
        findings: value([BrokenRule].self, row.decode(forColumn: "findings")),
        metrics: value([[String]].self, row.decode(forColumn: "metrics")).map { names in
          // A metric of another version of the tool is no metric of this one.
          names.compactMap(Metric.init)
        })
    }
  }

  private func seed(_ row: Row) throws -> UInt64 {
    guard let seed = UInt64(try row.decode(String.self, forColumn: "seed")) else {
      throw damaged("a seed is out of range")
    }
    return seed
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
