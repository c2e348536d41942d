import GSLNumerics
import ResultStore

/// What this build is made of.
enum Versions {
  /// The tool's own.
  static let tool = "0.1.0"
  /// The engine's: it changes whenever the same experiment and seed would give
  /// other numbers, and only then.
  static let engine = "5"

  static var description: String {
    "att-lab \(tool) (engine \(engine), GSL \(ScientificLibrary.version), "
      + "SQLite \(ResultStore.sqliteVersion))"
  }
}
