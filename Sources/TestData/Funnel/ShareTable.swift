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

  /// In the order of the file, one for each day.
  public let rows: [Row]
  /// What was decided while reading and a reader should know.
  public let remarks: [String]
  /// What could be read and may all the same be wrong, each with its location.
  public let doubts: [FileProblem]

  private static let columns = ["day", "active", "installs"]

  /// Reads a table with the columns `day`, `active` and `installs`.
  ///
  /// - Parameters:
  ///   - source: where the bytes come from.
  ///   - file: what the file is called in messages.
  /// - Throws: ``FileProblems``, or what the source throws.
  public init(reading source: @escaping ByteSource, file: String) throws {
    var rows: [Row] = []
    var columns: [Column] = []
    let read = try readTable(
      source, file: file,
      expected: "the columns \(Self.columns.joined(separator: ", ")), a row for each share"
    ) { header in
      header.settle(Self.columns, required: Self.columns)
      columns = Self.columns.map { header[$0] }
    } take: { row in
      let numbers = columns.map { row.count($0) }
      guard let day = numbers[0], let active = numbers[1], let installs = numbers[2] else { return }
      if !(1...365).contains(day) { row.refuse(columns[0], "day: expected 1 to 365, found \(day)") }
      if installs == 0 {
        row.refuse(columns[2], "installs is 0; expected at least 1")
      } else if active > installs {
        row.refuse(columns[1], "active: expected at most \(installs), the installs, found \(active)")
      }
      if let first = rows.first(where: { $0.day == day }) {
        row.refuse(columns[0], "the share of line \(first.line) again. Expected each day once")
      }
      rows.append(Row(day: day, active: active, installs: installs, line: row.line))
    }
    self.rows = rows
    remarks = read.header.remarks
    doubts = read.doubts
  }
}
