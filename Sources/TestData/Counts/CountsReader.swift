/// Reads a table of counts, row by row, and sums it per arm, and per release, language, segment and day.
struct CountsReader {
  private let answers: AnswerColumns
  /// Which of the columns of allowed counts, and which of denied; `nil` without one of the same day.
  private let chosen: (allowed: Int, denied: Int?)
  private let header: TableHeader
  private var guarded: GuardedColumns
  private var arms = NameTable(most: TableLimits.arms)
  private var parts: [(column: PartColumn, names: NameTable)]
  private var rows: [CountedRow] = []
  private var peopleOfArms: [Int: Int] = [:]

  static let expected =
    "the columns arm, installs and allowed of counts, or \(EventsReader.requiredNames) of installs"
  private static let people = ["installs", "prompted", "answered"]
  private static let prePrompts = ["pre_prompt_shows", "pre_prompt_continues"]

  /// Settles which columns are read: of several days those of the one that is asked for count, else of the last.
  ///
  /// - Returns: `nil` where the log says why the table cannot be read.
  init?(_ header: inout TableHeader, day asked: Int?) {
    let answers = AnswerColumns(header)
    let isWhole = header.has("allowed")
    if let asked, !isWhole, !answers.days.isEmpty, !answers.days.contains(asked) {
      let found = answers.days.map { "allowed_by_\($0)" }.joined(separator: ", ")
      header.report(
        nil,
        "no column 'allowed_by_\(asked)'; --day asks for day \(asked), and the file has \(found). Write "
          + "\(answers.days.map { "--day \($0)" }.joined(separator: " or ")), or count by day \(asked)")
      return nil
    }
    // Systems are segments, of which one may show no alert.
    header.call("system", "segment")
    header.settle(
      ["arm"] + (answers.allowed.isEmpty ? ["allowed"] : answers.allowed.map(\.name))
        + answers.denied.map(\.name) + Self.people + Self.prePrompts + PartColumn.allCases.map(\.rawValue)
        + GuardedColumns.known,
      required: ["arm"] + (answers.allowed.isEmpty ? ["allowed"] : []))
    if !Self.people.contains(where: header.has) {
      header.report(
        nil, "none of the columns installs, prompted and answered; a rate needs at least one of them")
    }
    if Self.prePrompts.count(where: header.has) == 1 {
      header.report(
        nil, "only one of the columns \(Self.prePrompts.joined(separator: " and ")); expected both or none")
    }
    guarded = GuardedColumns(header)
    guard header.log.isEmpty, let last = answers.allowed.indices.last else { return nil }
    let allowed = isWhole ? last : answers.allowed.firstIndex { $0.day == asked } ?? last
    self.answers = answers
    chosen = (allowed, answers.denied.firstIndex { $0.day == answers.allowed[allowed].day })
    let settled = header
    self.header = settled
    parts = PartColumn.allCases.filter { settled.has($0.rawValue) }
      .map { ($0, NameTable(most: TableLimits.clusters)) }
  }

  mutating func take(_ row: TableRow) {
    let problems = row.log.count
    let allowed = AnswerColumns.counts(answers.allowed, row)
    let denied = AnswerColumns.counts(answers.denied, row)
    let counted = Self.people.map { row.count(header[$0]) }
    let prePrompts = prePrompts(row)
    guard problems == row.log.count, let arm = row.position(header["arm"], in: &arms) else { return }
    let given = OutcomeCounts(
      installs: counted[0], prompted: counted[1], answered: counted[2], allowed: allowed[chosen.allowed])
    guard let counts = checked(given, denied: chosen.denied.map { denied[$0] }, row) else { return }
    let before = peopleOfArms[arm, default: 0]
    let sum = before + (counted.compactMap(\.self).max() ?? 0)
    peopleOfArms[arm] = sum
    if sum > TableRow.mostPeople, before <= TableRow.mostPeople {
      row.refuse(
        header["arm"], "expected at most 1,000,000,000 people in all rows of an option, found \(sum)")
    }
    var found = CountedRow(
      arm: arm, counts: counts, allowed: allowed, denied: denied, prePrompts: prePrompts, line: row.line)
    for (index, part) in parts.enumerated() {
      let column = header[part.column.rawValue]
      found.place[part.column] =
        part.column == .day
        ? row.day(column, in: &parts[index].names)
        : row.position(column, in: &parts[index].names)
    }
    guarded.read(row, found)
    rows.append(found)
  }

  /// The counts of a row, with those who answered where they are those who allowed and who denied; `nil` where a part is
  /// more than its whole.
  private func checked(_ given: OutcomeCounts, denied: Int?, _ row: TableRow) -> OutcomeCounts? {
    let before = row.log.count
    var counts = given
    counts.answered = given.answered ?? denied.map { given.allowed + $0 }
    let column = answers.allowed[chosen.allowed].column
    let other = chosen.denied.map { answers.denied[$0].column }
    if let denied, let other, let answered = given.answered, given.allowed + denied != answered {
      row.refuse(
        other,
        "\(other.name): expected \(max(0, answered - given.allowed)), the answered that did not allow, "
          + "found \(denied)")
    }
    var nested = [(name: "", column: column, value: counts.allowed)]
    for (name, value) in [
      ("answered", counts.answered), ("prompted", counts.prompted), ("installs", counts.installs),
    ] {
      if let value { nested.append((name, header[name], value)) }
    }
    for (part, whole) in zip(nested, nested.dropFirst()) where part.value > whole.value {
      // Where no column counts who answered, they are the allowed and the denied.
      let sum = part.name == "answered" && given.answered == nil ? other : nil
      let name = sum.map { "\(column.name) and \($0.name) together" } ?? part.column.name
      row.refuse(
        sum ?? part.column,
        "\(name): expected at most \(whole.value), the \(whole.name), found \(part.value)"
          + (whole.name == "prompted"
            ? ". A request that no alert was shown for does not count as prompted, nor as an answer" : ""))
    }
    return before == row.log.count ? counts : nil
  }

  private func prePrompts(_ row: TableRow) -> (shows: Int, continues: Int)? {
    guard let shows = row.count(header[Self.prePrompts[0]]),
      let continues = row.count(header[Self.prePrompts[1]])
    else { return nil }
    if continues > shows {
      row.refuse(
        header[Self.prePrompts[1]],
        "\(Self.prePrompts[1]): expected at most \(shows), the showings, found \(continues)")
    }
    return shows > 0 ? (shows, continues) : nil
  }

  func table() -> TestTable {
    var whole = [OutcomeCounts?](repeating: nil, count: arms.names.count)
    var sums = PartSums(arms: arms.names.count)
    for row in rows {
      if whole[row.arm]?.add(row.counts) == nil { whole[row.arm] = row.counts }
      sums.add([row.counts], arm: row.arm, row.place)
    }
    var table = TestTable(zip(arms.names, whole).compactMap { name, counts in counts.map { (name, $0) } })
    for (arm, line) in arms.lines.enumerated() { table.arms[arm].line = line }
    for (column, names) in parts {
      let found = sums.parts(column, names.names)
      table.horizons[0].parts[column] = column == .day ? found.inOrderOfDays : found
    }
    table.guardrails = Set(guarded.rows.keys)
    table.guarded = { [rows = guarded.rows] column, body in try rows[column]?.forEach(body) }
    let answer = answers.allowed[chosen.allowed]
    if rows.count > arms.names.count {
      table.remarks = [
        "\(rows.count) rows were summed into \(arms.names.count) \(arms.names.count == 1 ? "option" : "options")."
      ]
    }
    table.remarks += header.remarks
    if answer.day != nil { table.remarks.append("'\(answer.name)' is read as 'allowed'.") }
    table.day = answer.day
    table.counted = CountedRows(rows: rows, answers: answers, unused: header.remarks)
    return table
  }
}
