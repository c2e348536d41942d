import TextFormats

/// How many installs were retained on a day, per arm.
///
/// Day N is the N-th period of 24 hours after the install's first, and is over when the install is N + 1 days old:
/// younger installs are left out, whatever their cell says, as those already seen would count and the others not.
public struct RetentionCounts: Hashable, Sendable {
  /// The days that tables can have a column of, `retained_d1` and `retained_d7`.
  public static let days = [1, 7]

  /// One arm, or one arm's installs of one date.
  public struct Arm: Hashable, Sendable {
    /// Installs old enough with a known answer.
    public var installs = 0
    /// Of these, those that were retained.
    public var retained = 0
    /// Installs old enough with an empty cell.
    public var unknown = 0
    /// Installs whose day is not over.
    public var young = 0

    /// No installs.
    public init() {}

    /// Numbers of a table of counts, in which no install is young or unknown.
    public init(_ counts: GuardedRow.Retained) {
      installs = counts.installs
      retained = counts.retained
    }

    /// Adds other installs of the same arm.
    public mutating func add(_ other: Arm) {
      installs += other.installs
      retained += other.retained
      unknown += other.unknown
      young += other.young
    }

    /// Counts an install with a known answer.
    mutating func add(_ isRetained: Bool) {
      installs += 1
      if isRetained { retained += 1 }
    }
  }

  /// The day, as in `retained_d7`.
  public var day: Int
  /// One entry per arm, in the order of the arms.
  public var arms: [Arm]
  /// The same by date of the install in UTC, the earliest first; dates without installs are left out.
  public var installDays: [[Arm]]
  /// The same by date within each release, and within each language, in the order of ``ClusterColumn``.
  public var clusterDays: [[ClusterDay]]

  /// The installs of one date in one release, or in one language.
  public struct ClusterDay: Hashable, Sendable {
    /// Which of them, and of which date.
    public var key: ClusterDayKey
    /// One entry per arm, in the order of the arms.
    public var arms: [Arm]

    /// Creates the counts of one arm.
    public init(key: ClusterDayKey, arms: [Arm]) {
      self.key = key
      self.arms = arms
    }
  }

  /// Counts with all their parts.
  public init(day: Int, arms: [Arm], installDays: [[Arm]] = [], clusterDays: [[ClusterDay]] = [[], []]) {
    self.day = day
    self.arms = arms
    self.installDays = installDays
    self.clusterDays = clusterDays
  }
}

/// The columns that arms can coincide with, where these were given out and not installs.
public enum ClusterColumn: Int, CaseIterable, Hashable, Sendable {
  case release
  case language
}

/// A date within one release, or within one language.
public struct ClusterDayKey: Hashable, Comparable, Sendable {
  /// The position of the release or the language in its list.
  public var cluster: Int
  /// The date, counted from any other one; 0 where the data do not say.
  public var day: Int

  /// Creates the counts of one date.
  public init(cluster: Int, day: Int) {
    self.cluster = cluster
    self.day = day
  }

  /// By cluster, and by date within it.
  public static func < (first: Self, second: Self) -> Bool {
    (first.cluster, first.day) < (second.cluster, second.day)
  }
}

/// What one install was worth.
public struct InstallValue: Hashable, Sendable {
  /// Its age at the as-of moment, in whole days of 24 hours.
  public var age: Int32
  /// The date of the install in UTC, in days since 1970.
  public var date: Int32
  /// The value; `nil` where its cell is empty.
  public var value: Double?
  // One more than the position of the release and of the language; 0 where the row names none.
  private var release: UInt16
  private var language: UInt16

  /// A value of an install so old.
  public init(age: Int32, date: Int32 = 0, value: Double?, release: Int? = nil, language: Int? = nil) {
    self.age = age
    self.date = date
    self.value = value
    self.release = release.map { UInt16(clamping: $0 + 1) } ?? 0
    self.language = language.map { UInt16(clamping: $0 + 1) } ?? 0
  }

  /// The position of the install's release or language; `nil` where its rows name none.
  public subscript(column: ClusterColumn) -> Int? {
    let number =
      switch column {
      case .release: release
      case .language: language
      }
    return number == 0 ? nil : Int(number) - 1
  }
}

/// Counts retained installs of one day.
struct RetentionLog {
  private let day: Int
  private let arms: Int
  /// By date, counted back from the last one.
  private var dates: [[RetentionCounts.Arm]] = []
  /// In the order of ``ClusterColumn``.
  private var clusterDays: [[ClusterDayKey: [RetentionCounts.Arm]]] = ClusterColumn.allCases.map { _ in [:] }

  init(day: Int, arms: Int) {
    self.day = day
    self.arms = arms
  }

  /// - Parameters:
  ///   - release: the position of the install's release.
  ///   - language: the position of its language.
  mutating func add(
    _ isRetained: Bool?, age: Int64, daysBack: Int, arm: Int, release: Int?, language: Int?
  ) {
    while daysBack >= dates.count { dates.append(Array(repeating: RetentionCounts.Arm(), count: arms)) }
    if age < Int64(day + 1) * 86_400 {
      dates[daysBack][arm].young += 1
      return
    }
    guard let isRetained else {
      dates[daysBack][arm].unknown += 1
      return
    }
    dates[daysBack][arm].add(isRetained)
    add(isRetained, daysBack: daysBack, arm: arm, release, of: .release)
    add(isRetained, daysBack: daysBack, arm: arm, language, of: .language)
  }

  private mutating func add(
    _ isRetained: Bool, daysBack: Int, arm: Int, _ cluster: Int?, of column: ClusterColumn
  ) {
    guard let cluster else { return }
    // The later date has the larger number.
    let key = ClusterDayKey(cluster: cluster, day: -daysBack)
    let none = Array(repeating: RetentionCounts.Arm(), count: arms)
    clusterDays[column.rawValue][key, default: none][arm].add(isRetained)
  }

  var counts: RetentionCounts {
    var sums = Array(repeating: RetentionCounts.Arm(), count: arms)
    for date in dates {
      for (arm, counts) in date.enumerated() { sums[arm].add(counts) }
    }
    return RetentionCounts(
      day: day, arms: sums,
      installDays: dates.reversed().filter { $0.contains { $0.installs > 0 } },
      clusterDays: clusterDays.map { days in
        days.sorted { $0.key < $1.key }.map { RetentionCounts.ClusterDay(key: $0.key, arms: $0.value) }
      })
  }
}

/// Reads cells of guardrail columns; what cannot be read goes into the log.
enum GuardrailCell {
  /// The largest value taken, in either direction.
  static let largest = 1e12

  /// 0 or 1 (also as 0.0, 1.0, false, true); `nil` for an empty cell.
  static func retained(
    _ record: RecordScanner, _ column: Int, _ name: EventsColumn, _ log: inout ProblemLog
  ) -> Bool? {
    let cell = record.cell(column)
    if PermissionWord.isAbsent(cell) { return nil }
    switch CountReader.read(cell) {
    case .number(0): return false
    case .number(1): return true
    case .number, .negative, .tooLarge, .notANumber: break
    }
    switch String(decoding: cell, as: UTF8.self).lowercased() {
    case "true": return true
    case "false": return false
    case _:
      refuse(record, column, name, "expected 0 or 1, or nothing where it is not known, found", &log)
      return nil
    }
  }

  /// A number; `nil` for an empty cell.
  static func value(_ record: RecordScanner, _ column: Int, _ log: inout ProblemLog) -> Double? {
    let cell = record.cell(column)
    if PermissionWord.isAbsent(cell) { return nil }
    guard let value = Double(String(decoding: cell, as: UTF8.self)), abs(value) <= largest else {
      refuse(
        record, column, .value,
        "expected a number with a decimal point, from -1e12 to 1e12, or nothing where it is not known, found",
        &log)
      return nil
    }
    return value
  }

  private static func refuse(
    _ record: RecordScanner, _ column: Int, _ name: EventsColumn, _ expected: String, _ log: inout ProblemLog
  ) {
    let location = record.location(column)
    log.add(
      line: location.line, column: location.column,
      "\(name.rawValue): \(expected) \(quoted(record.cell(column)))")
  }
}
