public import TextFormats

/// How many of a team's installs are still active, by day after the install.
public struct ShareTable: Hashable, Sendable {
  /// One day.
  public struct Row: Hashable, Sendable {
    /// After the install.
    public var day: Int
    /// Those who had a session on it.
    public var active: Int
    /// Of how many.
    public var installs: Int
    /// Where the row stands, from 1.
    public var line: Int
  }

  /// In the order of the file.
  public private(set) var rows: [Row] = []
  /// What was decided while reading and a reader should know.
  public private(set) var remarks: [String] = []
  /// What could be read and may all the same be wrong, each with its location.
  public private(set) var doubts: [DataProblem] = []

  /// The most rows.
  static let mostRows = 1_000
  /// The columns.
  private static let columns = ["day", "active", "installs"]

  /// Reads a table with the columns `day`, `active` and `installs`.
  ///
  /// - Parameters:
  ///   - source: where the bytes come from.
  ///   - file: what the file is called in messages.
  /// - Throws: ``DataProblems``, or what the source throws.
  public init(reading source: @escaping ByteSource, file: String) throws {
    let scanner = RecordScanner(source)
    var log = ProblemLog(file: file)
    do {
      if try scanner.next() {
        let count = scanner.count
        let positions = header(scanner, &log)
        if log.isEmpty {
          doubts = try TestTable.rows(scanner, count, &log) { record, log in
            guard rows.count < Self.mostRows else {
              if log.isEmpty {
                log.add(
                  line: record.line, column: 1, "more than \(Self.mostRows) rows; expected one for each share"
                )
              }
              return
            }
            if let row = Self.row(record, positions, &log) { rows.append(row) }
          }
        }
      } else {
        log.add(
          line: 1, column: 1,
          "the file is empty; expected the columns \(Self.columns.joined(separator: ", ")), a row for each share"
        )
      }
    } catch let fault as RecordScanner.Fault {
      log.add(line: fault.line, column: fault.column, fault.message)
    }
    try log.throwIfAny()
  }

  /// Where each column stands.
  private mutating func header(_ record: RecordScanner, _ log: inout ProblemLog) -> [String: Int] {
    var positions: [String: Int] = [:]
    var ignored: [String] = []
    for index in 0..<record.count {
      let name = record.text(index).lowercased()
      let location = record.location(index)
      if positions[name] != nil {
        log.add(line: location.line, column: location.column, "a second column '\(name)'; expected each once")
      } else if Self.columns.contains(name) {
        positions[name] = index
      } else {
        ignored.append(record.text(index))
      }
    }
    let found = positions
    remarks = ignoredColumns(ignored, open: Self.columns.filter { found[$0] == nil })
    let line = record.location(0).line
    for name in Self.columns where positions[name] == nil {
      log.add(
        line: line, column: 1, "no column '\(name)'; expected \(Self.columns.joined(separator: ", "))")
    }
    return positions
  }

  private static func row(
    _ record: RecordScanner, _ positions: [String: Int], _ log: inout ProblemLog
  ) -> Row? {
    let before = (log.problems.count, log.unlisted)
    func report(_ column: String, _ message: String) {
      let location = record.location(positions[column] ?? 0)
      log.add(line: location.line, column: location.column, message)
    }
    func count(_ column: String) -> Int {
      let cell = record.cell(positions[column] ?? 0)
      switch CountReader.read(cell) {
      case .number(let number): return number
      case .negative: report(column, "\(column) is negative: \(quoted(cell))")
      case .tooLarge: report(column, "\(column) is more than 1,000,000,000: \(quoted(cell))")
      case .notANumber: report(column, "\(column): expected a whole number, found \(quoted(cell))")
      }
      return 0
    }
    let (day, active, installs) = (count("day"), count("active"), count("installs"))
    guard before == (log.problems.count, log.unlisted) else { return nil }
    if !(1...365).contains(day) { report("day", "day: expected 1 to 365, found \(day)") }
    if installs == 0 {
      report("installs", "installs is 0; expected at least 1")
    } else if active > installs {
      report("active", "active: expected at most \(installs), the installs, found \(active)")
    }
    guard before == (log.problems.count, log.unlisted) else { return nil }
    return Row(day: day, active: active, installs: installs, line: record.line)
  }
}
