import ExperimentDesign
import GRDB
import Synchronization

/// The shape that every trial of a run has, read once per batch.
struct RunShape {
  let key: Int64
  let id: String
  /// What the run is.
  let description: RunDescription
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
  func shape(of run: RunRecord.ID, in db: Database) throws -> RunShape {
    try shape(of: verified(.run(key(ofID: run, in: db)), in: db))
  }

  /// The same from the run's row.
  func shape(of row: Row) throws -> RunShape {
    let description = try description(row.decode(forColumn: "description"))
    return try RunShape(
      key: row.decode(forColumn: "key"), id: row.decode(forColumn: "id"), description: description,
      drawn: description.parameters.indices.filter { description.parameters[$0].isDrawn })
  }

  private func description(_ text: String) throws -> RunDescription {
    if let last = lastDescription.withLock({ $0 }), last.text == text { return last.description }
    let description = try value(RunDescription.self, text)
    lastDescription.withLock { $0 = (text, description) }
    return description
  }
}
