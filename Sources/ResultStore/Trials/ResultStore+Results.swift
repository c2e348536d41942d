public import ExperimentDesign
import Foundation
import GRDB

extension ResultStore {
  /// The trials stored of a run, ascending.
  public func storedTrials(of run: RunRecord.ID) throws(ResultStoreError) -> [Int] {
    try read { db in
      let shape = try shape(of: key(ofID: run, in: db), in: db)
      let trials = try Int.fetchAll(
        db, sql: "SELECT trial FROM trial WHERE run = ? ORDER BY trial", arguments: [shape.key])
      for (index, trial) in trials.enumerated() {
        guard (0..<shape.trials).contains(trial), index == 0 || trials[index - 1] < trial else {
          throw damaged(
            "run \(shape.id) holds a trial \(trial), expected 0 to \(shape.trials - 1), each once")
        }
      }
      return trials
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

  /// Visits the results of a run in trial order, batch by batch, so that some thousand tallies are in memory at a time.
  ///
  /// What is appended meanwhile may or may not be visited.
  /// - Throws: ``ResultStoreError``, or what `visit` throws, which ends the visit.
  public func forEachResult(of run: RunRecord.ID, _ visit: (TrialResult) throws -> Void) throws {
    for batch in try batches(of: run) {
      for result in try results(of: run, trials: batch) { try visit(result) }
    }
  }

  /// The stored trials of a run in batches.
  func batches(of run: RunRecord.ID) throws(ResultStoreError) -> [Range<Int>] {
    try read { db in try reader(of: run, in: db).batches(in: db) }
  }

  /// The results of a run's trials in a range, in trial order.
  public func results(
    of run: RunRecord.ID, trials: Range<Int>
  ) throws(ResultStoreError) -> [TrialResult] {
    try read { db in try reader(of: run, in: db).results(trials, in: db) }
  }

  /// What reads the trials of a run, whose shape is looked up anew, as the run may have grown or be gone.
  func reader(of run: RunRecord.ID, in db: Database) throws -> TrialReader {
    try TrialReader(shape: shape(of: key(ofID: run, in: db), in: db), path: path)
  }
}

/// Puts trials together from their rows.
struct TrialReader {
  let shape: RunShape
  /// The store's path, for messages.
  let path: String

  /// The stored trials in batches of at most 32 MiB and some thousand tallies.
  ///
  /// The last one has no end, so that it holds what is appended too.
  func batches(in db: Database) throws -> [Range<Int>] {
    let count = TrialMemory.trials(
      in: 32 << 20, cells: shape.rows, days: shape.days, atMost: max(1, 4096 / max(1, shape.rows)))
    let firstOfNext = try db.cachedStatement(
      sql: "SELECT trial FROM trial WHERE run = ? AND trial >= ? ORDER BY trial LIMIT 1 OFFSET ?")
    var batches: [Range<Int>] = []
    var start = 0
    while let next = try Int.fetchOne(firstOfNext, arguments: [shape.key, start, count]) {
      batches.append(start..<next)
      start = next
    }
    return batches + [start..<Int.max]
  }

  func results(_ range: Range<Int>, in db: Database) throws -> [TrialResult] {
    let arguments: StatementArguments = [shape.key, range.lowerBound, range.upperBound]
    let trials = try Row.fetchAll(
      db,
      sql:
        "SELECT trial, checksum, noise FROM trial WHERE run = ? AND trial >= ? AND trial < ? ORDER BY trial",
      arguments: arguments
    ).map { row in
      (
        number: try row.decode(Int.self, atIndex: 0), checksum: try row.decode(Int64.self, atIndex: 1),
        noise: try row.decode(Data.self, atIndex: 2)
      )
    }
    let draws = try StoredRows(
      """
      SELECT value, trial, parameter FROM draw WHERE run = ? AND trial >= ? AND trial < ? ORDER BY trial, parameter
      """,
      arguments, in: db, path: path)
    let tallies = try StoredRows(
      """
      SELECT \(TallyColumns.all.joined(separator: ", ")), trial, scenario, arm, segment FROM tally
      WHERE run = ? AND trial >= ? AND trial < ? ORDER BY trial, scenario, arm, segment
      """,
      arguments, in: db, path: path)
    var medians = try StoredMedians(arguments, in: db, path: path)
    let results = try trials.map { trial in
      guard (0..<shape.trials).contains(trial.number) else {
        throw damaged(trial.number, "expected one from 0 to \(shape.trials - 1)")
      }
      return try result(trial, draws: draws, tallies: tallies, medians: &medians)
    }
    guard try !draws.next(), try !tallies.next(), medians.areUsed else {
      throw ResultStoreError.damaged(
        path: path, reason: "run \(shape.id) holds numbers of a trial that it does not hold")
    }
    return results
  }

  private func result(
    _ row: (number: Int, checksum: Int64, noise: Data), draws: StoredRows, tallies: StoredRows,
    medians: inout StoredMedians
  ) throws -> TrialResult {
    let trial = row.number
    // Rows are whole trials of a known shape in the order asked for, so the next
    // rows are this trial's.
    let drawn = try shape.drawn.map { parameter in
      try requireNext(draws, of: trial)
      guard try draws.integer(1) == Int64(trial), try draws.integer(2) == Int64(parameter)
      else { throw damaged(trial, "a draw is missing") }
      return try draws.number(0)
    }
    let found = try SegmentGrid(shape.grid) { scenario, arm, segment in
      try requireNext(tallies, of: trial)
      return try tally(in: tallies, at: [trial, scenario.rawValue, arm.rawValue, segment.rawValue])
    }
    let medianDays = try ArmGrid(shape.grid) { scenario, arm in
      try medians.median(trial, scenario.rawValue, arm.rawValue)
    }
    let checksum = TallyColumns.checksum(
      trial: trial, draws: drawn, tallies: found, medians: medianDays, row.noise)
    // Before anything is summed: sums of what was simulated fit, and of other numbers they may not.
    guard row.checksum == checksum else { throw damaged(trial, "its numbers differ from their checksum") }
    let wholes = ArmGrid(shape.grid) { scenario, arm in
      var whole = Tally(sum: found[scenario, arm], days: shape.days - 1)
      whole.medianDaysToDecision = medianDays[scenario, arm]
      return whole
    }
    var result = TrialResult(trial: trial, draws: drawn, tallies: found, wholes: wholes)
    guard StoredNoise.read(row.noise, into: &result) else {
      throw damaged(trial, "its noise is not of the run's scenarios, arms and segments")
    }
    return result
  }

  /// - Parameter position: trial, scenario, arm and segment, as the row ought to say.
  private func tally(in row: StoredRows, at position: [Int]) throws -> Tally {
    for (index, number) in position.enumerated() {
      guard try row.integer(TallyColumns.all.count + index) == Int64(number) else {
        throw damaged(position[0], "a tally is missing")
      }
    }
    guard let tally = try TallyColumns.tally(in: row) else {
      throw damaged(position[0], "a list by day is unreadable")
    }
    return tally
  }

  private func requireNext(_ rows: StoredRows, of trial: Int) throws {
    guard try rows.next() else { throw damaged(trial, "it is not whole") }
  }

  private func damaged(_ trial: Int, _ reason: String) -> ResultStoreError {
    .damaged(path: path, reason: "trial \(trial) of run \(shape.id): \(reason)")
  }
}

/// The stored median days of some trials, asked for in order.
private struct StoredMedians {
  private let rows: StoredRows
  /// Trial, scenario and arm of the row that is next, and its days; `nil` behind the last.
  private var next: (place: (Int64, Int64, Int64), days: Double)?
  private var areSkipped = false

  init(_ arguments: StatementArguments, in db: Database, path: String) throws {
    rows = try StoredRows(
      """
      SELECT trial, scenario, arm, median_days_to_decision FROM trial_arm
      WHERE run = ? AND trial >= ? AND trial < ? ORDER BY trial, scenario, arm
      """,
      arguments, in: db, path: path)
    try goOn()
  }

  /// Whether somebody asked for every one of them.
  var areUsed: Bool { next == nil && !areSkipped }

  /// The days of an arm; `nil` where nobody answered.
  mutating func median(_ trial: Int, _ scenario: Int, _ arm: Int) throws -> Double? {
    let place = (Int64(trial), Int64(scenario), Int64(arm))
    while let found = next, found.place < place {
      areSkipped = true
      try goOn()
    }
    guard let found = next, found.place == place else { return nil }
    try goOn()
    return found.days
  }

  private mutating func goOn() throws {
    next =
      try rows.next()
      ? ((rows.integer(0), rows.integer(1), rows.integer(2)), rows.number(3)) : nil
  }
}
