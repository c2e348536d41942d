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
    guard kind(column) == SQLITE_INTEGER else { throw forbidden }
    return sqlite3_column_int64(statement.sqliteStatement, CInt(column))
  }

  /// A number of the row.
  func number(_ column: Int) throws(ResultStoreError) -> Double {
    switch kind(column) {
    case SQLITE_FLOAT: return sqlite3_column_double(statement.sqliteStatement, CInt(column))
    case SQLITE_INTEGER: return Double(sqlite3_column_int64(statement.sqliteStatement, CInt(column)))
    default: throw forbidden
    }
  }

  /// The counts of a text of the row; `nil` where it is no list of them.
  func counts(_ column: Int) throws(ResultStoreError) -> [Int64]? {
    guard kind(column) == SQLITE_TEXT, let text = sqlite3_column_text(statement.sqliteStatement, CInt(column))
    else { throw forbidden }
    let size = Int(sqlite3_column_bytes(statement.sqliteStatement, CInt(column)))
    return StoredText.counts(UnsafeBufferPointer(start: text, count: size))
  }

  private func kind(_ column: Int) -> CInt { sqlite3_column_type(statement.sqliteStatement, CInt(column)) }

  private var forbidden: ResultStoreError {
    .damaged(path: path, reason: "a row holds what its column forbids")
  }
}
