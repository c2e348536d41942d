/// What a team has counted of its options, a row for each, or for each and week or segment: the data of a calibration.
public struct FunnelTable: Sendable {
  /// The counts of one row; all of the same installs.
  public struct Row: Hashable, Sendable {
    /// The option's name.
    public var arm: String
    /// The week, release or other time that the row is of; `nil` where the data do not say.
    public var week: String?
    /// The segment that the row is of; `nil` where the data do not say.
    public var segment: String?
    /// Everybody, asked or not, each at least as old as the last day.
    public var installs: Int
    /// Of them, those that were shown the alert; `nil` without the column.
    public var prompted: Int?
    /// Of the installs, those that had allowed by each of ``FunnelTable/days``.
    public var allowed: [Int]
    /// Of the installs, those that had denied by each of the days; `nil` without the columns.
    public var denied: [Int]?
    /// Showings of a pre-prompt, and how many of them were continued; `nil` without the columns.
    public var prePrompts: PrePromptCount?
    /// Where the row stands, from 1.
    public var line: Int
  }

  /// How often a pre-prompt was shown and continued.
  public struct PrePromptCount: Hashable, Sendable {
    /// Showings.
    public var shows: Int
    /// Of them, those that went on to the alert.
    public var continues: Int
  }

  /// Ages in days by which answers were counted, ascending.
  public let days: [Int]
  /// Whether the days are those of its own columns.
  public let isDated: Bool
  /// In the order of the file.
  public let rows: [Row]
  /// What was decided while reading and a reader should know.
  public let remarks: [String]
  /// What could be read and may all the same be wrong, each with its location.
  public let doubts: [DataProblem]

  /// The counts of a table, row by row; where these name neither a week nor the day by which answers were counted, added up.
  ///
  /// Added up, each seven days of installing are a week where they say of which day the installs are; else each segment has a
  /// row of its own.
  ///
  /// - Parameters:
  ///   - day: the day of the columns `allowed` and `denied`, which name none.
  ///   - file: what the file is called in messages.
  /// - Throws: ``DataProblems`` where the counts do not say how many were installed, or who had denied by which day.
  public init(_ counts: CountsTable, day: Int, file: String) throws(DataProblems) {
    let (allowed, denied) = (counts.answers?.allowed ?? [], counts.answers?.denied ?? [])
    days = allowed.isEmpty ? [day] : allowed.map { $0.day ?? day }
    isDated = !allowed.isEmpty && allowed.allSatisfy { $0.day != nil }
    var log = ProblemLog(file: file)
    Self.check(counts, &log)
    try log.throwIfAny()
    let isByRow =
      isDated || days.count > 1 || !counts.weeks.isEmpty || counts.rows.contains { $0.prePrompts != nil }
    rows = isByRow ? counts.rows.compactMap { Row($0, counts) } : Self.sums(counts)
    var remarks = counts.unusedColumns
    if !denied.isEmpty, counts.arms.contains(where: { $0.counts.prompted == nil }) {
      let names = denied.map { "'\($0.name)'" }.joined(separator: ", ")
      remarks.append("Not used: \(names), as there is no column 'prompted' beside it.")
    }
    self.remarks = remarks
    doubts = counts.doubts
  }

  /// Refuses counts that nothing can be learnt from.
  private static func check(_ table: CountsTable, _ log: inout ProblemLog) {
    guard table.arms.allSatisfy({ $0.counts.installs != nil }) else {
      return log.add(
        line: 1, column: 1,
        "no column 'installs'. Counts of those who were shown the alert compare different people, so they do not update "
          + "a file; give everybody who installed")
    }
    for (arm, line) in zip(table.arms, table.armLines) where arm.counts.installs == 0 {
      log.add(line: line, column: 1, "'\(arm.name)' has no installs; expected at least 1")
    }
    guard let answers = table.answers else { return }
    func list(_ columns: [AnswerColumns.Column]) -> String {
      columns.map { $0.day.map(String.init) ?? "unknown" }.joined(separator: ", ")
    }
    if !answers.denied.isEmpty, answers.denied.map(\.day) != answers.allowed.map(\.day) {
      log.add(
        line: 1, column: 1,
        "the days of denied_by are \(list(answers.denied)), those of allowed_by \(list(answers.allowed)); expected the same"
      )
    }
    if answers.denied.isEmpty, answers.allowed.count > 1,
      table.arms.contains(where: { $0.counts.answered != nil })
    {
      log.add(
        line: 1, column: 1, "'answered' is of one day; count who denied by each day, as in denied_by_7")
    }
  }

  /// The rows of every option added up.
  private static func sums(_ counts: CountsTable) -> [Row] {
    let weeks = stride(from: 0, to: counts.parts.days.count, by: 7).map { start in
      counts.parts.days[start..<min(start + 7, counts.parts.days.count)]
    }
    let whole = ClusterCounts(name: "", arms: counts.arms.map(\.counts))
    let parts =
      weeks.isEmpty
      ? counts.parts.segments.isEmpty ? [whole] : counts.parts.segments
      : weeks.enumerated().map { number, days in
        ClusterCounts(name: "\(number + 1)", arms: days.map(\.arms).summed)
      }
    return parts.flatMap { part in
      zip(counts.arms.indices, part.arms).compactMap { arm, found -> Row? in
        guard let found, let installs = found.installs, installs > 0 else { return nil }
        return Row(
          arm: counts.arms[arm].name, week: weeks.isEmpty ? nil : part.name,
          segment: weeks.isEmpty && !counts.parts.segments.isEmpty ? part.name : nil, installs: installs,
          prompted: found.prompted, allowed: [found.allowed],
          denied: found.answered.map { [$0 - found.allowed] },
          prePrompts: nil, line: counts.armLines.isEmpty ? 1 : counts.armLines[arm])
      }
    }
  }
}

extension FunnelTable.Row {
  /// The counts of a row; `nil` for a row without installs.
  fileprivate init?(_ row: CountedRow, _ table: CountsTable) {
    guard let installs = row.counts.installs, installs > 0 else { return nil }
    self.init(
      arm: table.arms[row.arm].name, week: row.parts[.week].map { table.weeks[$0] },
      segment: row.parts[.segment].map { table.parts.segments[$0].name }, installs: installs,
      prompted: row.counts.prompted, allowed: row.allowed,
      denied: row.denied.isEmpty ? row.counts.answered.map { [$0 - row.counts.allowed] } : row.denied,
      prePrompts: row.prePrompts, line: row.line)
  }
}
