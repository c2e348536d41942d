/// Reads a table of counts and sums it per arm, and per release, language, segment and day.
struct CountsReader {
  private let reading: CountsReading
  private let answers: AnswerColumns
  private let guarded: GuardedColumns
  /// The day by which answers count; `nil` where the columns do not say.
  private let day: Int?
  private var arms = NameTable(most: TableLimits.arms)
  private var parts: [(column: PartColumn, names: NameTable)]
  private var rows: [CountedRow] = []
  private var guardedRows: [GuardedRow] = []
  private var rowsRead = 0

  static let expected =
    "the columns arm, installs and allowed of counts, or \(EventsColumn.requiredNames) of installs"
  private static let people = ["installs", "prompted", "answered"]

  /// Settles which columns are read: of several days those of the one that is asked for, else of the last.
  ///
  /// - Returns: `nil` where the log says why the table cannot be read.
  init?(_ header: inout TableHeader, day asked: Int?, _ log: inout ProblemLog) {
    let answers = AnswerColumns(header, &log)
    let isWhole = header["allowed"] != nil
    if let asked, !isWhole, !answers.days.isEmpty, !answers.days.contains(asked) {
      header.report(nil, Self.missing(asked, answers.days), &log)
      return nil
    }
    day = isWhole ? nil : asked.flatMap { answers.days.contains($0) ? $0 : nil } ?? answers.days.last
    var known =
      ["arm", "allowed", "denied"] + Self.people + PartColumn.allCases.map(\.rawValue) + GuardedColumns.known
    if let day {
      for answer in ["allowed", "denied"] where header["\(answer)_by_\(day)"] != nil && header[answer] == nil
      {
        header.call("\(answer)_by_\(day)", answer)
        known.append("\(answer)_by_\(day)")
      }
    }
    // Systems are segments, of which one may show no alert.
    if header["segment"] == nil, header["system"] != nil {
      header.call("system", "segment")
      known.append("system")
    }
    header.settle(known, required: ["arm", "allowed"], &log)
    if let day { header.add(remark: "'allowed_by_\(day)' is read as 'allowed'.") }
    if Self.people.allSatisfy({ header[$0] == nil }) {
      header.report(
        nil, "none of the columns installs, prompted and answered; a rate needs at least one of them", &log)
    }
    guarded = GuardedColumns(header, &log)
    guard log.isEmpty else { return nil }
    self.answers = answers
    reading = CountsReading(allowed: "allowed", denied: header["denied"] == nil ? nil : "denied")
    let settled = header
    parts = PartColumn.allCases.filter { settled[$0.rawValue] != nil }
      .map { ($0, NameTable(most: TableLimits.clusters)) }
  }

  /// Why the answers of a day cannot be had.
  private static func missing(_ day: Int, _ days: [Int]) -> String {
    let found = days.map { "allowed_by_\($0)" }.joined(separator: ", ")
    return "no column 'allowed_by_\(day)'; --day asks for day \(day), and the file has \(found). Write "
      + "\(days.map { "--day \($0)" }.joined(separator: " or ")), or count by day \(day)"
  }

  /// Takes a row in.
  mutating func take(_ row: TableRow, _ log: inout ProblemLog) {
    rowsRead += 1
    answers.check(row, &log)
    guard let counts = reading.counts(row, &log), let arm = row.position("arm", in: &arms, &log) else {
      return
    }
    var found = CountedRow(arm: arm, counts: counts)
    for index in parts.indices {
      let column = parts[index].column
      found.parts[column] =
        column == .day
        ? row.dayPosition(column.rawValue, in: &parts[index].names, &log)
        : row.position(column.rawValue, in: &parts[index].names, &log)
    }
    if let guardedRow = guarded.read(row, found, &log) { guardedRows.append(guardedRow) }
    rows.append(found)
  }

  /// The counts of each arm; `nil` for one of which there is no row.
  private func sums(_ rows: some Sequence<CountedRow>) -> [OutcomeCounts?] {
    var sums = [OutcomeCounts?](repeating: nil, count: arms.names.count)
    for row in rows where sums[row.arm]?.add(row.counts) == nil { sums[row.arm] = row.counts }
    return sums
  }

  /// The counts by the names of one column, and of releases and languages those of their days, in the order of these
  /// days' first rows; none where there are too many to keep.
  private func clusters(_ column: PartColumn) -> [ClusterCounts] {
    guard let names = parts.first(where: { $0.column == column })?.names.names else { return [] }
    let rows = Dictionary(grouping: rows) { $0.parts[column] }
    let days = rows.mapValues { rows in
      Dictionary(grouping: rows) { $0.parts[.day] ?? -1 }.filter { $0.key >= 0 }.sorted { $0.key < $1.key }
        .map { sums($0.value) }
    }
    let isKept =
      (column == .release || column == .language)
      && days.reduce(0) { $0 + $1.value.count } <= TableLimits.clusterDays
    return names.indices.map {
      ClusterCounts(
        name: names[$0], arms: sums(rows[$0] ?? []), days: isKept ? days[$0] ?? [] : [])
    }
  }

  /// The table, once the last row is in.
  func table(_ header: TableHeader, doubts: [DataProblem]) -> CountsTable {
    var table = CountsTable(
      arms: zip(arms.names, sums(rows)).compactMap { name, counts in
        counts.map { ArmCounts(name: name, counts: $0) }
      })
    table.armLines = arms.lines
    table.releases = clusters(.release)
    table.languages = clusters(.language)
    table.segments = clusters(.segment)
    table.days = clusters(.day).inOrderOfDays
    table.guarded = guardedRows
    table.guardrails = guarded.names
    if rowsRead > arms.names.count {
      table.remarks.append(
        "\(rowsRead) rows were summed into \(arms.names.count) \(arms.names.count == 1 ? "option" : "options")."
      )
    }
    table.remarks += header.remarks
    table.doubts = doubts
    table.day = day
    return table
  }
}
