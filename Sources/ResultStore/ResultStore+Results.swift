public import ExperimentDesign
import GRDB

extension ResultStore {
  /// The trials stored of a run, ascending.
  public func storedTrials(of run: RunRecord.ID) throws(ResultStoreError) -> [Int] {
    try read { db in
      try Int.fetchAll(
        db, sql: "SELECT trial FROM trial WHERE run = ? ORDER BY trial",
        arguments: [key(ofID: run, in: db)])
    }
  }

  /// The trials that a run still needs to be complete, ascending.
  public func missingTrials(of run: RunRecord.ID) throws(ResultStoreError) -> [Int] {
    let stored = Set(try storedTrials(of: run))
    let trials = try read { db in
      try Int.fetchOne(db, sql: "SELECT trials FROM run WHERE id = ?", arguments: [run]) ?? 0
    }
    return (0..<trials).filter { !stored.contains($0) }
  }

  /// The results of a run's trials in a range, in trial order.
  public func results(
    of run: RunRecord.ID, trials: Range<Int>
  ) throws(ResultStoreError) -> [TrialResult] {
    try read { db in
      try TrialReader(shape: RunShape(key: key(ofID: run, in: db), in: db), path: path)
        .results(trials, in: db)
    }
  }

  /// Visits the results of a run in trial order, batch by batch.
  ///
  /// Some thousand tallies are in memory at a time. What is appended meanwhile may or may not be visited.
  ///
  /// - Throws: ``ResultStoreError``, or what `visit` throws, which ends the visit.
  public func forEachResult(
    of run: RunRecord.ID, _ visit: (TrialResult) throws -> Void
  ) throws {
    var next: Int? = 0
    while let start = next {
      let (results, following) = try batch(of: run, from: start)
      for result in results { try visit(result) }
      next = following
    }
  }

  /// Some stored trials of a run from `start` on, and where to go on; `nil` at the end.
  func batch(
    of run: RunRecord.ID, from start: Int
  ) throws(ResultStoreError) -> ([TrialResult], Int?) {
    try read { db in
      try TrialReader(shape: RunShape(key: key(ofID: run, in: db), in: db), path: path)
        .batch(from: start, in: db)
    }
  }

  /// The summaries that ``finish(_:seconds:summaries:at:)`` stored, by scenario,
  /// arm and the metrics' fixed order.
  public func summaries(of run: RunRecord.ID) throws(ResultStoreError) -> [SummaryRow] {
    let rows = try read { db in
      try Row.fetchAll(
        db, sql: "SELECT * FROM summary WHERE run = ? ORDER BY scenario, arm",
        arguments: [key(ofID: run, in: db)]
      ).compactMap { row in
        // A metric of another version of the tool is no metric of this one.
        try Metric(rawValue: row.decode(forColumn: "metric")).map { metric in
          try SummaryRow(
            scenario: row.decode(forColumn: "scenario"), arm: row.decode(forColumn: "arm"), metric: metric,
            mean: row.decode(forColumn: "mean"),
            mcse: row.decode(forColumn: "mcse"), sd: row.decode(forColumn: "sd"),
            trials: row.decode(forColumn: "trials"), low: row.decode(forColumn: "low"),
            high: row.decode(forColumn: "high"))
        }
      }
    }
    let order = Dictionary(uniqueKeysWithValues: zip(Metric.allCases, 0...))
    return rows.sorted {
      ($0.scenario, $0.arm, order[$0.metric] ?? 0) < ($1.scenario, $1.arm, order[$1.metric] ?? 0)
    }
  }
}

/// Puts trials together from their rows.
struct TrialReader {
  let shape: RunShape
  /// The store's path, for messages.
  let path: String

  /// Some stored trials from `start` on, and where to go on; `nil` at the end.
  func batch(from start: Int, in db: Database) throws -> ([TrialResult], Int?) {
    let count = max(1, 4096 / max(1, shape.rows))
    let trials = try Int.fetchAll(
      db, sql: "SELECT trial FROM trial WHERE run = ? AND trial >= ? ORDER BY trial LIMIT ?",
      arguments: [shape.key, start, count])
    guard let last = trials.last else { return ([], nil) }
    return (try results(start..<last + 1, in: db), last + 1)
  }

  func results(_ range: Range<Int>, in db: Database) throws -> [TrialResult] {
    let arguments: StatementArguments = [shape.key, range.lowerBound, range.upperBound]
    let trials = try Int.fetchAll(
      db, sql: "SELECT trial FROM trial WHERE run = ? AND trial >= ? AND trial < ? ORDER BY trial",
      arguments: arguments)
    var draws = try Row.fetchCursor(
      db,
      sql: """
        SELECT value FROM draw WHERE run = ? AND trial >= ? AND trial < ? ORDER BY trial, parameter
        """,
      arguments: arguments)
    var tallies = try Row.fetchCursor(
      db,
      sql: """
        SELECT \(TallyColumns.all.joined(separator: ", ")) FROM tally
        WHERE run = ? AND trial >= ? AND trial < ? ORDER BY trial, scenario, arm, segment
        """,
      arguments: arguments)
    let medians = try self.medians(arguments, in: db)
    return try trials.map { trial in
      try result(trial, draws: &draws, tallies: &tallies, medians: medians)
    }
  }

  private func result(
    _ trial: Int, draws: inout RowCursor, tallies: inout RowCursor, medians: [Place: Double]
  ) throws -> TrialResult {
    // Rows are whole trials of a known shape in the order asked for, so the next
    // rows are this trial's.
    let drawn = try shape.drawn.map { _ in try next(&draws).decode(Double.self, atIndex: 0) }
    var found: [[[Tally]]] = []
    var wholes: [[Tally]] = []
    for (scenario, segments) in shape.segments.enumerated() {
      found.append([])
      wholes.append([])
      for arm in 0..<shape.arms {
        let parts = try (0..<segments).map { _ in
          guard let tally = try TallyColumns.tally(in: next(&tallies)) else { throw damaged }
          return tally
        }
        guard var whole = RunShape.sum(of: parts) else { throw damaged }
        whole.medianDaysToDecision = medians[Place(trial: trial, scenario: scenario, arm: arm)]
        found[scenario].append(parts)
        wholes[scenario].append(whole)
      }
    }
    return TrialResult(trial: trial, draws: drawn, tallies: found, wholes: wholes)
  }

  private func next(_ rows: inout RowCursor) throws -> Row {
    guard let row = try rows.next() else { throw damaged }
    return row
  }

  private struct Place: Hashable {
    var trial: Int
    var scenario: Int
    var arm: Int
  }

  private func medians(_ arguments: StatementArguments, in db: Database) throws -> [Place: Double] {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT trial, scenario, arm, median_days_to_decision FROM trial_arm
        WHERE run = ? AND trial >= ? AND trial < ?
        """,
      arguments: arguments)
    var medians: [Place: Double] = [:]
    for row in rows {
      let place = try Place(
        trial: row.decode(atIndex: 0), scenario: row.decode(atIndex: 1), arm: row.decode(atIndex: 2))
      medians[place] = try row.decode(Double.self, atIndex: 3)
    }
    return medians
  }

  private var damaged: ResultStoreError { .damaged(path: path, reason: "a trial is not whole") }
}
