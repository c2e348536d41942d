import TextFormats

/// Reads a table of counts, row by row, summing per arm and per cluster.
struct CountsReader {
  private let header: ColumnHeader<CountsColumn>
  /// Of all columns, as they are written.
  private let names: [String]
  private var arms = NameTable(most: TableLimits.arms)
  private var totals: [OutcomeCounts] = []
  private var clusters: [(column: CountsColumn, names: NameTable, counts: [[OutcomeCounts?]])]
  private let guarded: GuardedColumns
  private var guardedRows: [GuardedRow] = []
  /// Per cluster column, the counts of each arm by cluster and day; empty without days.
  private var clusterDays: [[ClusterDayKey: [OutcomeCounts?]]] = ClusterColumn.allCases.map { _ in [:] }
  private let earlier: EarlierAnswers
  private var rows = 0

  /// - Parameter names: of all columns, as they are written.
  init(header: ColumnHeader<CountsColumn>, names: [String]) {
    self.header = header
    self.names = names
    earlier = EarlierAnswers(names)
    guarded = GuardedColumns(header)
    clusters = [CountsColumn.release, .language, .segment, .day].compactMap { column in
      header[column] == nil ? nil : (column, NameTable(most: TableLimits.clusters), [])
    }
  }

  /// Takes the scanner's current record in.
  mutating func take(_ record: RecordScanner, _ log: inout ProblemLog) {
    rows += 1
    earlier.check(record, &log)
    guard let counts = counts(record, &log), let arm = name(.arm, record, &arms, &log) else { return }
    let isNew = arm == totals.count
    if isNew { totals.append(counts) } else { totals[arm].add(counts) }
    var positions: [CountsColumn: Int] = [:]
    for index in clusters.indices {
      guard let cluster = name(clusters[index].column, record, &clusters[index].names, &log) else { continue }
      positions[clusters[index].column] = cluster
      while clusters[index].counts.count <= cluster { clusters[index].counts.append([]) }
      while clusters[index].counts[cluster].count <= arm { clusters[index].counts[cluster].append(nil) }
      if clusters[index].counts[cluster][arm]?.add(counts) == nil {
        clusters[index].counts[cluster][arm] = counts
      }
    }
    let row = GuardedRow(
      arm: arm, release: positions[.release], language: positions[.language], day: positions[.day])
    addDays(counts, row)
    if let found = guarded.read(record, row, installs: counts.installs, &log) { guardedRows.append(found) }
  }

  /// Counts the row by day within its release and its language.
  private mutating func addDays(_ counts: OutcomeCounts, _ row: GuardedRow) {
    guard let day = row.day else { return }
    for column in ClusterColumn.allCases {
      guard let cluster = row[column] else { continue }
      let key = ClusterDayKey(cluster: cluster, day: day)
      var arms = clusterDays[column.rawValue][key] ?? []
      while arms.count <= row.arm { arms.append(nil) }
      if arms[row.arm]?.add(counts) == nil { arms[row.arm] = counts }
      clusterDays[column.rawValue][key] = arms
    }
  }

  /// By cluster its days, in the order of their first rows; none where there are too many to keep.
  private func days(within column: CountsColumn) -> [Int: [[OutcomeCounts?]]] {
    let kind: ClusterColumn? = column == .release ? .release : column == .language ? .language : nil
    guard let kind, clusterDays[kind.rawValue].count <= TableLimits.clusterDays else { return [:] }
    return Dictionary(grouping: clusterDays[kind.rawValue].sorted { $0.key < $1.key }) { $0.key.cluster }
      .mapValues { $0.map { padded($0.value) } }
  }

  private func padded(_ arms: [OutcomeCounts?]) -> [OutcomeCounts?] {
    arms + Array(repeating: nil, count: totals.count - arms.count)
  }

  /// The table, once the last record is in.
  func table() -> CountsTable {
    var table = CountsTable(arms: zip(arms.names, totals).map { ArmCounts(name: $0, counts: $1) })
    table.armLines = arms.lines
    for (column, names, counts) in clusters {
      let days = days(within: column)
      let found = counts.indices.map { cluster in
        ClusterCounts(name: names.names[cluster], arms: padded(counts[cluster]), days: days[cluster] ?? [])
      }
      if column == .release { table.releases = found }
      if column == .language { table.languages = found }
      if column == .segment { table.segments = found }
      if column == .day { table.days = found.inOrderOfDays }
    }
    table.guarded = guardedRows
    table.guardrails = guarded.names
    if rows > totals.count {
      table.remarks.append(
        "\(rows) rows were summed into \(totals.count) \(totals.count == 1 ? "option" : "options").")
    }
    table.remarks += header.remarks
    return table
  }

  /// A column's name in the file.
  private func written(_ column: CountsColumn) -> String {
    header[column].map { names[$0] } ?? column.rawValue
  }

  private mutating func counts(_ record: RecordScanner, _ log: inout ProblemLog) -> OutcomeCounts? {
    var isWhole = true
    func number(_ column: CountsColumn, _ log: inout ProblemLog) -> Int? {
      guard let index = header[column] else { return nil }
      let cell = record.cell(index)
      let location = record.location(index)
      let name = written(column)
      switch CountReader.read(cell) {
      case .number(let number): return number
      case .negative:
        log.add(
          line: location.line, column: location.column, "\(name) is negative: \(quoted(cell))")
      case .tooLarge:
        log.add(
          line: location.line, column: location.column,
          "\(name) is more than 1,000,000,000: \(quoted(cell))")
      case .notANumber:
        log.add(
          line: location.line, column: location.column,
          cell.isEmpty
            ? "\(name) is empty; expected a whole number, 0 for none"
            : "\(name): expected a whole number, found \(quoted(cell))\(wholeNumberHint(cell))")
      }
      isWhole = false
      return nil
    }
    let allowed = number(.allowed, &log) ?? 0
    let denied = number(.denied, &log)
    let counts = OutcomeCounts(
      installs: number(.installs, &log), prompted: number(.prompted, &log),
      answered: number(.answered, &log) ?? denied.map { allowed + $0 }, allowed: allowed)
    guard isWhole else { return nil }
    if let installs = counts.installs { log.compare(allowed: allowed, installs: installs) }
    if let denied, let answered = counts.answered, allowed + denied != answered {
      let location = record.location(header[.denied] ?? 0)
      log.add(
        line: location.line, column: location.column,
        "\(written(.denied)): expected \(max(0, answered - allowed)), the answered that did not allow, found \(denied)"
      )
      isWhole = false
    }
    let nested: [(column: CountsColumn, value: Int?)] = [
      (.allowed, counts.allowed), (.answered, counts.answered), (.prompted, counts.prompted),
      (.installs, counts.installs),
    ]
    let known = nested.compactMap { item in item.value.map { (item.column, $0) } }
    for (part, whole) in zip(known, known.dropFirst()) where part.1 > whole.1 {
      // Where no column counts who answered, they are the allowed and the denied.
      let isSum = part.0 == .answered && header[.answered] == nil
      let location = record.location(header[isSum ? .denied : part.0] ?? 0)
      let name = isSum ? "\(written(.allowed)) and \(written(.denied)) together" : written(part.0)
      log.add(
        line: location.line, column: location.column,
        "\(name): expected at most \(whole.1), the \(whole.0.rawValue), found \(part.1)")
      isWhole = false
    }
    return isWhole ? counts : nil
  }

  private func name(
    _ column: CountsColumn, _ record: RecordScanner, _ table: inout NameTable, _ log: inout ProblemLog
  ) -> Int? {
    guard let index = header[column] else { return nil }
    if column == .day, isImpossibleDate(record.cell(index)) {
      let location = record.location(index)
      log.add(
        line: location.line, column: location.column,
        "\(written(.day)): expected a date such as 2026-03-02, or a number, found \(quoted(record.cell(index))), which no "
          + "calendar has")
      return nil
    }
    return namePosition(record, index, column.rawValue, &table, &log)
  }
}

/// The position of the name in a cell; a name that cannot be one goes into the log.
func namePosition(
  _ record: RecordScanner, _ index: Int, _ column: String, _ table: inout NameTable, _ log: inout ProblemLog
) -> Int? {
  let cell = record.cell(index)
  if !cell.isEmpty, cell.count <= TableLimits.name, let position = table.position(cell) {
    table.note(position, line: record.line)
    return position
  }
  let location = record.location(index)
  if !cell.isEmpty, cell.count <= TableLimits.name, String(validating: cell, as: UTF8.self) != nil {
    // Every further row would say the same.
    if table.hasOverflowed { return nil }
    table.hasOverflowed = true
  }
  let message =
    if cell.isEmpty {
      "\(column) is empty; expected a name"
    } else if cell.count > TableLimits.name {
      "\(column) has more than \(TableLimits.name) bytes: \(quoted(cell))"
    } else if String(validating: cell, as: UTF8.self) == nil {
      "\(column) is not UTF-8: \(quoted(cell)); save the file as UTF-8"
    } else {
      "more than \(table.names.count) different values of \(column); is it the right column? Found \(quoted(cell))"
    }
  log.add(line: location.line, column: location.column, message)
  return nil
}

/// Says which columns were of no use, and which of those that can be read they may stand for.
///
/// - Parameter open: names that can be read and that no column of the file has.
func ignoredColumns(_ names: [String], open: [String]) -> [String] {
  guard !names.isEmpty else { return [] }
  let shown = names.prefix(6).map { name in
    "'\(name)'" + (nearestWord(to: name, among: open).map { " (did you mean '\($0)'?)" } ?? "")
  }
  return ["Columns not used: \(shown.joined(separator: ", "))\(names.count > 6 ? ", …" : "")."]
}

/// What a cell that is no whole number was probably meant as: without commas, or a count in place of a share.
func wholeNumberHint(_ cell: some Collection<UInt8>) -> String {
  let text = String(decoding: cell.prefix(40), as: UTF8.self)
  let digits = text.filter { $0 != "," && $0 != " " && $0 != "." }
  if text.hasSuffix("%") { return ". Write how many installs that is, not the share" }
  let groups: [Substring] = text.split { (character: Character) in
    character == "," || character == "." || character == " "
  }
  guard digits != text, !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }),
    groups.dropFirst().allSatisfy({ $0.count == 3 })
  else { return "" }
  return ". Write it without commas, points and spaces: \(digits)"
}
