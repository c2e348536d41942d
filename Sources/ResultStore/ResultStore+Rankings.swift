public import ExperimentDesign
import GRDB

/// What one metric came to for one arm of one scenario of a run, as its summaries say.
public struct Standing: Hashable, Sendable {
  /// The run.
  public var run: RunRecord.ID
  /// The scenario's position in the run.
  public var scenario: Int
  /// The arm's name.
  public var arm: String
  /// Whether Apple's rules leave the arm a way into the store.
  public var isAllowedByApple: Bool
  /// What was measured.
  public var metric: Metric
  /// Its mean over the trials.
  public var mean: Double
}

extension ResultStore {
  /// What metrics came to in every run, for lists of many runs.
  ///
  /// A run that is not finished has no summaries yet and none here, as a metric without a value has
  /// none. Three indexes answer it, whatever else the store holds.
  /// - Parameter limit: of the newest runs alone; `nil` for all.
  /// - Returns: by run, oldest first, scenario and arm in their order.
  public func standings(
    of metrics: [Metric], limit: Int? = nil
  ) throws(ResultStoreError) -> [Standing] {
    try read { db in
      let ids = try runIDs(limit: limit, in: db)
      guard let oldest = ids.keys.min() else { return [] }
      let arms = try listedArms(since: oldest, in: db)
      let places = metrics.map { _ in "?" }.joined(separator: ", ")
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT run, scenario, arm, metric, mean FROM summary
          WHERE metric IN (\(places)) AND run >= ? AND mean IS NOT NULL
          ORDER BY run, scenario, arm
          """,
        arguments: StatementArguments(metrics.map(\.rawValue)) + [oldest])
      var standings: [Standing] = []
      while let row = try rows.next() {
        let run = try row.decode(Int64.self, atIndex: 0)
        let ordinal = try row.decode(Int.self, atIndex: 2)
        guard let id = ids[run], let found = arms[run], found.indices.contains(ordinal),
          let metric = Metric(rawValue: try row.decode(atIndex: 3))
        else { continue }
        standings.append(
          try Standing(
            run: id, scenario: row.decode(atIndex: 1), arm: found[ordinal].name,
            isAllowedByApple: found[ordinal].isAllowed, metric: metric, mean: row.decode(atIndex: 4)))
      }
      return standings
    }
  }

  /// Holds the summaries that runs are ranked by to their checksums.
  ///
  /// It reads every row of them, some hundred a run, where ``standings(of:limit:)`` reads a few.
  ///
  /// - Parameter runs: those that are gone by now are passed over.
  /// - Throws: ``ResultStoreError/damaged(path:reason:)`` where one differs.
  public func verifySummaries(of runs: [RunRecord.ID]) throws(ResultStoreError) {
    try read { db in
      for run in runs {
        let key = try Int64.fetchOne(db, sql: "SELECT key FROM run WHERE id = ?", arguments: [run])
        if let key { try verify(.summary, of: key, in: db) }
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

  private func listedArms(
    since oldest: Int64, in db: Database
  ) throws -> [Int64: [(name: String, isAllowed: Bool)]] {
    let rows = try Row.fetchCursor(
      db,
      sql: "SELECT run, name, allowed_by_apple FROM arm WHERE run >= ? ORDER BY run, ordinal",
      arguments: [oldest])
    var arms: [Int64: [(name: String, isAllowed: Bool)]] = [:]
    while let row = try rows.next() {
      arms[try row.decode(atIndex: 0), default: []].append(
        (try row.decode(atIndex: 1), try row.decode(atIndex: 2)))
    }
    return arms
  }
}
