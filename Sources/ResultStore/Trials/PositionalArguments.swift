import GRDB

/// Binds a statement's arguments one after the other, and executes it.
///
/// GRDB's `StatementArguments` hold every value as an existential before they bind it, which takes
/// longer than SQLite takes for the whole row.
struct PositionalArguments {
  private let statement: Statement
  private var count: CInt = 0

  /// Forgets what was bound before.
  init(of statement: Statement) {
    self.statement = statement
    statement.setUncheckedArguments(StatementArguments())
  }

  /// Binds the next argument.
  mutating func bind(_ value: some StatementBinding) throws {
    count += 1
    let code = value.bind(to: statement.sqliteStatement, at: count)
    guard code == ResultCode.SQLITE_OK.rawValue else {
      throw DatabaseError(resultCode: ResultCode(rawValue: code))
    }
  }

  /// Binds the next argument, or leaves it NULL.
  mutating func bind(_ value: (some StatementBinding)?) throws {
    guard let value else {
      count += 1
      return
    }
    try bind(value)
  }

  /// Executes the statement; a placeholder without an argument is NULL.
  func execute() throws { try statement.execute() }
}
