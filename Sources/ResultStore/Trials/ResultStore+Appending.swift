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
    try writeUnchecked { db in
      let shape = try shape(of: key(ofID: run, in: db), in: db)
      var writer = try TrialWriter(shape: shape, in: db)
      for result in results where try writer.store(result) { added += 1 }
      try add(seconds: seconds, to: shape.key, in: db)
      try seal([.head], of: shape.key, in: db)
    }
    return added
  }

  private func add(seconds: Double, to key: Int64, in db: Database) throws {
    try db.execute(
      sql: "UPDATE run SET seconds = seconds + ? WHERE key = ?", arguments: [seconds, key])
  }
}

/// Inserts trials with statements that are prepared once per batch.
struct TrialWriter {
  private let shape: RunShape
  private let trial: Statement
  private var draws: RowsInsert
  private var tallies: RowsInsert
  private var medians: RowsInsert
  private let database: Database

  init(shape: RunShape, in db: Database) throws {
    self.shape = shape
    database = db
    trial = try db.cachedStatement(
      sql: "INSERT INTO trial (run, trial, checksum, noise) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING")
    draws = RowsInsert(into: "draw", ["parameter", "value"], run: shape.key, in: db)
    tallies = RowsInsert(
      into: "tally", ["scenario", "arm", "segment"] + TallyColumns.all, run: shape.key, in: db)
    medians = RowsInsert(
      into: "trial_arm", ["scenario", "arm", "median_days_to_decision"], run: shape.key, in: db)
  }

  /// Stores one trial; false when it is stored already.
  mutating func store(_ result: TrialResult) throws -> Bool {
    guard try insertTrial(result) else { return false }
    try draws.insert(shape.drawn.count, of: result.trial) { row, arguments in
      try arguments.bind(shape.drawn[row])
      try arguments.bind(result.draws[row])
    }
    let grid = result.wholes.shape
    let arms = grid.scenarios.flatMap { scenario in grid.arms.map { (scenario, $0) } }
    let segments = arms.flatMap { scenario, arm in grid.segments(of: scenario).map { (scenario, arm, $0) } }
    try tallies.insert(segments.count, of: result.trial) { row, arguments in
      let (scenario, arm, segment) = segments[row]
      try arguments.bind(scenario.rawValue)
      try arguments.bind(arm.rawValue)
      try arguments.bind(segment.rawValue)
      try TallyColumns.bind(result.tallies[scenario, arm, segment], with: &arguments)
    }
    let answered = arms.compactMap { scenario, arm in
      result.wholes[scenario, arm].medianDaysToDecision.map { (scenario, arm, $0) }
    }
    try medians.insert(answered.count, of: result.trial) { row, arguments in
      let (scenario, arm, days) = answered[row]
      try arguments.bind(scenario.rawValue)
      try arguments.bind(arm.rawValue)
      try arguments.bind(days)
    }
    return true
  }

  /// Inserts what a trial has but once; false when it is stored already.
  private func insertTrial(_ result: TrialResult) throws -> Bool {
    var arguments = PositionalArguments(of: trial)
    try arguments.bind(shape.key)
    try arguments.bind(result.trial)
    let noise = StoredNoise.data(of: result)
    let medians = ArmGrid(result.wholes.shape) { result.wholes[$0, $1].medianDaysToDecision }
    try arguments.bind(
      TallyColumns.checksum(
        trial: result.trial, draws: result.draws, tallies: result.tallies, medians: medians, noise))
    try arguments.bind(noise)
    try arguments.execute()
    return database.changesCount > 0
  }
}
