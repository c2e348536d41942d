public import ExperimentDesign
import GRDB

extension ResultStore {
  /// Stores whole trials in one transaction: after a crash all of the batch is
  /// there, or none of it.
  ///
  /// Trials that are stored already are skipped, so going on after an
  /// interruption, or two programs computing the same run, never count twice.
  ///
  /// - Parameters:
  ///   - results: Trials of the run, in any order.
  ///   - seconds: Time spent simulating them, added to the run's.
  /// - Returns: How many trials were new.
  /// - Throws: a failure to write.
  @discardableResult
  public func append(
    _ results: [TrialResult], to run: RunRecord.ID, seconds: Double = 0
  ) throws(ResultStoreError) -> Int {
    var added = 0
    // The rows of a trial refer to it, and to what the shape is read from.
    try write(checked: false) { db in
      let row = try change(.run(key(ofID: run, in: db)), "seconds = seconds + ?", [seconds], in: db)
      let shape = try shape(of: row)
      let writer = TrialWriter(shape: shape, database: db)
      for result in results where try writer.store(result) { added += 1 }
    }
    return added
  }

  /// Takes over the trials of a run, of another store or another size, that a run here lacks.
  ///
  /// A thousand tallies at a time are in memory, each batch is one transaction, and a trial that is here
  /// already stays as it is: stopped at any moment, doing it again goes on.
  ///
  /// - Returns: how many trials were new.
  @discardableResult
  public func take(
    trialsOf theirs: RunRecord.ID, from other: ResultStore, into target: RunRecord.ID
  ) throws(ResultStoreError) -> Int {
    let missing = Set(try missingTrials(of: target))
    var added = 0
    for batch in try other.batches(of: theirs) where missing.contains(where: batch.contains) {
      let results = try other.results(of: theirs, trials: batch).filter { missing.contains($0.trial) }
      if !results.isEmpty { added += try append(results, to: target) }
    }
    return added
  }
}

/// Inserts trials.
struct TrialWriter {
  let shape: RunShape
  let database: Database

  private typealias Values = [any StatementBinding]

  /// Stores one trial; false when it is stored already.
  func store(_ result: TrialResult) throws -> Bool {
    let noise = StoredNoise.data(of: result)
    let medians = result.wholes.flatMap { $0.map(\.medianDaysToDecision) }
    let checksum = TallyColumns.checksum(
      trial: result.trial, draws: result.draws, tallies: result.tallies, medians: medians, noise)
    try execute(
      "INSERT INTO trial VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
      [shape.key, result.trial, checksum, StoredText.json(medians), noise])
    guard database.changesCount > 0 else { return false }
    try insert(zip(shape.drawn, result.draws).map { [$0, $1] as Values }, into: "draw", of: result.trial)
    let tallies = result.tallies.enumerated().flatMap { scenario, arms in
      arms.enumerated().flatMap { arm, segments in
        segments.enumerated().map { [scenario, arm, $0] as Values + TallyColumns.values($1) }
      }
    }
    try insert(tallies, into: "tally", of: result.trial)
    return true
  }

  /// Inserts rows into a table whose columns begin with the run and the trial, many with one statement: to begin and end
  /// a statement takes SQLite longer than to insert a short row.
  private func insert(_ rows: [Values], into table: String, of trial: Int) throws {
    guard let columns = rows.first?.count else { return }
    let most = max(1, 10_000 / columns)
    for first in stride(from: 0, to: rows.count, by: most) {
      let part = rows[first..<min(rows.count, first + most)]
      let row = "(?1, ?2\(String(repeating: ", ?", count: columns)))"
      try execute(
        "INSERT INTO \(table) VALUES \(part.map { _ in row }.joined(separator: ", "))",
        [shape.key, trial] + part.joined())
    }
  }

  /// Binds value by value: GRDB's `StatementArguments` take longer over each than SQLite does.
  private func execute(_ sql: String, _ values: Values) throws {
    let statement = try database.cachedStatement(sql: sql)
    statement.setUncheckedArguments(StatementArguments())
    for (position, value) in values.enumerated() {
      let code = value.bind(to: statement.sqliteStatement, at: CInt(position + 1))
      guard code == ResultCode.SQLITE_OK.rawValue else {
        throw DatabaseError(resultCode: ResultCode(rawValue: code))
      }
    }
    try statement.execute()
  }
}
