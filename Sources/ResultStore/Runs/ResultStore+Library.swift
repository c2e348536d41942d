import GRDB

extension ResultStore {
  /// The version of the SQLite library in use, for example `3.45.1`.
  public static var sqliteVersion: String {
    let version = try? DatabaseQueue().read { db in
      try String.fetchOne(db, sql: "SELECT sqlite_version()")
    }
    return version ?? "unknown"
  }
}
