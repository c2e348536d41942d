/// Counts of installs by arm, age, day of the install and cluster, with what was found in their rows.
struct EventCounts {
  /// The oldest age counted on its own, in days; older installs are counted with it.
  private static let oldest = 4000

  private let asOf: AsOf
  private let days: [Int]
  private let hours: Int
  private let arms: Int
  /// The last date that an install can have, in days since 1970.
  private let lastDate: Int64
  private let totals: CountGrid
  private let enrolment: CountGrid
  private let installDays: CountGrid
  private let clusters: [CountGrid]
  /// Per cluster column and name, the sum of its installs' moments in seconds since 1970, and how many they are.
  private var clusterMoments: [[(seconds: Int64, installs: Int64)]]
  /// In the order of ``ClusterColumn``.
  private var clusterDays: [ClusterDayGrid]
  private var log: FindingLog
  private var greatestAge = 0
  /// Installs per arm.
  private(set) var assigned: [Int]
  /// Of them, those whose rows say what cannot have happened.
  private(set) var doubtful: [Int]
  private(set) var followUps: [FollowUp]
  /// Per arm, answers by the day after the install on which they came.
  private(set) var answersByDay: [[Int]]
  /// One entry per retention column, with the position of its flag in a record.
  private var retained: [(index: Int, log: RetentionLog)]
  /// Per arm; `nil` where the table has no such column.
  private(set) var values: [[InstallValue]]?

  /// - Parameters:
  ///   - retention: which of ``RetentionCounts/days`` the table has a column of.
  ///   - hasValues: whether the table has a column of values.
  init(
    arms: Int, clusters: Int, asOf: AsOf, days: [Int], retention: [Int], hasValues: Bool
  ) {
    self.asOf = asOf
    self.days = days
    self.arms = arms
    hours = (days.last ?? 0) * 24
    lastDate = asOf.moment.seconds / 86_400
    totals = CountGrid(days: days.count)
    enrolment = CountGrid(days: days.count)
    installDays = CountGrid(days: days.count)
    self.clusters = (0..<clusters).map { _ in CountGrid(days: days.count) }
    clusterMoments = Array(repeating: [], count: clusters)
    clusterDays = ClusterColumn.allCases.map { _ in ClusterDayGrid(days: days.count) }
    log = FindingLog(arms: arms)
    assigned = Array(repeating: 0, count: arms)
    doubtful = assigned
    followUps = Array(repeating: FollowUp(hours: hours), count: arms)
    answersByDay = Array(repeating: [], count: arms)
    retained = retention.map { ($0, RetentionLog(day: RetentionCounts.days[$0], arms: arms)) }
    values = hasValues ? Array(repeating: [], count: arms) : nil
  }

  /// Who was retained, one entry per column.
  var retention: [RetentionCounts] { retained.map(\.log.counts) }

  var findings: [DataFinding] { log.findings }

  /// Counts an install.
  ///
  /// - Parameter arm: the place of its arm.
  mutating func add(_ record: InstallRecord, arm: Int, value: Double?) {
    let line = Int(record.line)
    switch record.standing {
    case .inTwoArms: return log.add(.inTwoArms, arm: arm, line: line)
    case .contradictory: return log.add(.contradictoryRows, arm: arm, line: line)
    case .sound: break
    }
    let installed = Int64(record.installed)
    guard installed <= asOf.moment.seconds else {
      return log.add(.installedAfterAsOf, arm: arm, line: line)
    }
    assigned[arm] += 1
    let row = InstallRow(record, age: age(of: record), asOf: asOf.moment.seconds)
    if let doubt = row.doubt {
      doubtful[arm] += 1
      log.add(doubt, arm: arm, line: line)
    }
    if row.isClockDifference { log.add(.clockDifference, arm: arm, line: line) }
    if row.isAheadOfAsOf { log.add(.laterThanAsOf, arm: arm, line: line) }
    if record.hasVersions { log.add(.severalRows, arm: arm, line: line) }
    row.watch(&followUps[arm], hours: hours)
    if let delay = row.answerDelay { addAnswer(arm: arm, delay: delay) }
    row.add(to: totals.cells(group: 0, arm: arm), days)
    let ageInDays = min(Int(row.age / 86_400), Self.oldest)
    greatestAge = max(greatestAge, ageInDays)
    row.add(to: enrolment.cells(group: ageInDays, arm: arm), days)
    row.add(to: installDays.cells(group: daysBack(installed), arm: arm), days)
    for index in retained.indices {
      retained[index].log.add(
        record[retained: retained[index].index], age: row.age, daysBack: daysBack(installed), arm: arm,
        release: record[cluster: ClusterColumn.release.rawValue],
        language: record[cluster: ClusterColumn.language.rawValue])
    }
    values?[arm].append(
      InstallValue(
        age: Int32(clamping: ageInDays), date: Int32(clamping: installed / 86_400), value: value,
        release: record[cluster: ClusterColumn.release.rawValue],
        language: record[cluster: ClusterColumn.language.rawValue]))
    for index in clusters.indices {
      guard let name = record[cluster: index] else { continue }
      row.add(to: clusters[index].cells(group: name, arm: arm), days)
      if clusterDays.indices.contains(index),
        let cells = clusterDays[index].cells(cluster: name, daysBack: daysBack(installed), arm: arm)
      {
        row.add(to: cells, days)
      }
      if clusterMoments[index].count <= name {
        clusterMoments[index] += Array(
          repeating: (0, 0),
          count: max(8, name + 1, 2 * clusterMoments[index].count) - clusterMoments[index].count)
      }
      clusterMoments[index][name].seconds += installed
      clusterMoments[index][name].installs += 1
    }
  }

  /// Counts an answer on its day: what came within 24 hours is of day 1.
  @inline(__always)
  private mutating func addAnswer(arm: Int, delay: Int64) {
    let day = max(1, Int(min((delay + 86_399) / 86_400, Int64(Self.oldest))))
    if answersByDay[arm].count <= day {
      answersByDay[arm] += Array(repeating: 0, count: day + 1 - answersByDay[arm].count)
    }
    answersByDay[arm][day] += 1
  }

  /// The age in seconds at the as-of moment; whole dates against a whole date count whole days.
  @inline(__always)
  private func age(of record: InstallRecord) -> Int64 {
    let age = asOf.moment.seconds - Int64(record.installed)
    return asOf.isDateOnly && record.isDateOnly ? max(0, age - 86_400) : age
  }

  /// How many dates before ``lastDate`` an install was.
  @inline(__always)
  private func daysBack(_ installed: Int64) -> Int {
    max(0, min(Self.oldest, Int(lastDate - installed / 86_400)))
  }
}

extension EventCounts {
  /// Rates at each day.
  ///
  /// - Parameter names: the names of each cluster column: releases, languages, segments.
  func horizons(_ names: [[String]]) -> [EventTable.Horizon] {
    days.indices.map { day in
      EventTable.Horizon(
        day: days[day],
        arms: (0..<arms).map { arm in
          let cell = totals.counts(group: 0, arm: arm, day: day)
          return MaturedCounts(
            counts: OutcomeCounts(cell), refusedByDevice: Int(cell.refusedByDevice),
            restricted: Int(cell.restricted), doubtful: Int(cell.doubtful),
            doubtfulAllowed: Int(cell.doubtfulAllowed))
        },
        releases: clusterCounts(0, names[0], day), languages: clusterCounts(1, names[1], day),
        segments: clusterCounts(2, names[2], day),
        installDays: (0...min(Self.oldest, greatestAge + 1)).reversed().compactMap { back in
          outcomes(installDays, back, day).map {
            let date = Instant(seconds: (lastDate - Int64(back)) * 86_400).description.prefix(10)
            return ClusterCounts(name: String(date), arms: $0)
          }
        },
        enrolment: (0...greatestAge).reversed().compactMap { age in
          outcomes(enrolment, age, day).map { EnrolmentDay(age: age, arms: $0) }
        })
    }
  }

  private func clusterCounts(_ index: Int, _ names: [String], _ day: Int) -> [ClusterCounts] {
    names.indices.map { group in
      ClusterCounts(
        name: names[group],
        arms: outcomes(clusters[index], group, day) ?? Array(repeating: nil, count: arms),
        meanInstallDay: meanInstallDay(index, group), days: dayCounts(index, group, day))
    }
  }

  private func dayCounts(_ index: Int, _ cluster: Int, _ day: Int) -> [[OutcomeCounts?]] {
    guard clusterDays.indices.contains(index) else { return [] }
    let found = clusterDays[index]
    return found.groups(of: cluster).compactMap { outcomes(found.counts, $0, day) }
  }

  private func meanInstallDay(_ index: Int, _ group: Int) -> Double? {
    guard group < clusterMoments[index].count, clusterMoments[index][group].installs > 0 else { return nil }
    let moments = clusterMoments[index][group]
    return Double(moments.seconds) / Double(moments.installs) / 86_400
  }

  /// One entry per arm, `nil` for an arm without installs; none where no arm has any.
  private func outcomes(_ grid: CountGrid, _ group: Int, _ day: Int) -> [OutcomeCounts?]? {
    let cells = (0..<arms).map { grid.counts(group: group, arm: $0, day: day) }
    guard cells.contains(where: { $0.installs > 0 }) else { return nil }
    return cells.map { $0.installs > 0 ? OutcomeCounts($0) : nil }
  }
}
