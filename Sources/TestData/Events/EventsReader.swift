import TextFormats

/// Reads event rows, one or more per install, and counts installs at each of some days.
///
/// Rows are put together by install first and counted when all are read, so that the order of the
/// rows of an install does not matter. Memory grows by some 65 bytes per install, and with arms,
/// releases and days of enrolment; not with anything else.
struct EventsReader {
  /// The columns that a table is of no use without, in a sentence.
  static let requiredNames = "install_id, arm, installed_at, prompted_at, decided_at and status"
  /// The columns of them and of values.
  private static let required = [
    "install_id", "arm", "installed_at", "prompted_at", "decided_at", "status",
  ]
  private static let retention: [GuardrailColumn] = [.retainedD1, .retainedD7]

  private let id, arm, installedAt, promptedAt, decidedAt, status, value: Column
  private let retained, places: [Column]
  private let remarks: [String]
  private let log: ProblemLog
  private let asOf: AsOf
  private let days: [Int]
  private var arms = NameTable(most: TableLimits.arms)
  /// The names met in each of ``InstallRecord/parts``.
  private var names = InstallRecord.parts.map { _ in NameTable(most: TableLimits.clusters) }
  private var installs = InstallRecords()
  private var isFull = false
  private var rows = 0

  /// Settles which columns are read.
  ///
  /// - Parameter days: at least one, ascending, each at least 0.
  /// - Returns: `nil` where the log says why the table cannot be read.
  init?(_ header: inout TableHeader, asOf: AsOf, days: [Int]) {
    // Systems are segments, of which one may show no alert.
    header.call("system", "segment")
    header.settle(
      Self.required + InstallRecord.parts.map(\.rawValue) + GuardrailColumn.allCases.map(\.rawValue),
      required: Self.required)
    guard header.log.isEmpty else { return nil }
    (id, arm, status, value) = (header["install_id"], header["arm"], header["status"], header["value"])
    (installedAt, promptedAt, decidedAt) = (
      header["installed_at"], header["prompted_at"], header["decided_at"]
    )
    let settled = header
    retained = Self.retention.map { settled[$0.rawValue] }
    places = InstallRecord.parts.map { settled[$0.rawValue] }
    remarks = settled.remarks
    log = settled.log
    self.asOf = asOf
    self.days = days
  }

  mutating func take(_ row: TableRow) {
    rows += 1
    guard let id = row.known(id) else {
      return row.refuse(self.id, "install_id is empty; expected the id of the install")
    }
    guard let arm = row.position(arm, in: &arms), let word = row.cell(status) else { return }
    guard let status = PermissionWord.read(word) else {
      return row.refuse(
        self.status,
        "status: expected authorized, denied, restricted or notDetermined, found \(quoted(word))")
    }
    let before = row.log.count
    let installed = row.moment(installedAt)
    let prompted = row.moment(promptedAt)
    let decided = row.moment(decidedAt)
    guard before == row.log.count else { return }
    guard let installed else {
      return row.refuse(installedAt, "installed_at is empty; expected a date or a time")
    }
    var record = InstallRecord(
      arm: arm, installed: installed, prompted: prompted, decided: decided, status: status, line: row.line)
    for (index, column) in places.enumerated() {
      // An install whose release nobody knows belongs to none.
      guard let cell = row.cell(column), !cell.isEmpty,
        let position = row.position(column, in: &names[index])
      else { continue }
      record.place[InstallRecord.parts[index]] = position
    }
    for (guardrail, column) in zip(Self.retention, retained) where column.index != nil {
      record.setRetained(guardrail, row.flag(column))
    }
    record.value = row.number(value, from: -TableRow.mostValue) ?? .nan
    if !installs.take(record, id: fingerprint(id)), !isFull {
      isFull = true
      row.log.add(
        line: row.line, column: 1,
        "more than \(InstallRecords.most) installs; give counts per option instead, or a random part of the installs"
      )
    }
  }

  /// The table, once the last row is in.
  ///
  /// Refuses rows without any install by the as-of moment, as there is nothing to analyse, and those in which more than
  /// one install in a hundred contradicts itself: what its rows are is not known then.
  func table() -> TestTable {
    let installs = installs.all
    let earliest = installs.min { $0.installed < $1.installed }
    if let earliest, earliest.installed > asOf.seconds {
      log.add(
        line: Int(earliest.line), column: 1,
        "nothing was installed by --as-of, \(asOf): the first install is of "
          + "\(timestamp(earliest.installed)); is it the right date?")
    }
    var counts = EventCounts(
      arms: arms.names.count, asOf: asOf, days: days, earliest: earliest?.installed ?? 0)
    // By name: the order of rows says nothing, and must not choose what options are compared with.
    let order = arms.names.indices.sorted { arms.names[$0] < arms.names[$1] }
    let places = arms.names.indices.map { order.firstIndex(of: $0) ?? 0 }
    for install in installs { counts.add(install, arm: places[install.arm]) }
    let excluded = counts.findings.filter { $0.kind == .inTwoArms || $0.kind == .contradictoryRows }
    let contradictory = excluded.reduce(0) { $0 + $1.installs }
    if log.isEmpty, contradictory * 100 > installs.count, let line = excluded.flatMap(\.firstLines).min() {
      log.add(
        line: line, column: 1,
        "\(contradictory) of \(installs.count) installs have rows in two options or rows that contradict each other; "
          + "expected at most 1 in 100. Give one row per install, or let later rows only add to earlier ones")
    }
    let guardrails = zip(Self.retention + [.value], retained + [value]).compactMap {
      $1.index == nil ? nil : $0
    }
    var table = TestTable(
      asOf: asOf,
      arms: order.map {
        TestTable.Arm(name: arms.names[$0], line: arms.lines[$0], assigned: counts.assigned[places[$0]])
      },
      horizons: counts.horizons(
        Dictionary(uniqueKeysWithValues: zip(InstallRecord.parts, names.map(\.names)))),
      rows: rows, findings: counts.findings, guardrails: Set(guardrails), remarks: remarks)
    table.guarded = { [asOf] column, body in
      for record in installs where record.exclusion == nil && record.installed <= asOf.seconds {
        var place = record.place
        place[.day] = record.installed / 86_400
        place.age = InstallRow(record, asOf: asOf).days
        try body(GuardedRow(arm: places[record.arm], place: place, measured: record.measured(column)))
      }
    }
    return table
  }
}
