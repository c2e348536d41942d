/// Counts of installs by arm, age, day of the install and cluster, with what was found in their rows.
struct EventCounts {
  /// The oldest age counted on its own, in days; older installs are counted with it.
  private static let oldest = 4000

  private let asOf: AsOf
  private let days: [Int]
  private let arms: Int
  /// The last date that an install can have, in days since 1970.
  private let lastDate: Int64
  private var totals: CountGrid
  private var enrolment: CountGrid
  private var installDays: CountGrid
  private var clusters: [CountGrid]
  /// Per cluster column and name, the sum of its installs' moments in seconds since 1970, and how many they are.
  private var clusterMoments: [[(seconds: Int64, installs: Int64)]]
  /// In the order of ``ClusterColumn``: dates within a cluster, each counted as a group of its own.
  ///
  /// Beyond ``TableLimits/clusterDays`` of them none are kept.
  private var clusterDays: [(groups: [ClusterDayKey: Int], counts: CountGrid)]
  private var log: FindingLog
  private var greatestAge = 0
  /// Installs per arm.
  private(set) var assigned: [Int]
  /// Of them, those whose rows say what cannot have happened.
  private(set) var doubtful: [Int]
  /// Per arm, answers by the day after the install on which they came.
  private(set) var answersByDay: [[Int]]

  init(arms: Int, clusters: Int, asOf: AsOf, days: [Int]) {
    self.asOf = asOf
    self.days = days
    self.arms = arms
    lastDate = asOf.moment.seconds / 86_400
    let none = CountGrid(arms: arms, days: days)
    (totals, enrolment, installDays) = (none, none, none)
    self.clusters = Array(repeating: none, count: clusters)
    clusterMoments = Array(repeating: [], count: clusters)
    clusterDays = ClusterColumn.allCases.map { _ in ([:], none) }
    log = FindingLog(arms: arms)
    assigned = Array(repeating: 0, count: arms)
    doubtful = assigned
    answersByDay = Array(repeating: [], count: arms)
  }

  var findings: [DataFinding] { log.findings }

  /// Counts an install.
  ///
  /// - Parameter arm: the place of its arm.
  mutating func add(_ record: InstallRecord, arm: Int) {
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
    let row = InstallRow(record, asOf: asOf)
    if let doubt = row.doubt {
      doubtful[arm] += 1
      log.add(doubt, arm: arm, line: line)
    }
    if row.isClockDifference { log.add(.clockDifference, arm: arm, line: line) }
    if row.isAheadOfAsOf { log.add(.laterThanAsOf, arm: arm, line: line) }
    if record.hasVersions { log.add(.severalRows, arm: arm, line: line) }
    if let delay = row.answerDelay { addAnswer(arm: arm, delay: delay) }
    totals.add(row, group: 0, arm: arm)
    let age = min(row.days, Self.oldest)
    greatestAge = max(greatestAge, age)
    enrolment.add(row, group: age, arm: arm)
    let daysBack = max(0, min(Self.oldest, Int(lastDate - installed / 86_400)))
    installDays.add(row, group: daysBack, arm: arm)
    for index in clusters.indices {
      guard let name = record[cluster: index] else { continue }
      clusters[index].add(row, group: name, arm: arm)
      addDay(row, index, ClusterDayKey(cluster: name, day: -daysBack), arm: arm)
      while clusterMoments[index].count <= name { clusterMoments[index].append((0, 0)) }
      clusterMoments[index][name].seconds += installed
      clusterMoments[index][name].installs += 1
    }
  }

  /// Counts an install on its date within a cluster.
  @inline(__always)
  private mutating func addDay(_ row: InstallRow, _ column: Int, _ key: ClusterDayKey, arm: Int) {
    guard clusterDays.indices.contains(column), clusterDays[column].groups.count <= TableLimits.clusterDays
    else { return }
    let new = clusterDays[column].groups.count
    let group = clusterDays[column].groups[key] ?? new
    if group == new { clusterDays[column].groups[key] = new }
    clusterDays[column].counts.add(row, group: group, arm: arm)
  }

  /// Counts an answer on its day: what came within 24 hours is of day 1.
  @inline(__always)
  private mutating func addAnswer(arm: Int, delay: Int64) {
    let day = max(1, Int(min((delay + 86_399) / 86_400, Int64(Self.oldest))))
    while answersByDay[arm].count <= day { answersByDay[arm].append(0) }
    answersByDay[arm][day] += 1
  }
}

extension EventCounts {
  /// Rates at each day.
  ///
  /// - Parameter names: the names of each cluster column: releases, languages, segments.
  func horizons(_ names: [[String]]) -> [EventTable.Horizon] {
    let dates = clusterDays.map { column in
      column.groups.count > TableLimits.clusterDays
        ? [:] : Dictionary(grouping: column.groups.sorted { $0.key < $1.key }) { $0.key.cluster }
    }
    return days.indices.map { day in
      func parts(_ index: Int) -> [ClusterCounts] {
        names[index].indices.map { cluster in
          let dates = dates.indices.contains(index) ? dates[index][cluster] ?? [] : []
          return ClusterCounts(
            name: names[index][cluster],
            arms: clusters[index].outcomes(group: cluster, day: day) ?? Array(repeating: nil, count: arms),
            meanInstallDay: meanInstallDay(index, cluster),
            days: dates.compactMap { clusterDays[index].counts.outcomes(group: $0.value, day: day) })
        }
      }
      return EventTable.Horizon(
        day: days[day],
        arms: (0..<arms).map { MaturedCounts(totals.counts(group: 0, arm: $0, day: day)) },
        parts: PartCounts(
          releases: parts(0), languages: parts(1), segments: parts(2),
          days: (0...min(Self.oldest, greatestAge + 1)).reversed().compactMap { back in
            installDays.outcomes(group: back, day: day).map {
              let date = Instant(seconds: (lastDate - Int64(back)) * 86_400).description.prefix(10)
              return ClusterCounts(name: String(date), arms: $0)
            }
          }),
        enrolment: (0...greatestAge).reversed().compactMap { age in
          enrolment.outcomes(group: age, day: day).map { EnrolmentDay(age: age, arms: $0) }
        })
    }
  }

  private func meanInstallDay(_ index: Int, _ name: Int) -> Double? {
    guard name < clusterMoments[index].count, clusterMoments[index][name].installs > 0 else { return nil }
    let moments = clusterMoments[index][name]
    return Double(moments.seconds) / Double(moments.installs) / 86_400
  }
}
