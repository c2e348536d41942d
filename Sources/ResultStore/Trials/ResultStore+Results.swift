public import ExperimentDesign
import Foundation
import GRDB

extension ResultStore {
  /// The trials stored of a run, ascending.
  public func storedTrials(of run: RunRecord.ID) throws(ResultStoreError) -> [Int] {
    try read { db in
      let shape = try shape(of: run, in: db)
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
    try TrialReader(shape: shape(of: run, in: db), path: path)
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
    func rows(_ columns: String, of table: String, by place: String) throws -> RowCursor {
      try Row.fetchCursor(
        db.cachedStatement(
          sql: """
            SELECT \(columns), \(place) FROM \(table) WHERE run = ? AND trial >= ? AND trial < ? ORDER BY \(place)
            """), arguments: [shape.key, range.lowerBound, range.upperBound])
    }
    let trials = try rows("checksum, medians, noise", of: "trial", by: "trial")
    let draws = try rows("value", of: "draw", by: "trial, parameter")
    let tallies = try rows(
      TallyColumns.all.joined(separator: ", "), of: "tally", by: "trial, scenario, arm, segment")
    var results: [TrialResult] = []
    while let trial = try trials.next() {
      results.append(try result(trial, draws: draws, tallies: tallies))
    }
    guard try draws.next() == nil, try tallies.next() == nil else {
      throw ResultStoreError.damaged(
        path: path, reason: "run \(shape.id) holds numbers of a trial that it does not hold")
    }
    return results
  }

  private func result(_ row: Row, draws: RowCursor, tallies: RowCursor) throws -> TrialResult {
    let trial: Int = try row.decode(atIndex: 3)
    guard (0..<shape.trials).contains(trial) else {
      throw damaged(trial, "expected one from 0 to \(shape.trials - 1)")
    }
    let (stored, text) = (try row.decode(Int64.self, atIndex: 0), try row.decode(String.self, atIndex: 1))
    let noise: Data = try row.decode(atIndex: 2)
    guard let medians = try? StoredText.value([Double?].self, json: text) else {
      throw damaged(trial, "its medians are unreadable")
    }
    // Rows are whole trials of a known shape in the order asked for, so the next rows are this trial's.
    let drawn: [Double] = try shape.drawn.map {
      try next(draws, at: [trial, $0], after: 1).decode(atIndex: 0)
    }
    let found = try shape.description.scenarios.enumerated().map { scenario, life in
      try shape.description.arms.indices.map { arm in
        try life.segments.indices.map { segment in
          let place = [trial, scenario, arm, segment]
          let row = try next(tallies, at: place, after: TallyColumns.all.count)
          guard let tally = try TallyColumns.tally(in: row) else {
            throw damaged(trial, "a list by day is unreadable")
          }
          return tally
        }
      }
    }
    let checksum = TallyColumns.checksum(
      trial: trial, draws: drawn, tallies: found, medians: medians, noise)
    // Before anything is summed: sums of what was simulated fit, and of other numbers they may not.
    guard stored == checksum else { throw damaged(trial, "its numbers differ from their checksum") }
    var rest = medians[...]
    let wholes = found.map { arms in
      arms.map { segments in
        var whole = Tally(sum: segments, days: shape.days - 1)
        whole.medianDaysToDecision = rest.popFirst() ?? nil
        return whole
      }
    }
    var result = TrialResult(trial: trial, draws: drawn, tallies: found, wholes: wholes)
    guard StoredNoise.read(noise, into: &result) else {
      throw damaged(trial, "its noise is not of the run's scenarios, arms and segments")
    }
    return result
  }

  /// The next row, which has to be of a place that its columns tell from a position on.
  private func next(_ rows: RowCursor, at place: [Int], after position: Int) throws -> Row {
    guard let row = try rows.next(),
      try place.indices.allSatisfy({ try row.decode(Int.self, atIndex: position + $0) == place[$0] })
    else { throw damaged(place[0], "it is not whole") }
    return row
  }

  private func damaged(_ trial: Int, _ reason: String) -> ResultStoreError {
    .damaged(path: path, reason: "trial \(trial) of run \(shape.id): \(reason)")
  }
}
