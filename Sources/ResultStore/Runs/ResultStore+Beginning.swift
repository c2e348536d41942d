import ExperimentDesign
public import Foundation
import GRDB

extension ResultStore {
  /// Records a new run, before its first trial.
  ///
  /// Its id depends on the content and on how many runs of the same content came
  /// before. Whether an identical run is there already is for the caller to ask:
  /// ``find(contentKey:)``.
  ///
  /// - Throws: ``ResultStoreError/nameTaken(name:by:path:)``,
  ///   ``ResultStoreError/badName(name:)``, ``ResultStoreError/badNote(run:reason:)``, or a failure to
  ///   write.
  @discardableResult
  public func begin(
    _ inputs: RunInputs, name: String? = nil, note: String? = nil, at moment: Date = Date()
  ) throws(ResultStoreError) -> RunRecord {
    try write { db in try insert(inputs, name: name, note: note, at: moment, in: db) }
  }

  /// The run of this content, recorded now if it is new.
  ///
  /// Looking and recording are one transaction: two programs that ask at the same moment get one run.
  ///
  /// - Parameter name: What the run is called from now on, be it recorded now or there already; without one it
  ///   keeps the name that it has.
  /// - Throws: as ``begin(_:name:note:at:)``.
  public func findOrBegin(
    _ inputs: RunInputs, name: String? = nil, at moment: Date = Date()
  ) throws(ResultStoreError) -> RunRecord {
    // One that is there already is found without waiting for a writer.
    if let known = try find(contentKey: inputs.contentKey), name == nil || known.name == name {
      return known
    }
    return try write { db in
      if let key = try key(ofContent: inputs.contentKey, in: db) {
        if let name { try setName(name, of: .run(key), in: db) }
        return try record(key: key, in: db)
      }
      return try insert(inputs, name: name, note: nil, at: moment, in: db)
    }
  }

  private func insert(
    _ inputs: RunInputs, name: String?, note: String?, at moment: Date, in db: Database
  ) throws -> RunRecord {
    if let name { try requireFree(name, for: nil, in: db) }
    let id = try freeID(for: inputs.contentKey, in: db)
    if let note { try requireWritable(note, of: id) }
    try insertRun(inputs, id: id, name: name, note: note, at: moment, in: db)
    let key = db.lastInsertedRowID
    try insertParameters(inputs.parameters, of: key, in: db)
    try insertScenarios(inputs.scenarios, of: key, in: db)
    try insertArms(inputs.arms, of: key, in: db)
    try seal(SealedPart.allCases, of: key, in: db)
    return try record(key: key, in: db)
  }

  func freeID(for contentKey: String, in db: Database) throws -> String {
    var attempt = 0
    while true {
      let id = ContentKey.runID(of: contentKey, attempt: attempt)
      if try key(ofExactly: id, column: "id", in: db) == nil { return id }
      attempt += 1
    }
  }

  private func insertRun(
    _ inputs: RunInputs, id: String, name: String?, note: String?, at moment: Date, in db: Database
  ) throws {
    try db.execute(
      sql: """
        INSERT INTO run (id, name, note, experiment, question, source, file_text, population_text, overrides,
          seed, trials, installs, horizon_days, baseline, objective, engine, content_key,
          created_at, sampling)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        id, name, note, inputs.experiment, inputs.question, inputs.source, inputs.fileText,
        inputs.populationText,
        try StoredText.json(inputs.overrides), String(inputs.seed), inputs.trials, inputs.installs,
        inputs.horizonDays, inputs.arms[inputs.baseline].name, inputs.objective.name,
        inputs.engine,
        inputs.contentKey, StoredText.time(moment), inputs.sampling.rawValue,
      ])
  }

  private func insertParameters(_ parameters: [RunDescription.Parameter], of key: Int64, in db: Database)
    throws
  {
    let statement = try db.makeStatement(
      sql: "INSERT INTO parameter VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    for (ordinal, parameter) in parameters.enumerated() {
      let evidence = parameter.evidence
      let (distribution, joint, member): (String?, String?, Int?) =
        switch parameter.knowledge {
        case .distribution(let text): (text, nil, nil)
        case .joint(let path, let member): (nil, path, member)
        }
      try statement.execute(arguments: [
        key, ordinal, parameter.path, distribution, joint, member, parameter.value, evidence.grade.rawValue,
        evidence.source, evidence.date, evidence.denominator,
      ])
    }
  }

  private func insertScenarios(_ scenarios: [RunDescription.Scenario], of key: Int64, in db: Database) throws
  {
    let scenarioStatement = try db.makeStatement(sql: "INSERT INTO scenario VALUES (?, ?, ?)")
    let segmentStatement = try db.makeStatement(sql: "INSERT INTO segment VALUES (?, ?, ?, ?, ?)")
    for (ordinal, scenario) in scenarios.enumerated() {
      try scenarioStatement.execute(arguments: [key, ordinal, scenario.name])
      for (path, segment) in scenario.segments.enumerated() {
        try segmentStatement.execute(arguments: [key, ordinal, path, segment.name, segment.share])
      }
    }
  }

  private func insertArms(_ arms: [RunDescription.Arm], of key: Int64, in db: Database) throws {
    let statement = try db.makeStatement(sql: "INSERT INTO arm VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
    for (ordinal, arm) in arms.enumerated() {
      try statement.execute(arguments: [
        key, ordinal, arm.name, arm.ask.key, arm.prePrompt, arm.usageString,
        arm.isAllowedByApple, try StoredText.json(arm.findings), try StoredText.json(arm.metrics),
      ])
    }
  }
}
