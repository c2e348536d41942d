import ExperimentDesign
import GRDB

/// What an answer says beyond its trials.
extension ResultStore {
  /// Notes how a run came to its size; `nil` where it was given.
  public func note(_ stopping: StoredStopping?, of run: RunRecord.ID) throws(ResultStoreError) {
    try write { db in
      let key = try key(ofID: run, in: db)
      try db.execute(sql: "DELETE FROM stopping WHERE run = ?", arguments: [key])
      if let stopping {
        try db.execute(
          sql: "INSERT INTO stopping VALUES (?, ?, ?, ?)",
          arguments: [key, stopping.goal, stopping.reached, stopping.isMet])
      }
      try seal([.answers], of: key, in: db)
    }
  }

  /// How a run came to its size; `nil` where it was given.
  public func stopping(of run: RunRecord.ID) throws(ResultStoreError) -> StoredStopping? {
    try read { db in
      let key = try key(ofID: run, in: db)
      try verify(.answers, of: key, in: db)
      return try Row.fetchOne(
        db, sql: "SELECT goal, reached, met FROM stopping WHERE run = ?", arguments: [key]
      ).map { row in
        try StoredStopping(
          goal: row.decode(forColumn: "goal"), reached: row.decode(forColumn: "reached"),
          isMet: row.decode(forColumn: "met"))
      }
    }
  }

  /// Stores what became of a run's winners under alternative models, in place of what was stored before.
  ///
  /// - Parameters:
  ///   - alternatives: all of them; empty where no alternative model changes anything.
  ///   - includesForbidden: whether arms that Apple's rules forbid could win.
  /// - Throws: ``ResultStoreError/unfitAnswer(run:reason:)`` where one names an arm or a scenario that the run
  ///   does not have or is not finite, or a failure to write.
  public func store(
    _ alternatives: [StoredAlternative], of run: RunRecord.ID, includesForbidden: Bool
  ) throws(ResultStoreError) {
    try write { db in
      let shape = try RunShape(key: key(ofID: run, in: db), in: db, path: path)
      let key = shape.key
      try db.execute(
        sql: "DELETE FROM alternative_study WHERE run = ? AND includes_forbidden = ?",
        arguments: [key, includesForbidden])
      try db.execute(sql: "INSERT INTO alternative_study VALUES (?, ?)", arguments: [key, includesForbidden])
      let statement = try db.cachedStatement(
        sql: "INSERT INTO alternative_model VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
      for alternative in alternatives {
        try shape.check(alternative)
        try statement.execute(arguments: [
          key, includesForbidden, alternative.scenario, alternative.model, alternative.winner,
          alternative.outcome, alternative.best,
          alternative.lead, alternative.leadMCSE, try StoredText.json(alternative.means),
        ])
      }
      try seal([.answers], of: key, in: db)
    }
  }

  /// What became of a run's winners under alternative models, by scenario and model; `nil` where that was never
  /// stored.
  public func alternatives(
    of run: RunRecord.ID, includesForbidden: Bool
  ) throws(ResultStoreError) -> [StoredAlternative]? {
    try read { db in
      let shape = try RunShape(key: key(ofID: run, in: db), in: db, path: path)
      try verify(.answers, of: shape.key, in: db)
      let arguments: StatementArguments = [shape.key, includesForbidden]
      let isStored = try Bool.fetchOne(
        db, sql: "SELECT EXISTS (SELECT 1 FROM alternative_study WHERE run = ? AND includes_forbidden = ?)",
        arguments: arguments)
      guard isStored == true else { return nil }
      return try Row.fetchAll(
        db,
        sql:
          "SELECT scenario, model, winner, outcome, best, lead, lead_mcse, means FROM alternative_model WHERE run = ? AND includes_forbidden = ? ORDER BY scenario, model",
        arguments: arguments
      ).map { row in
        let alternative = try StoredAlternative(
          scenario: row.decode(forColumn: "scenario"), model: row.decode(forColumn: "model"),
          winner: row.decode(forColumn: "winner"), outcome: row.decode(forColumn: "outcome"),
          best: row.decode(forColumn: "best"), lead: row.decode(forColumn: "lead"),
          leadMCSE: row.decode(forColumn: "lead_mcse"),
          means: value([Double?].self, row.decode(forColumn: "means")))
        try shape.require(
          scenario: alternative.scenario, arms: [alternative.winner, alternative.best],
          numbers: alternative.numbers, of: "an alternative model")
        try shape.require(means: alternative.means)
        return alternative
      }
    }
  }
}
