import ExperimentDesign
import GRDB

/// The shape that every trial of a run has, read once per batch.
struct RunShape {
  let key: Int64
  let id: String
  /// What the run is.
  let description: RunDescription
  /// The scenarios, arms and segments of every trial.
  let grid: GridShape
  /// Places of the parameters that are drawn, in the order of the draws.
  let drawn: [Int]

  var trials: Int { description.trials }

  /// Entries of a list by day; a day that the horizon cuts has one too.
  var days: Int { Int(description.horizonDays.rounded(.up)) + 1 }

  /// Tallies in one trial.
  var rows: Int { description.scenarios.reduce(0) { $0 + $1.segments.count } * description.arms.count }
}

extension ResultStore {
  /// The shape of a run's trials, from what it is said to be, once that is held to its checksum.
  ///
  /// - Throws: ``ResultStoreError/damaged(path:reason:)``.
  func shape(of key: Int64, in db: Database) throws -> RunShape {
    try verify(.inputs, of: key, in: db)
    let row = try Row.fetchOne(db, sql: "SELECT id, description FROM run WHERE key = ?", arguments: [key])
    guard let row else { throw damaged("a run has no readable row") }
    let description = try value(RunDescription.self, row.decode(forColumn: "description"))
    return try RunShape(
      key: key, id: row.decode(forColumn: "id"), description: description,
      grid: GridShape(arms: description.arms.count, segments: description.scenarios.map(\.segments.count)),
      drawn: description.parameters.indices.filter { description.parameters[$0].isDrawn })
  }
}
