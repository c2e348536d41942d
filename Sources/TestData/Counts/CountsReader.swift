/// Reads a table of counts, row by row, summing per arm, and per release, language, segment and day.
struct CountsReader {
  private let reading: CountsReading
  private let answers: AnswerColumns
  private let guarded: GuardedColumns
  /// The day by which answers count; `nil` where the columns do not say.
  private let day: Int?
  private var arms = NameTable(most: TableLimits.arms)
  private var totals: [OutcomeCounts] = []
  private var parts: [Part]
  private var guardedRows: [GuardedRow] = []
  /// The counts of each arm by day within each release, and within each language.
  private var clusterDays: [[ClusterDayKey: [OutcomeCounts?]]] = ClusterColumn.allCases.map { _ in [:] }
  private var rows = 0

  /// The counts by the names of one column.
  private struct Part {
    var column: String
    var names = NameTable(most: TableLimits.clusters)
    var counts: [[OutcomeCounts?]] = []
  }

  static let expected =
    "the columns arm, installs and allowed of counts, or \(EventsColumn.requiredNames) of installs"
  private static let partColumns = ["release", "language", "segment", "day"]
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
      ["arm", "allowed", "denied"] + Self.people + Self.partColumns + GuardedColumns.known
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
    parts = Self.partColumns.filter { settled[$0] != nil }.map { Part(column: $0) }
  }

  /// Why the answers of a day cannot be had.
  private static func missing(_ day: Int, _ days: [Int]) -> String {
    let found = days.map { "allowed_by_\($0)" }.joined(separator: ", ")
    return "no column 'allowed_by_\(day)'; --day asks for day \(day), and the file has \(found). Write "
      + "\(days.map { "--day \($0)" }.joined(separator: " or ")), or count by day \(day)"
  }

  /// Takes a row in.
  mutating func take(_ row: TableRow, _ log: inout ProblemLog) {
    rows += 1
    answers.check(row, &log)
    guard let counts = reading.counts(row, &log), let arm = row.position("arm", in: &arms, &log) else {
      return
    }
    if arm == totals.count { totals.append(counts) } else { totals[arm].add(counts) }
    var place = CountedRow(arm: arm, counts: counts)
    for index in parts.indices {
      let column = parts[index].column
      let position =
        column == "day"
        ? row.dayPosition(column, in: &parts[index].names, &log)
        : row.position(column, in: &parts[index].names, &log)
      guard let position else { continue }
      switch column {
      case "release": place.release = position
      case "language": place.language = position
      case "day": place.day = position
      case _: break
      }
      while parts[index].counts.count <= position { parts[index].counts.append([]) }
      Self.add(counts, arm, to: &parts[index].counts[position])
    }
    let guardedRow = guarded.read(row, place, &log)
    if let day = place.day {
      for (column, cluster) in zip(ClusterColumn.allCases, [place.release, place.language]) {
        guard let cluster else { continue }
        Self.add(
          counts, arm,
          to: &clusterDays[column.rawValue][ClusterDayKey(cluster: cluster, day: day), default: []])
      }
    }
    if let guardedRow { guardedRows.append(guardedRow) }
  }

  private static func add(_ counts: OutcomeCounts, _ arm: Int, to arms: inout [OutcomeCounts?]) {
    while arms.count <= arm { arms.append(nil) }
    if arms[arm]?.add(counts) == nil { arms[arm] = counts }
  }

  private func padded(_ arms: [OutcomeCounts?]) -> [OutcomeCounts?] {
    arms + Array(repeating: nil, count: totals.count - arms.count)
  }

  /// By cluster its days, in the order of their first rows; none where there are too many to keep.
  private func days(within column: ClusterColumn) -> [Int: [[OutcomeCounts?]]] {
    let found = clusterDays[column.rawValue]
    guard found.count <= TableLimits.clusterDays else { return [:] }
    return Dictionary(grouping: found.sorted { $0.key < $1.key }) { $0.key.cluster }
      .mapValues { $0.map { padded($0.value) } }
  }

  /// The table, once the last row is in.
  func table(_ header: TableHeader, doubts: [DataProblem]) -> CountsTable {
    var table = CountsTable(arms: zip(arms.names, totals).map { ArmCounts(name: $0, counts: $1) })
    table.armLines = arms.lines
    for part in parts {
      let days: [Int: [[OutcomeCounts?]]] =
        switch part.column {
        case "release": days(within: .release)
        case "language": days(within: .language)
        case _: [:]
        }
      let found = part.counts.indices.map {
        ClusterCounts(name: part.names.names[$0], arms: padded(part.counts[$0]), days: days[$0] ?? [])
      }
      switch part.column {
      case "release": table.releases = found
      case "language": table.languages = found
      case "segment": table.segments = found
      case _: table.days = found.inOrderOfDays
      }
    }
    table.guarded = guardedRows
    table.guardrails = guarded.names
    if rows > totals.count {
      table.remarks.append(
        "\(rows) rows were summed into \(totals.count) \(totals.count == 1 ? "option" : "options").")
    }
    table.remarks += header.remarks
    table.doubts = doubts
    table.day = day
    return table
  }
}
