/// Reads a table of counts, row by row, and sums it per arm, and per release, language, segment and day.
struct CountsReader {
  private let answers: AnswerColumns
  /// Which of the columns of allowed counts, and which of denied; `nil` without one of the same day.
  private let chosen: (allowed: Int, denied: Int?)
  private let guarded: GuardedColumns
  private var arms = NameTable(most: TableLimits.arms)
  private var parts: [(column: PartColumn, names: NameTable)]
  private var rows: [CountedRow] = []
  private var guardedRows: [GuardedRow] = []

  static let expected =
    "the columns arm, installs and allowed of counts, or \(EventsColumn.requiredNames) of installs"
  private static let people = ["installs", "prompted", "answered"]
  private static let prePrompts = ["pre_prompt_shows", "pre_prompt_continues"]

  /// Settles which columns are read: of several days those of the one that is asked for count, else of the last.
  ///
  /// - Returns: `nil` where the log says why the table cannot be read.
  init?(_ header: inout TableHeader, day asked: Int?, _ log: inout ProblemLog) {
    let answers = AnswerColumns(header, &log)
    let isWhole = header["allowed"] != nil
    if let asked, !isWhole, !answers.days.isEmpty, !answers.days.contains(asked) {
      header.report(nil, Self.missing(asked, answers.days), &log)
      return nil
    }
    // Systems are segments, of which one may show no alert.
    header.call("system", "segment")
    header.settle(
      ["arm"] + (answers.allowed.isEmpty ? ["allowed"] : answers.allowed.map(\.name))
        + answers.denied.map(\.name) + Self.people + Self.prePrompts + PartColumn.allCases.map(\.rawValue)
        + GuardedColumns.known,
      required: ["arm"] + (answers.allowed.isEmpty ? ["allowed"] : []), &log)
    if Self.people.allSatisfy({ header[$0] == nil }) {
      header.report(
        nil, "none of the columns installs, prompted and answered; a rate needs at least one of them", &log)
    }
    if (header[Self.prePrompts[0]] == nil) != (header[Self.prePrompts[1]] == nil) {
      header.report(
        nil, "only one of the columns \(Self.prePrompts.joined(separator: " and ")); expected both or none",
        &log)
    }
    guarded = GuardedColumns(header, &log)
    guard log.isEmpty, let last = answers.allowed.indices.last else { return nil }
    let allowed = isWhole ? last : answers.allowed.firstIndex { $0.day == asked } ?? last
    let column = answers.allowed[allowed]
    self.answers = answers
    chosen = (allowed, answers.denied.firstIndex { $0.day == column.day })
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
    let before = log.count
    let allowed = AnswerColumns.counts(answers.allowed, row, &log)
    let denied = AnswerColumns.counts(answers.denied, row, &log)
    let people = Self.people.map { row.count($0, &log) }
    let prePrompts = prePrompts(row, &log)
    guard before == log.count, let arm = row.position("arm", in: &arms, &log) else { return }
    let given = OutcomeCounts(
      installs: people[0], prompted: people[1], answered: people[2], allowed: allowed[chosen.allowed])
    guard let counts = checked(given, denied: chosen.denied.map { denied[$0] }, row, &log) else { return }
    var found = CountedRow(
      arm: arm, counts: counts, allowed: allowed, denied: denied, prePrompts: prePrompts, line: row.line)
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

  /// The counts of a row, with those who answered where they are those who allowed and who denied; `nil` where a part is
  /// more than its whole.
  private func checked(
    _ given: OutcomeCounts, denied: Int?, _ row: TableRow, _ log: inout ProblemLog
  ) -> OutcomeCounts? {
    let before = log.count
    var counts = given
    counts.answered = given.answered ?? denied.map { given.allowed + $0 }
    let column = answers.allowed[chosen.allowed].name
    let other = chosen.denied.map { answers.denied[$0].name }
    if let denied, let other, let answered = given.answered, given.allowed + denied != answered {
      row.refuse(
        other,
        "\(row.header.written(other)): expected \(max(0, answered - given.allowed)), the answered that did not allow, "
          + "found \(denied)", &log)
    }
    let nested: [(name: String, value: Int?)] = [
      (column, counts.allowed), ("answered", counts.answered), ("prompted", counts.prompted),
      ("installs", counts.installs),
    ]
    let known = nested.compactMap { item in item.value.map { (name: item.name, value: $0) } }
    for (part, whole) in zip(known, known.dropFirst()) where part.value > whole.value {
      // Where no column counts who answered, they are the allowed and the denied.
      let sum = part.name == "answered" && given.answered == nil ? other : nil
      let name = sum.map { "\(row.header.written(column)) and \(row.header.written($0)) together" }
      row.refuse(
        sum ?? part.name,
        "\(name ?? row.header.written(part.name)): expected at most \(whole.value), the \(whole.name), found \(part.value)"
          + (whole.name == "prompted"
            ? ". A request that no alert was shown for does not count as prompted, nor as an answer" : ""),
        &log)
    }
    return before == log.count ? counts : nil
  }

  private func prePrompts(_ row: TableRow, _ log: inout ProblemLog) -> PrePromptCount? {
    guard let shows = row.count(Self.prePrompts[0], &log),
      let continues = row.count(Self.prePrompts[1], &log)
    else { return nil }
    if continues > shows {
      row.refuse(
        Self.prePrompts[1],
        "\(Self.prePrompts[1]): expected at most \(shows), the showings, found \(continues)", &log)
    }
    return shows > 0 ? PrePromptCount(shows: shows, continues: continues) : nil
  }
}

extension CountsReader {
  /// The counts of each arm; `nil` for one of which there is no row.
  private func sums(_ rows: some Sequence<CountedRow>) -> [OutcomeCounts?] {
    var sums = [OutcomeCounts?](repeating: nil, count: arms.names.count)
    for row in rows where sums[row.arm]?.add(row.counts) == nil { sums[row.arm] = row.counts }
    return sums
  }

  private func names(_ column: PartColumn) -> [String] {
    parts.first { $0.column == column }?.names.names ?? []
  }

  /// The counts by the names of one column, and of releases and languages those of their days, in the order of these
  /// days' first rows; none where there are too many to keep.
  private func clusters(_ column: PartColumn) -> [ClusterCounts] {
    let names = names(column)
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
    table.parts = PartCounts(
      releases: clusters(.release), languages: clusters(.language), segments: clusters(.segment),
      days: clusters(.day).inOrderOfDays)
    table.guarded = guardedRows
    table.guardrails = guarded.names
    if rows.count > arms.names.count {
      table.remarks.append(
        "\(rows.count) rows were summed into \(arms.names.count) \(arms.names.count == 1 ? "option" : "options")."
      )
    }
    let column = answers.allowed[chosen.allowed]
    table.remarks += header.remarks
    if column.day != nil { table.remarks.append("'\(column.name)' is read as 'allowed'.") }
    table.unusedColumns = header.remarks
    table.doubts = doubts
    table.day = column.day
    table.rows = rows
    table.answers = answers
    table.weeks = names(.week)
    return table
  }
}
