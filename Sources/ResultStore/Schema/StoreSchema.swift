import GRDB

/// The life of the schema: what marks a file as ours, and the steps to today's.
///
/// Append to ``versions``; never edit one that was released, because it has
/// already run on someone's file. A step, its record and the file's new
/// `user_version` commit together or not at all.
enum StoreSchema {
  /// `PRAGMA application_id` of a store: "attl".
  static let applicationID = 0x6174_746C

  /// What each version adds, oldest first.
  static let versions: [String] = [
    schemaVersion1 + "\n" + viewsVersion1, schemaVersion2, schemaVersion3, schemaVersion4,
    schemaVersion5, schemaVersion6, schemaVersion7, schemaVersion8, schemaVersion9, schemaVersion10,
    schemaVersion11, schemaVersion12, schemaVersion13, schemaVersion14, schemaVersion15, schemaVersion16,
  ]

  /// The parts of a run of which a version changes rows that have checksums.
  ///
  /// A part that agreed with its checksum gets a new one with that step. One that did not keeps the old, which it
  /// goes on to differ from.
  private static let changed: [Int: [SealedPart]] = [10: [.inputs, .platform]]

  /// The version this code writes.
  static var version: Int { versions.count }

  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    for (index, sql) in versions.enumerated() {
      migrator.registerMigration("version \(index + 1)") { db in
        let sound = try SealedPart.sound(changed[index + 1] ?? [], in: db)
        try db.execute(sql: sql)
        for (run, part) in sound { try part.seal(run, in: db) }
        // Pragmas take no bound values; both are constants of this file.
        try db.execute(sql: "PRAGMA application_id = \(applicationID)")
        try db.execute(sql: "PRAGMA user_version = \(index + 1)")
      }
    }
    return migrator
  }
}
