import Foundation
import GRDB

/// Trials of one strategy in a search that is not over yet.
public struct SearchTrialsRow: Equatable, Sendable {
  /// Installs of a trial.
  public var installs: Int
  /// The position of the strategy.
  public var strategy: Int
  /// The first of the trials.
  public var first: Int
  /// How many there are.
  public var trials: Int
  /// What they found: as many numbers of each trial.
  public var numbers: [Double]

  /// The parts, unchanged.
  public init(installs: Int, strategy: Int, first: Int, trials: Int, numbers: [Double]) {
    self.installs = installs
    self.strategy = strategy
    self.first = first
    self.trials = trials
    self.numbers = numbers
  }
}

extension ResultStore {
  /// The trials of a search that was interrupted, in the order of the strategies and the trials.
  ///
  /// - Parameter search: what finds them again.
  /// - Throws: ``ResultStoreError/damaged(path:reason:)`` for numbers that differ from their checksum.
  public func searchTrials(of search: String) throws(ResultStoreError) -> [SearchTrialsRow] {
    try read { db in
      var rows: [SearchTrialsRow] = []
      let cursor = try Row.fetchCursor(
        db,
        sql: """
          SELECT installs, strategy, first, trials, numbers, checksum FROM search_trials WHERE search = ?
          ORDER BY installs, strategy, first
          """,
        arguments: [search])
      while let row = try cursor.next() {
        let trials = try SearchTrialsRow(
          installs: row.decode(forColumn: "installs"), strategy: row.decode(forColumn: "strategy"),
          first: row.decode(forColumn: "first"), trials: row.decode(forColumn: "trials"),
          numbers: SearchTrialsRow.numbers(row.decode(Data.self, forColumn: "numbers")))
        guard try row.decode(Int64.self, forColumn: "checksum") == trials.checksum(search) else {
          throw damaged("the trials of an unfinished search differ from their checksum")
        }
        rows.append(trials)
      }
      return rows
    }
  }

  /// Keeps trials of a search that is not over yet, all of them or none.
  ///
  /// - Parameters:
  ///   - search: what finds them again.
  ///   - beginning: what the search is, for people; `nil` where nobody says.
  /// - Throws: ``ResultStoreError`` for a failure to write.
  public func keep(
    _ trials: [SearchTrialsRow], of search: String, _ beginning: SearchBeginning? = nil
  ) throws(ResultStoreError) {
    try write { db in
      if let beginning {
        try db.execute(
          sql: """
            INSERT INTO search (search, experiment, arguments, begun_at) VALUES (?, ?, ?, ?)
            ON CONFLICT (search) DO UPDATE SET arguments = excluded.arguments
            """,
          arguments: [
            search, beginning.experiment, try StoredText.json(beginning.arguments),
            StoredText.time(beginning.moment),
          ])
      }
      let insert = try db.makeStatement(
        sql: """
          INSERT OR REPLACE INTO search_trials (search, installs, strategy, first, trials, numbers, checksum)
          VALUES (?, ?, ?, ?, ?, ?, ?)
          """)
      for part in trials {
        try insert.execute(arguments: [
          search, part.installs, part.strategy, part.first, part.trials, part.data, part.checksum(search),
        ])
      }
    }
  }

  /// Removes the trials of a search that is over, or that nobody goes on with.
  public func removeSearchTrials(of search: String) throws(ResultStoreError) {
    try write { db in
      try db.execute(sql: "DELETE FROM search_trials WHERE search = ?", arguments: [search])
      try db.execute(sql: "DELETE FROM search WHERE search = ?", arguments: [search])
    }
  }

  /// The searches that are not over, the newest first; those that earlier versions began come last.
  public func unfinishedSearches() throws(ResultStoreError) -> [UnfinishedSearch] {
    try read { db in try unfinishedSearches(in: db) }
  }

  /// The search that is not over and that a reference means: the only one whose id begins with it.
  ///
  /// - Throws: ``ResultStoreError/noRun(reference:path:runs:)`` where there is no such search, or where there are several.
  public func unfinishedSearch(_ reference: String) throws(ResultStoreError) -> UnfinishedSearch {
    try read { db in
      guard let found = try unfinishedSearch(reference, in: db) else { throw try unknown(reference, in: db) }
      return found
    }
  }

  /// The fewest characters of an id that mean a search.
  private static let fewestOfAnID = 4

  func unfinishedSearch(_ reference: String, in db: Database) throws -> UnfinishedSearch? {
    guard reference.count >= Self.fewestOfAnID else { return nil }
    let found = try unfinishedSearches(in: db).filter { $0.id.hasPrefix(reference.lowercased()) }
    return found.count == 1 ? found[0] : nil
  }

  private func unfinishedSearches(in db: Database) throws -> [UnfinishedSearch] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT part.search, experiment, arguments, begun_at, sum(trials) AS trials
        FROM search_trials AS part LEFT JOIN search ON search.search = part.search
        GROUP BY part.search ORDER BY begun_at DESC, part.search
        """
    ).map { row in
      var beginning: SearchBeginning?
      if let experiment = try row.decode(String?.self, forColumn: "experiment") {
        beginning = SearchBeginning(
          experiment: experiment, arguments: try value([String].self, row.decode(forColumn: "arguments")),
          moment: try date(row.decode(forColumn: "begun_at")))
      }
      return UnfinishedSearch(
        search: try row.decode(forColumn: "search"), beginning: beginning,
        trials: try row.decode(forColumn: "trials"))
    }
  }
}

extension SearchTrialsRow {
  /// The numbers as they are stored, the lowest byte of each first.
  fileprivate var data: Data {
    numbers.map(\.bitPattern.littleEndian).withUnsafeBufferPointer { Data(buffer: $0) }
  }

  fileprivate static func numbers(_ data: Data) -> [Double] {
    data.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count - bytes.count % 8, by: 8).map { offset in
        Double(bitPattern: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
      }
    }
  }

  /// Of all that is stored.
  fileprivate func checksum(_ search: String) -> Int64 {
    var checksum = Checksum()
    checksum.combine(search)
    for number in [installs, strategy, first, trials] { checksum.combine(number) }
    checksum.combine(data)
    return checksum.value
  }
}
