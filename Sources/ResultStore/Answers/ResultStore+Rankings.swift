import GRDB

extension ResultStore {
  /// Keeps what the answer says of the best arms of a run, in place of what was kept before.
  ///
  /// - Parameter rankings: one per scenario.
  /// - Throws: ``ResultStoreError/unfitAnswer(run:reason:)`` where one names an arm or a scenario that the run does not
  ///   have, or a failure to write.
  public func store(_ rankings: [StoredRanking], of run: RunRecord.ID) throws(ResultStoreError) {
    try write { db in
      let shape = try RunShape(key: key(ofID: run, in: db), in: db, path: path)
      try db.execute(sql: "DELETE FROM ranking WHERE run = ?", arguments: [shape.key])
      for ranking in rankings {
        try shape.check(ranking)
        try db.execute(
          sql: "INSERT INTO ranking VALUES (?, ?, ?, ?, ?)",
          arguments: [
            shape.key, ranking.scenario, ranking.headline, ranking.best, try StoredText.json(ranking.tied),
          ])
      }
      try seal([.answers], of: shape.key, in: db)
    }
  }

  /// What the answer says of the best arms of one run, by scenario; empty while it is unfinished.
  public func rankings(of run: RunRecord.ID) throws(ResultStoreError) -> [StoredRanking] {
    try read { db in
      let shape = try RunShape(key: key(ofID: run, in: db), in: db, path: path)
      try verify(.answers, of: shape.key, in: db)
      return try Row.fetchAll(
        db, sql: "SELECT scenario, headline, best, tied FROM ranking WHERE run = ? ORDER BY scenario",
        arguments: [shape.key]
      ).map { row in
        let ranking = try StoredRanking(
          scenario: row.decode(forColumn: "scenario"), headline: row.decode(forColumn: "headline"),
          best: row.decode(forColumn: "best"), tied: value([Int].self, row.decode(forColumn: "tied")))
        try shape.require(
          scenario: ranking.scenario, arms: ranking.tied + [ranking.best].compactMap { $0 }, of: "a ranking")
        return ranking
      }
    }
  }
}
