import GRDB

/// What any SQLite tool reads from a file: each row's values joined by `|`.
func plainRows(_ sql: String, in path: String) throws -> [String] {
  var configuration = Configuration()
  configuration.readonly = true
  let queue = try DatabaseQueue(path: path, configuration: configuration)
  return try queue.read { db in
    try Row.fetchAll(db, sql: sql).map { row in
      row.databaseValues.map { value in
        switch value.storage {
        case .null: "NULL"
        case .int64(let number): "\(number)"
        case .double(let number): "\(number)"
        case .string(let text): text
        case .blob: "BLOB"
        }
      }.joined(separator: "|")
    }
  }
}

/// Runs statements with nothing but SQLite.
func executePlainly(_ statements: [String], in path: String) throws {
  let queue = try DatabaseQueue(path: path)
  try queue.writeWithoutTransaction { db in
    for statement in statements { try db.execute(sql: statement) }
  }
  try queue.close()
}
