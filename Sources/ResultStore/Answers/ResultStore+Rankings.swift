import GRDB

/// What the answer says of the best arm of one scenario of a run, by the arms' names.
public struct NamedRanking: Hashable, Sendable {
  /// As ``StoredRanking/headline``.
  public var headline: String?
  /// The arm with the best mean objective.
  public var best: String?
  /// The arms that are tied with it.
  public var tied: [String]
}

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
      try seal(.answers, of: shape.key, in: db)
    }
  }

  /// What the answer says of the best arms of one run, by scenario; empty as for ``rankings(limit:)``.
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

  /// What the answers say of the best arms, for lists of many runs.
  ///
  /// A run that is not finished has no ranking yet and none here, and neither has one that an earlier version finished.
  /// Two indexes answer it, whatever else the store holds.
  ///
  /// - Parameter limit: of the newest runs alone; `nil` for all.
  /// - Returns: by scenario in their order.
  public func rankings(limit: Int? = nil) throws(ResultStoreError) -> [RunRecord.ID: [NamedRanking]] {
    try read { db in
      let ids = try runIDs(limit: limit, in: db)
      guard let oldest = ids.keys.min() else { return [:] }
      let arms = try listedArms(since: oldest, in: db)
      let rows = try Row.fetchCursor(
        db,
        sql: "SELECT run, headline, best, tied FROM ranking WHERE run >= ? ORDER BY run, scenario",
        arguments: [oldest])
      var rankings: [RunRecord.ID: [NamedRanking]] = [:]
      while let row = try rows.next() {
        let run = try row.decode(Int64.self, atIndex: 0)
        guard let id = ids[run] else { continue }
        func name(_ arm: Int) throws -> String {
          guard let names = arms[run], names.indices.contains(arm) else {
            throw damaged("run \(id): a ranking names an arm that it does not have")
          }
          return names[arm]
        }
        rankings[id, default: []].append(
          NamedRanking(
            headline: try row.decode(atIndex: 1), best: try row.decode(Int?.self, atIndex: 2).map(name),
            tied: try value([Int].self, row.decode(atIndex: 3)).map(name)))
      }
      return rankings
    }
  }

  /// Holds the answers and summaries of runs to their checksums.
  ///
  /// It reads every row of them, some hundred a run, where ``rankings(limit:)`` reads a few.
  ///
  /// - Parameter runs: those that are gone by now are passed over.
  /// - Throws: ``ResultStoreError/damaged(path:reason:)`` where one differs.
  public func verifyAnswers(of runs: [RunRecord.ID]) throws(ResultStoreError) {
    try read { db in
      for run in runs {
        let key = try Int64.fetchOne(db, sql: "SELECT key FROM run WHERE id = ?", arguments: [run])
        if let key { try verify(.answers, .summary, of: key, in: db) }
      }
    }
  }

  private func runIDs(limit: Int?, in db: Database) throws -> [Int64: RunRecord.ID] {
    let rows = try Row.fetchCursor(
      db, sql: "SELECT key, id FROM run ORDER BY key DESC LIMIT ?", arguments: [limit ?? -1])
    var ids: [Int64: RunRecord.ID] = [:]
    while let row = try rows.next() { ids[try row.decode(atIndex: 0)] = try row.decode(atIndex: 1) }
    return ids
  }

  private func listedArms(since oldest: Int64, in db: Database) throws -> [Int64: [String]] {
    let rows = try Row.fetchCursor(
      db, sql: "SELECT run, name FROM arm WHERE run >= ? ORDER BY run, ordinal", arguments: [oldest])
    var arms: [Int64: [String]] = [:]
    while let row = try rows.next() {
      arms[try row.decode(atIndex: 0), default: []].append(try row.decode(atIndex: 1))
    }
    return arms
  }
}
