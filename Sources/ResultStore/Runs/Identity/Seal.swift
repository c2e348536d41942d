import GRDB

/// The row of something stored.
enum ItemKey: Hashable {
  case run(Int64)
  case study(Int64)

  /// The table it is in.
  var table: String {
    switch self {
    case .run: "run"
    case .study: "study"
    }
  }

  /// Its key there.
  var number: Int64 {
    switch self {
    case .run(let key), .study(let key): key
    }
  }
}

extension ResultStore {
  /// Brings the checksum of a row up to date, once all else of it is written.
  func seal(_ item: ItemKey, in db: Database) throws {
    let checksum = Checksum.of(try row(item, in: db))
    try db.execute(
      sql: "UPDATE \(item.table) SET checksum = ? WHERE key = ?", arguments: [checksum, item.number])
  }

  /// Changes a row that is as it was sealed.
  ///
  /// - Returns: the row as it was.
  @discardableResult
  func change(
    _ item: ItemKey, _ assignments: String, _ arguments: StatementArguments, in db: Database
  ) throws -> Row {
    let row = try verified(item, in: db)
    try db.execute(
      sql: "UPDATE \(item.table) SET \(assignments) WHERE key = ?", arguments: arguments + [item.number])
    try seal(item, in: db)
    return row
  }

  /// A row that is held to its checksum.
  ///
  /// - Throws: ``ResultStoreError/damaged(path:reason:)`` where it does not match.
  func verified(_ item: ItemKey, in db: Database) throws -> Row {
    let row = try row(item, in: db)
    guard try row.decode(Int64.self, forColumn: "checksum") == Checksum.of(row) else {
      let id = try row.decode(String.self, forColumn: "id")
      throw damaged("what is stored of \(item.table) \(id) differs from its checksum")
    }
    return row
  }

  private func row(_ item: ItemKey, in db: Database) throws -> Row {
    let row = try Row.fetchOne(
      db.cachedStatement(sql: "SELECT * FROM \(item.table) WHERE key = ?"), arguments: [item.number])
    guard let row else { throw damaged("a \(item.table) has no readable row") }
    return row
  }
}

extension Checksum {
  /// The checksum of a row of a table that has a column for it.
  fileprivate static func of(_ row: Row) -> Int64 {
    var checksum = Checksum()
    for (column, value) in row where column != "checksum" { checksum.combine(value) }
    return checksum.value
  }
}
