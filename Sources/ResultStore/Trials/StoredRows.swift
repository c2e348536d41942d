import GRDB
import GRDBSQLite

/// The rows of a query, one after the other, value by value.
///
/// Values are taken from SQLite as they are: GRDB's make a value of any kind of each before it is a number, which takes
/// twice as long as SQLite takes to find it.
struct StoredRows {
  private let statement: Statement
  private let cursor: RowCursor
  /// The store's path, for messages.
  private let path: String

  init(_ sql: String, _ arguments: StatementArguments, in db: Database, path: String) throws {
    statement = try db.cachedStatement(sql: sql)
    cursor = try Row.fetchCursor(statement, arguments: arguments)
    self.path = path
  }

  /// Goes on to the next row; false where there is no other.
  func next() throws -> Bool { try cursor.next() != nil }

  /// A whole number of the row.
  func integer(_ column: Int) throws(ResultStoreError) -> Int64 {
    let value = value(column)
    guard sqlite3_value_type(value) == SQLITE_INTEGER else { throw forbidden }
    return sqlite3_value_int64(value)
  }

  /// A number of the row.
  func number(_ column: Int) throws(ResultStoreError) -> Double {
    let value = value(column)
    switch sqlite3_value_type(value) {
    case SQLITE_FLOAT: return sqlite3_value_double(value)
    case SQLITE_INTEGER: return Double(sqlite3_value_int64(value))
    default: throw forbidden
    }
  }

  /// The counts of a text of the row; `nil` where it is no list of them.
  func counts(_ column: Int) throws(ResultStoreError) -> [Int64]? {
    let value = value(column)
    guard sqlite3_value_type(value) == SQLITE_TEXT, let text = sqlite3_value_text(value) else {
      throw forbidden
    }
    return StoredText.counts(String(cString: text))
  }

  /// A value of the row, looked up once for its kind and what it is.
  ///
  /// SQLite does not lock it, and need not: a connection is used by one thread at a time.
  private func value(_ column: Int) -> OpaquePointer? {
    sqlite3_column_value(statement.sqliteStatement, CInt(column))
  }

  private var forbidden: ResultStoreError {
    .damaged(path: path, reason: "a row holds what its column forbids")
  }
}
