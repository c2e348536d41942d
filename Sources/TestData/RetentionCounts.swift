/// How many installs were retained on a day, per arm.
///
/// Day N is the N-th period of 24 hours after the install's first, and is over when the install is N + 1 days old:
/// younger installs are left out, whatever their cell says, as those already seen would count and the others not.
public struct RetentionCounts: Hashable, Sendable {
  /// The days that tables can have a column of, `retained_d1` and `retained_d7`.
  public static let days = [1, 7]

  /// One arm, or one arm's installs of one date.
  public struct Arm: Hashable, Sendable {
    /// Installs old enough of which it is known.
    public var installs = 0
    /// Of these, those that were retained.
    public var retained = 0
    /// Installs old enough with an empty cell.
    public var unknown = 0
    /// Installs of which the day is not over.
    public var young = 0

    /// No installs.
    public init() {}
  }

  /// The day, as in `retained_d7`.
  public var day: Int
  /// One entry per arm, in the order of the arms.
  public var arms: [Arm]
  /// The same by date of the install in UTC, the earliest first; dates without installs are left out.
  public var installDays: [[Arm]]
}

/// What one install was worth.
public struct InstallValue: Hashable, Sendable {
  /// Its age at the as-of moment, in whole days of 24 hours.
  public var age: Int32
  /// The value; `nil` where its cell is empty.
  public var value: Double?

  /// A value of an install so old.
  public init(age: Int32, value: Double?) {
    self.age = age
    self.value = value
  }
}

/// Counts retained installs of one day.
struct RetentionLog {
  private let day: Int
  private let arms: Int
  /// By date, counted back from the last one.
  private var dates: [[RetentionCounts.Arm]] = []

  init(day: Int, arms: Int) {
    self.day = day
    self.arms = arms
  }

  mutating func add(_ isRetained: Bool?, age: Int64, daysBack: Int, arm: Int) {
    while daysBack >= dates.count { dates.append(Array(repeating: RetentionCounts.Arm(), count: arms)) }
    if age < Int64(day + 1) * 86_400 {
      dates[daysBack][arm].young += 1
    } else if let isRetained {
      dates[daysBack][arm].installs += 1
      if isRetained { dates[daysBack][arm].retained += 1 }
    } else {
      dates[daysBack][arm].unknown += 1
    }
  }

  var counts: RetentionCounts {
    var sums = Array(repeating: RetentionCounts.Arm(), count: arms)
    for date in dates {
      for (arm, counts) in date.enumerated() {
        sums[arm].installs += counts.installs
        sums[arm].retained += counts.retained
        sums[arm].unknown += counts.unknown
        sums[arm].young += counts.young
      }
    }
    return RetentionCounts(
      day: day, arms: sums,
      installDays: dates.reversed().filter { $0.contains { $0.installs > 0 } })
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
    switch WholeNumber.read(cell) {
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
    let place = record.place(column)
    log.add(
      line: place.line, column: place.column, "\(name.rawValue): \(expected) \(quoted(record.cell(column)))")
  }
}
