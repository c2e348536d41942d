public import TextFormats

/// What a team has counted of its options, a row for each, or for each and week or segment: the data of a calibration.
public struct FunnelTable: Sendable {
  /// Ages in days by which answers were counted, ascending.
  public let days: [Int]
  /// In the order of the file, each with installs, all of them at least as old as the last day.
  public let rows: [CountedRow]
  /// Whether rows are of segments.
  public let hasSegments: Bool
  /// What was decided while reading and a reader should know.
  public let remarks: [String]

  /// The counts of a table, row by row; where these name neither a week nor the day by which answers were counted, added up.
  ///
  /// Added up, each seven days of installing are a week where they say of which day the installs are; else each segment has a
  /// row of its own.
  ///
  /// - Parameters:
  ///   - day: the day of the columns `allowed` and `denied`, which name none.
  ///   - file: what the file is called in messages.
  /// - Throws: ``FileProblems`` where the counts do not say how many were installed, or who had denied by which day, and
  ///   where two rows are of the same installs.
  public init(_ counts: TestTable, day: Int, file: String) throws(FileProblems) {
    guard let counted = counts.counted else { throw FileProblems([]) }
    let (allowed, denied) = (counted.answers.allowed, counted.answers.denied)
    days = allowed.map { $0.day ?? day }
    let isByRow =
      counts.day != nil || days.count > 1 || counts.horizons[0].parts[.week] != nil
      || counted.rows.contains { $0.prePrompts != nil }
    rows = (isByRow ? counted.rows : Self.sums(counts)).filter { $0.counts.installs ?? 0 > 0 }.map { row in
      var row = row
      if row.denied.isEmpty, let answered = row.counts.answered {
        row.denied = [answered - row.counts.allowed]
      }
      return row
    }
    hasSegments = rows.contains { $0.place[.segment] != nil }
    let isUnused = !denied.isEmpty && counts.totals.contains { $0.prompted == nil }
    let unused = denied.map { "'\($0.name)'" }.joined(separator: ", ")
    remarks =
      counted.unused
      + (isUnused ? ["Not used: \(unused), as there is no column 'prompted' beside it."] : [])
    let log = ProblemLog(file: file)
    check(counts, counted.answers, log)
    try log.throwIfAny()
  }

  /// Refuses counts that nothing can be learnt from.
  private func check(_ table: TestTable, _ answers: AnswerColumns, _ log: ProblemLog) {
    guard table.totals.allSatisfy({ $0.installs != nil }) else {
      return log.add(
        line: 1, column: 1,
        "no column 'installs'. Counts of those who were shown the alert compare different people, so they do not update "
          + "a file; give everybody who installed")
    }
    for arm in table.arms where arm.assigned == 0 {
      log.add(line: arm.line, column: 1, "'\(arm.name)' has no installs; expected at least 1")
    }
    var lines: [[Int?]: Int] = [:]
    for row in rows {
      if let first = lines.updateValue(row.line, forKey: [row.arm, row.place[.week], row.place[.segment]]) {
        log.add(
          line: row.line, column: 1,
          "a second row of '\(table.arms[row.arm].name)', after the one in line \(first). Expected one for each option, or for "
            + "each option and week or segment")
      }
    }
    func list(_ columns: [AnswerColumns.Answer]) -> String {
      columns.map { $0.day.map(String.init) ?? "unknown" }.joined(separator: ", ")
    }
    if !answers.denied.isEmpty, answers.denied.map(\.day) != answers.allowed.map(\.day) {
      log.add(
        line: 1, column: 1,
        "the days of denied_by are \(list(answers.denied)), those of allowed_by \(list(answers.allowed)); expected the same"
      )
    }
    if answers.denied.isEmpty, answers.allowed.count > 1,
      table.totals.contains(where: { $0.answered != nil })
    {
      log.add(line: 1, column: 1, "'answered' is of one day; count who denied by each day, as in denied_by_7")
    }
  }

  /// The rows of every option added up.
  private static func sums(_ counts: TestTable) -> [CountedRow] {
    let found = counts.horizons[0].parts
    let days = found[.day, default: []]
    let weeks = stride(from: 0, to: days.count, by: 7).map {
      days[$0..<min($0 + 7, days.count)].map(\.arms).summed
    }
    let segments = found[.segment, default: []].map(\.arms)
    let whole = [counts.totals.map(Optional.some)]
    let parts = !weeks.isEmpty ? weeks : !segments.isEmpty ? segments : whole
    return parts.enumerated().flatMap { part, arms in
      arms.enumerated().compactMap { arm, found -> CountedRow? in
        guard let found else { return nil }
        var row = CountedRow(
          arm: arm, counts: found, allowed: [found.allowed], denied: [],
          line: counts.arms[arm].line)
        if !weeks.isEmpty || !segments.isEmpty { row.place[weeks.isEmpty ? .segment : .week] = part }
        return row
      }
    }
  }
}

extension TestTable {
  /// Of counts what each option has in all.
  fileprivate var totals: [OutcomeCounts] { horizons[0].arms.map(\.counts) }
}
