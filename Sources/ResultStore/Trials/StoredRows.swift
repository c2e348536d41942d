import GRDB

/// The rows of a query, one after the other, value by value.
///
/// GRDB's rows find out at every value how it is to be read, which takes several times as long as SQLite takes to find it.
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
    guard case .int64(let integer) = value(column) else { throw forbidden }
    return integer
  }

  /// A number of the row.
  func number(_ column: Int) throws(ResultStoreError) -> Double {
    switch value(column) {
    case .double(let number): return number
    case .int64(let integer): return Double(integer)
    case .null, .string, .blob: throw forbidden
    }
  }

  /// A text of the row.
  func text(_ column: Int) throws(ResultStoreError) -> String {
    guard case .string(let text) = value(column) else { throw forbidden }
    return text
  }

  private func value(_ column: Int) -> DatabaseValue.Storage {
    DatabaseValue(sqliteStatement: statement.sqliteStatement, index: CInt(column)).storage
  }

  private var forbidden: ResultStoreError {
    .damaged(path: path, reason: "a row holds what its column forbids")
  }
}
