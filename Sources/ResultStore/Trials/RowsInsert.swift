import GRDB

/// Inserts rows of one trial into a table whose columns begin with the run and the trial, several with one statement.
///
/// SQLite takes longer to begin and end a statement than to insert a short row.
struct RowsInsert {
  private let columns: [String]
  private let table: String
  private let run: Int64
  private let database: Database
  /// By rows.
  private var statements: [Int: Statement] = [:]
  /// Rows of one statement at most: every version of SQLite takes 999 values at a time.
  private let most: Int

  /// - Parameter columns: beyond the run and the trial.
  init(into table: String, _ columns: [String], run: Int64, in db: Database) {
    self.table = table
    self.columns = columns
    self.run = run
    database = db
    most = max(1, min(64, 900 / columns.count))
  }

  /// Inserts some rows.
  ///
  /// - Parameters:
  ///   - count: how many.
  ///   - bind: binds the values of a row, by its number.
  mutating func insert(
    _ count: Int, of trial: Int, _ bind: (_ row: Int, inout PositionalArguments) throws -> Void
  ) throws {
    for first in stride(from: 0, to: count, by: most) {
      let rows = min(most, count - first)
      var arguments = PositionalArguments(of: try statement(rows))
      try arguments.bind(run)
      try arguments.bind(trial)
      for row in first..<first + rows { try bind(row, &arguments) }
      try arguments.execute()
    }
  }

  private mutating func statement(_ rows: Int) throws -> Statement {
    if let known = statements[rows] { return known }
    let values = "(?1, ?2\(String(repeating: ", ?", count: columns.count)))"
    let statement = try database.cachedStatement(
      sql: """
        INSERT INTO \(table) (\((["run", "trial"] + columns).joined(separator: ", ")))
        VALUES \((0..<rows).map { _ in values }.joined(separator: ", "))
        """)
    statements[rows] = statement
    return statement
  }
}
