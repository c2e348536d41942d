/// Counts of installs by arm and by what they are of, with what was found in their rows.
struct EventCounts {
  /// The oldest age counted on its own, in days; older installs are counted with it.
  private static let oldest = 4000

  private let asOf: AsOf
  private let days: [Int]
  /// The first date that an install is counted on, in days since 1970.
  private let firstDate: Int
  private var sums: PartSums
  /// By day of reading and arm.
  private var totals: [[MaturedCounts]]
  private var log: FindingLog
  private(set) var assigned: [Int]

  init(arms: Int, asOf: AsOf, days: [Int], earliest: Int) {
    self.asOf = asOf
    self.days = days
    firstDate = max(earliest / 86_400, asOf.seconds / 86_400 - Self.oldest)
    sums = PartSums(arms: arms, readings: days.count)
    totals = days.map { _ in Array(repeating: MaturedCounts(), count: arms) }
    log = FindingLog(arms: arms)
    assigned = Array(repeating: 0, count: arms)
  }

  var findings: [DataFinding] { log.findings }

  /// Counts an install.
  ///
  /// - Parameter arm: the place of its arm.
  mutating func add(_ record: InstallRecord, arm: Int) {
    let line = Int(record.line)
    if let exclusion = record.exclusion { return log.add(exclusion, arm: arm, line: line) }
    guard record.installed <= asOf.seconds else { return log.add(.installedAfterAsOf, arm: arm, line: line) }
    assigned[arm] += 1
    let row = InstallRow(record, asOf: asOf)
    if let doubt = row.doubt { log.add(doubt, arm: arm, line: line) }
    if row.isAheadOfAsOf { log.add(.laterThanAsOf, arm: arm, line: line) }
    if record.hasVersions { log.add(.severalRows, arm: arm, line: line) }
    for reading in days.indices { totals[reading][arm].add(row, by: days[reading]) }
    var place = record.place
    place.age = min(row.days, Self.oldest)
    place[.day] = max(0, record.installed / 86_400 - firstDate)
    sums.add(days.map(row.counts(by:)), arm: arm, place)
  }

  /// Rates at each day.
  ///
  /// - Parameter names: of the parts of each column.
  func horizons(_ names: [PartColumn: [String]]) -> [TestTable.Horizon] {
    let dates = (firstDate...max(firstDate, asOf.seconds / 86_400)).map {
      String(timestamp($0 * 86_400).prefix(10))
    }
    return days.indices.map { reading in
      var parts: [PartColumn: [ClusterCounts]] = [:]
      for (column, names) in names { parts[column] = sums.parts(column, names, reading: reading) }
      parts[.day] = sums.parts(.day, dates, reading: reading).filter { $0.arms.contains { $0 != nil } }
      return TestTable.Horizon(
        day: days[reading], arms: totals[reading], parts: parts, enrolment: sums.ages(reading: reading))
    }
  }
}
