import TextFormats

/// Reads event rows, one or more per install, and counts installs at each of some days.
///
/// Rows are put together by install first and counted when all are read, so that the order of the
/// rows of an install does not matter. Memory grows by some 40 bytes per install, and with arms,
/// releases and days of enrolment; not with anything else.
struct EventsReader {
  /// Where each column stands; the last three where there are any.
  private struct Columns {
    let id, arm, installedAt, promptedAt, decidedAt, status: Int
    /// In the order of ``GuardedRow/retentionDays``.
    let retained: [Int?]
    let value: Int?
    /// Of release, language and segment.
    let clusters: [Int?]

    /// - Precondition: the header has every column that is required.
    init(_ header: TableHeader) {
      let required = EventsColumn.required.map { header[$0.rawValue] ?? 0 }
      (id, arm, installedAt) = (required[0], required[1], required[2])
      (promptedAt, decidedAt, status) = (required[3], required[4], required[5])
      retained = EventsReader.retentionColumns.map { header[$0.rawValue] }
      value = header[EventsColumn.value.rawValue]
      clusters = EventsReader.clusterColumns.map { header[$0.rawValue] }
    }
  }

  private let columns: Columns
  private let asOf: AsOf
  private let days: [Int]
  private var arms = NameTable(most: TableLimits.arms)
  /// The names met in each column of clusters.
  private var clusters = Self.clusterColumns.map { _ in NameTable(most: TableLimits.clusters) }
  private var installs = InstallRecords()
  private var isFull = false
  private var rows = 0

  /// In the order of ``GuardedRow/retentionDays``.
  private static let retentionColumns: [EventsColumn] = [.retainedD1, .retainedD7]
  private static let clusterColumns: [EventsColumn] = [.release, .language, .segment]

  /// Settles which columns are read.
  ///
  /// - Parameter days: at least one, ascending, each at least 0.
  /// - Returns: `nil` where the log says why the table cannot be read.
  init?(_ header: inout TableHeader, asOf: AsOf, days: [Int], _ log: inout ProblemLog) {
    // Systems are segments, of which one may show no alert.
    header.call("system", "segment")
    header.settle(
      EventsColumn.allCases.map(\.rawValue), required: EventsColumn.required.map(\.rawValue), &log)
    guard log.isEmpty else { return nil }
    columns = Columns(header)
    self.asOf = asOf
    self.days = days
  }

  /// Takes the scanner's current record in.
  mutating func take(_ record: RecordScanner, _ log: inout ProblemLog) {
    rows += 1
    let id = record.cell(columns.id)
    guard !PermissionWord.isAbsent(id) else {
      return log.refuse(record, columns.id, "install_id is empty; expected the id of the install")
    }
    guard let arm = namePosition(record, columns.arm, "arm", &arms, &log) else { return }
    guard let status = PermissionWord.read(record.cell(columns.status)) else {
      return log.refuse(
        record, columns.status,
        "status: expected authorized, denied, restricted or notDetermined, found "
          + quoted(record.cell(columns.status)))
    }
    let problemsBefore = log.count
    let installed = moment(record, columns.installedAt, "installed_at", &log)
    let prompted = moment(record, columns.promptedAt, "prompted_at", &log)
    let decided = moment(record, columns.decidedAt, "decided_at", &log)
    guard problemsBefore == log.count else { return }
    guard let installed else {
      return log.refuse(record, columns.installedAt, "installed_at is empty; expected a date or a time")
    }
    var row = InstallRecord(
      arm: arm, installed: installed.seconds,
      isDateOnly: installed.form == .dateOnly, prompted: prompted?.seconds, decided: decided?.seconds,
      status: status, line: record.line)
    takeClusters(record, &row, &log)
    for (index, column) in columns.retained.enumerated() {
      guard let column else { continue }
      row[retained: index] = retained(record, column, Self.retentionColumns[index], &log)
    }
    if let column = columns.value, let value = value(record, column, &log) { row.value = value }
    if !installs.take(row, id: Fingerprint.of(id)), !isFull {
      isFull = true
      log.add(
        line: record.line, column: 1,
        "more than \(InstallRecords.most) installs; give counts per option instead, or a random part of the installs"
      )
    }
  }

  /// 0 or 1 (also as 0.0, 1.0, false, true); `nil` for an empty cell.
  private func retained(
    _ record: RecordScanner, _ column: Int, _ name: EventsColumn, _ log: inout ProblemLog
  ) -> Bool? {
    let cell = record.cell(column)
    if PermissionWord.isAbsent(cell) { return nil }
    if case .number(let number) = CountReader.read(cell), number < 2 { return number == 1 }
    switch String(decoding: cell, as: UTF8.self).lowercased() {
    case "true": return true
    case "false": return false
    case _:
      log.refuse(
        record, column,
        "\(name.rawValue): expected 0 or 1, or nothing where it is not known, found \(quoted(cell))")
      return nil
    }
  }

  /// A number; `nil` for an empty cell.
  private func value(_ record: RecordScanner, _ column: Int, _ log: inout ProblemLog) -> Double? {
    let cell = record.cell(column)
    if PermissionWord.isAbsent(cell) { return nil }
    if let value = Double(String(decoding: cell, as: UTF8.self)), abs(value) <= GuardedColumns.largest {
      return value
    }
    log.refuse(
      record, column,
      "value: expected a number with a decimal point, from -1e12 to 1e12, or nothing where it is not known, found "
        + quoted(cell))
    return nil
  }

  @inline(__always)
  private mutating func takeClusters(
    _ record: RecordScanner, _ row: inout InstallRecord, _ log: inout ProblemLog
  ) {
    for (index, column) in columns.clusters.enumerated() {
      // An install whose release nobody knows belongs to none.
      guard let column, !record.cell(column).isEmpty else { continue }
      row[cluster: index] = namePosition(
        record, column, Self.clusterColumns[index].rawValue, &clusters[index], &log)
    }
  }

  /// Refuses rows without any install by the as-of moment: there is nothing to analyse.
  func requireInstalls(_ log: inout ProblemLog) {
    let earliest = (0..<installs.count).min { installs[$0].installed < installs[$1].installed }
    guard log.isEmpty, let first = earliest.map({ installs[$0] }),
      Int64(first.installed) > asOf.moment.seconds
    else { return }
    log.add(
      line: Int(first.line), column: 1,
      "nothing was installed by --as-of, \(asOf): the first install is of "
        + "\(Instant(seconds: Int64(first.installed))); is it the right date?")
  }

  /// Refuses a table in which more than one install in a hundred has rows that contradict each other:
  /// what its rows are is not known then.
  func requireOneRowEach(_ table: EventTable, _ log: inout ProblemLog) {
    let excluded = table.findings.filter { $0.kind == .inTwoArms || $0.kind == .contradictoryRows }
    let count = excluded.reduce(0) { $0 + $1.installs }
    guard log.isEmpty, count * 100 > installs.count, let line = excluded.flatMap(\.firstLines).min() else {
      return
    }
    log.add(
      line: line, column: 1,
      "\(count) of \(installs.count) installs have rows in two options or rows that contradict each other; expected at "
        + "most 1 in 100. Give one row per install, or let later rows only add to earlier ones")
  }

  @inline(__always)
  private func moment(
    _ record: RecordScanner, _ index: Int, _ column: StaticString, _ log: inout ProblemLog
  ) -> (seconds: Int64, form: TimeForm)? {
    let cell = record.cell(index)
    if PermissionWord.isAbsent(cell) { return nil }
    if let read = MomentReading.moment(cell), MomentReading.isPlausible(read) { return read }
    log.refuse(
      record, index,
      "\(column): "
        + MomentReading.refusal(
          cell, expected: "a time such as 2026-03-01T10:00:00Z, or seconds or milliseconds since 1970"))
    return nil
  }
}

extension EventsReader {
  /// The table, once the last record is in.
  ///
  /// - Parameter remarks: of the header.
  func table(remarks: [String]) -> EventTable {
    var counts = EventCounts(
      arms: arms.names.count, clusters: clusters.count, asOf: asOf, days: days)
    // By name: the order of rows says nothing, and must not choose what options are compared with.
    let order = arms.names.indices.sorted { arms.names[$0] < arms.names[$1] }
    var places = order
    for (place, arm) in order.enumerated() { places[arm] = place }
    for position in 0..<installs.count {
      counts.add(installs[position], arm: places[Int(installs[position].arm)])
    }
    var table = EventTable(
      asOf: asOf,
      arms: order.enumerated().map { place, arm in
        EventTable.Arm(
          name: arms.names[arm], line: arms.lines[arm], assigned: counts.assigned[place],
          doubtful: counts.doubtful[place],
          answersByDay: counts.answersByDay[place])
      },
      horizons: counts.horizons(clusters.map(\.names)), rows: rows, findings: counts.findings,
      guardrails: guardrails, installs: installs, places: places, remarks: remarks)
    table.installs.forgetIDs()
    return table
  }

  private var guardrails: Set<String> {
    let retention = zip(Self.retentionColumns, columns.retained).compactMap { $1 == nil ? nil : $0 }
    return Set((retention + (columns.value == nil ? [] : [.value])).map(\.rawValue))
  }
}
