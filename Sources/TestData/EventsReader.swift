/// Reads event rows, one per install, into counts at each of some days.
///
/// Memory grows with arms, releases and days of enrolment, and by eight to sixteen bytes per
/// install for finding duplicates; not with anything else.
struct EventsReader {
  private struct Columns {
    var id: Int
    var arm: Int
    var installedAt: Int
    var promptedAt: Int
    var decidedAt: Int
    var status: Int
  }

  /// The oldest age told apart, in days; what is older is counted with it.
  private static let oldest = 4000

  private let columns: Columns
  private let header: ColumnHeader<EventsColumn>
  private let asOf: AsOf
  private let days: [Int]
  private let hours: Int
  private var arms = NameTable(most: TableLimits.arms)
  private var assigned: [Int] = []
  private var impossible: [Int] = []
  /// The first install of all, and where it stands.
  private var earliest: (seconds: Int64, line: Int, column: Int)?
  private var followUps: [FollowUp] = []
  private let totals: CountGrid
  private let enrolment: CountGrid
  private let installDays: CountGrid
  private var clusters: [(column: EventsColumn, names: NameTable, grid: CountGrid)]
  private let installs = InstallSet()
  private var isFull = false
  private var forms: TimeForms = []
  private var findings = FindingLog()
  private var rows = 0
  private var greatestAge = 0
  /// The last date that an install can have, in days since 1970.
  private let lastDate: Int64

  /// - Parameter days: at least one, ascending, each at least 0.
  init?(header: ColumnHeader<EventsColumn>, asOf: AsOf, days: [Int]) {
    guard let id = header[.installID], let arm = header[.arm], let installedAt = header[.installedAt],
      let promptedAt = header[.promptedAt], let decidedAt = header[.decidedAt], let status = header[.status]
    else { return nil }
    columns = Columns(
      id: id, arm: arm, installedAt: installedAt, promptedAt: promptedAt, decidedAt: decidedAt, status: status
    )
    self.header = header
    self.asOf = asOf
    self.days = days
    lastDate = asOf.moment.seconds / 86_400
    hours = (days.last ?? 0) * 24
    totals = CountGrid(days: days.count)
    enrolment = CountGrid(days: days.count)
    installDays = CountGrid(days: days.count)
    clusters = [EventsColumn.release, .language, .segment].compactMap { column in
      header[column] == nil
        ? nil : (column, NameTable(most: TableLimits.clusters), CountGrid(days: days.count))
    }
  }

  /// Takes the scanner's current record in.
  mutating func take(_ record: RecordScanner, _ log: inout ProblemLog) {
    rows += 1
    let id = record.cell(columns.id)
    guard !PermissionWord.isAbsent(id) else {
      let place = record.place(columns.id)
      log.add(line: place.line, column: place.column, "install_id is empty")
      return
    }
    let fingerprint = Fingerprint.of(id)
    guard let arm = namePosition(record, columns.arm, "arm", &arms, &log) else { return }
    guard let status = PermissionWord.read(record.cell(columns.status)) else {
      let place = record.place(columns.status)
      log.add(
        line: place.line, column: place.column,
        "status: expected authorized, denied, restricted or notDetermined, found "
          + quoted(record.cell(columns.status)))
      return
    }
    let problemsBefore = log.problems.count + log.unlisted
    let installed = moment(record, columns.installedAt, "installed_at", &log)
    let prompted = moment(record, columns.promptedAt, "prompted_at", &log)
    let decided = moment(record, columns.decidedAt, "decided_at", &log)
    guard problemsBefore == log.problems.count + log.unlisted else { return }
    guard let installed else {
      let place = record.place(columns.installedAt)
      log.add(line: place.line, column: place.column, "installed_at is empty; expected a date or a time")
      return
    }
    while assigned.count <= arm {
      assigned.append(0)
      impossible.append(0)
      followUps.append(FollowUp(hours: hours))
    }
    if installed.seconds > asOf.moment.seconds {
      noteLate(installed.seconds, record)
      findings.add(.installedAfterAsOf, line: record.line)
      return
    }
    switch installs.insert(fingerprint, arm: arm) {
    case .new: break
    case .full: isFull = true
    case .sameArm:
      findings.add(.duplicate, line: record.line)
      return
    case .otherArm:
      findings.add(.inOtherArm, line: record.line)
      return
    }
    assigned[arm] += 1
    let row = InstallRow(
      installed: installed.seconds, prompted: prompted?.seconds, decided: decided?.seconds, status: status,
      age: age(of: installed), asOf: asOf.moment.seconds)
    if let finding = row.impossible {
      impossible[arm] += 1
      findings.add(finding, line: record.line)
      return
    }
    if row.isAheadOfAsOf { findings.add(.laterThanAsOf, line: record.line) }
    row.add(to: installDays.cells(group: daysBack(installed.seconds), arm: arm), days)
    count(row, arm: arm, record, &log)
  }

  /// How many dates before ``lastDate`` an install was.
  @inline(__always)
  private func daysBack(_ installed: Int64) -> Int {
    max(0, min(Self.oldest, Int(lastDate - installed / 86_400)))
  }

  /// Remembers the earliest of the installs that come after the as-of moment.
  private mutating func noteLate(_ seconds: Int64, _ record: RecordScanner) {
    if let earliest, earliest.seconds <= seconds { return }
    let place = record.place(columns.installedAt)
    earliest = (seconds, place.line, place.column)
  }

  /// Refuses rows of which none had been installed by the as-of moment: there is nothing to analyse.
  func requireInstalls(_ log: inout ProblemLog) {
    guard log.isEmpty, assigned.allSatisfy({ $0 == 0 }), let earliest else { return }
    log.add(
      line: earliest.line, column: earliest.column,
      "nothing was installed by --as-of, \(asOf): the first install is of "
        + "\(Instant(seconds: earliest.seconds)); is it the right date?")
  }

  /// The age in seconds at the as-of moment; whole dates against a whole date count whole days.
  @inline(__always)
  private func age(of installed: (seconds: Int64, form: TimeForms)) -> Int64 {
    let age = asOf.moment.seconds - installed.seconds
    return asOf.isDateOnly && installed.form == .dateOnly ? max(0, age - 86_400) : age
  }

  @inline(__always)
  private mutating func moment(
    _ record: RecordScanner, _ index: Int, _ column: StaticString, _ log: inout ProblemLog
  ) -> (seconds: Int64, form: TimeForms)? {
    let cell = record.cell(index)
    if PermissionWord.isAbsent(cell) { return nil }
    if let read = MomentReading.moment(cell), MomentReading.plausible.contains(read.seconds) {
      forms.insert(read.form)
      return read
    }
    let place = record.place(index)
    log.add(
      line: place.line, column: place.column,
      MomentReading.moment(cell) == nil
        ? "\(column): expected a time such as 2026-03-01T10:00:00Z, or seconds or milliseconds since 1970, "
          + "found \(quoted(cell))"
        : "\(column): \(quoted(cell)) lies before 2007 or after 2100; is it the right unit?")
    return nil
  }

  @inline(__always)
  private mutating func count(_ row: InstallRow, arm: Int, _ record: RecordScanner, _ log: inout ProblemLog) {
    row.watch(&followUps[arm], hours: hours)
    row.add(to: totals.cells(group: 0, arm: arm), days)
    let ageInDays = min(Int(row.age / 86_400), Self.oldest)
    greatestAge = max(greatestAge, ageInDays)
    row.add(to: enrolment.cells(group: ageInDays, arm: arm), days)
    for index in clusters.indices {
      guard let column = header[clusters[index].column] else { continue }
      let cell = record.cell(column)
      // An install whose release nobody knows belongs to none.
      if cell.isEmpty { continue }
      guard
        let name = namePosition(
          record, column, clusters[index].column.rawValue, &clusters[index].names, &log)
      else { continue }
      row.add(to: clusters[index].grid.cells(group: name, arm: arm), days)
    }
  }
}

extension EventsReader {
  /// The table, once the last record is in.
  func table() -> EventTable {
    EventTable(
      asOf: asOf,
      arms: arms.names.indices.map {
        EventTable.Arm(
          name: arms.names[$0], assigned: $0 < assigned.count ? assigned[$0] : 0,
          impossible: $0 < impossible.count ? impossible[$0] : 0,
          followUp: $0 < followUps.count ? followUps[$0] : FollowUp(hours: hours))
      },
      horizons: days.indices.map(horizon), rows: rows, findings: findings.findings, remarks: remarks)
  }

  private func horizon(_ day: Int) -> EventTable.Horizon {
    EventTable.Horizon(
      day: days[day],
      arms: arms.names.indices.map { arm in
        let cell = totals.counts(group: 0, arm: arm, day: day)
        return MaturedCounts(
          counts: OutcomeCounts(cell), refusedByDevice: Int(cell.refusedByDevice),
          restricted: Int(cell.restricted))
      },
      releases: groups(.release, day), languages: groups(.language, day), segments: groups(.segment, day),
      installDays: (0...min(Self.oldest, greatestAge + 1)).reversed().compactMap { back in
        let cells = arms.names.indices.map { installDays.counts(group: back, arm: $0, day: day) }
        guard cells.contains(where: { $0.installs > 0 }) else { return nil }
        let date = Instant(seconds: (lastDate - Int64(back)) * 86_400).description.prefix(10)
        return ClusterCounts(
          name: String(date), arms: cells.map { $0.installs > 0 ? OutcomeCounts($0) : nil })
      },
      enrolment: (0...greatestAge).reversed().compactMap { age in
        let cells = arms.names.indices.map { enrolment.counts(group: age, arm: $0, day: day) }
        guard cells.contains(where: { $0.installs > 0 }) else { return nil }
        return EnrolmentDay(age: age, arms: cells.map { $0.installs > 0 ? OutcomeCounts($0) : nil })
      })
  }

  private func groups(_ column: EventsColumn, _ day: Int) -> [ClusterCounts] {
    guard let cluster = clusters.first(where: { $0.column == column }) else { return [] }
    return cluster.names.names.indices.map { group in
      ClusterCounts(
        name: cluster.names.names[group],
        arms: arms.names.indices.map { arm in
          let cell = cluster.grid.counts(group: group, arm: arm, day: day)
          return cell.installs > 0 ? OutcomeCounts(cell) : nil
        })
    }
  }

  private var remarks: [String] {
    var remarks: [String] = []
    if forms.contains(.noZone) {
      remarks.append(
        forms.isDisjoint(with: [.utc, .offset, .epochSeconds, .epochMilliseconds])
          ? "Times carry no zone; all were read as UTC."
          : "Some times carry a zone and some none; those without were read as UTC.")
    }
    if forms.contains(.dateOnly), !forms.isSubset(of: .dateOnly) {
      remarks.append("Some times are dates alone; they were read as the beginning of the day in UTC.")
    }
    if forms.contains(.epochSeconds), forms.contains(.epochMilliseconds) {
      remarks.append(
        "Some times are in seconds since 1970 and some in milliseconds; each was read by its size.")
    }
    if isFull {
      remarks.append(
        "Duplicates were looked for among the first \(InstallSet.most) installs only; there are more.")
    }
    if !header.ignored.isEmpty { remarks.append(ignoredColumns(header.ignored)) }
    return remarks
  }
}
