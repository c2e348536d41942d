import GSLNumerics
import ResultStore
import Runs

/// What this build is made of.
enum Versions {
  /// The tool's own.
  static let tool = "0.1.0"

  static var description: String {
    "att-lab \(tool) (engine \(SimulationPlan.engineVersion), GSL \(ScientificLibrary.version), "
      + "SQLite \(ResultStore.sqliteVersion))"
  }
}
