import ExperimentFiles
import Foundation
import GRDB
import ResultStore
import Runs

@testable import LabCommands

extension Lab {
  /// Every row of the results of a store's last run, as text, and what it found.
  func rows(_ store: String) throws -> [String] {
    try DatabaseQueue(path: path(store)).read { db in
      let answer = try Optional<String>.fetchAll(db, sql: "SELECT answer FROM run ORDER BY key DESC LIMIT 1")
      return try answer.compactMap(\.self)
        + ["trial", "draw", "tally"].flatMap { table in
          // In the order of the values and not of the inserts, which turns decide. The first is the run's key.
          let columns = try db.columns(in: table).map(\.name).dropFirst().joined(separator: ", ")
          return try Row.fetchAll(
            db,
            sql: "SELECT \(columns) FROM \(table) WHERE run = (SELECT max(key) FROM run) ORDER BY \(columns)"
          ).map { row in "\(table) " + row.map { "\($0.1)" }.joined(separator: " ") }
        }
    }
  }

  /// How many runs a store of the lab's holds.
  func runCount(_ store: String) throws -> Int {
    try ResultStore(path: path(store), access: .reading).runs().count
  }

  /// Records a run of an experiment as `simulate` would, without a trial of it.
  func begin(_ experiment: String, in store: String) throws {
    let file = try loadExperiment(text: Array(experiment.utf8), path: "sample.yaml")
    try ResultStore(path: path(store)).begin(SimulationPlan(file, overrides: []).inputs)
  }

  /// Does the work while nobody else can write the store.
  func whileLocked<Value>(_ store: String, _ work: () throws -> Value) throws -> Value {
    try DatabaseQueue(path: path(store)).inDatabase { db in
      try db.execute(sql: "BEGIN IMMEDIATE")
      defer { try? db.execute(sql: "ROLLBACK") }
      return try work()
    }
  }
}
