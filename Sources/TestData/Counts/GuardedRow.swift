/// What one row of a table of counts, or one install, says of guardrails: who was retained, and what it was worth.
///
/// Day N of retention is the N-th period of 24 hours after the install's first, and is over when the install is N + 1 days
/// old: younger installs are left out, whatever their cell says, as those already seen would count and the others not.
public struct GuardedRow: Hashable, Sendable {
  /// The position of the arm.
  public var arm: Int
  /// The position of the row's release; `nil` where the table has no such column, like the two that follow.
  public var release: Int?
  /// The position of its language.
  public var language: Int?
  /// The position of its day, days being in the order of their first rows; of an install its date, in days since 1970.
  public var day: Int?
  /// The age of an install at the as-of moment, in whole days of 24 hours; `nil` of counts.
  public var age: Int?
  /// Who was retained on day 1; `nil` where the row does not say.
  public var retainedD1: Retained?
  /// Who was retained on day 7.
  public var retainedD7: Retained?
  /// What installs were worth; `nil` where the row does not say.
  public var value: Value?

  /// The days that tables can have a column of, `retained_d1` and `retained_d7`.
  public static let retentionDays = [1, 7]

  /// How many installs were retained, of how many.
  public struct Retained: Hashable, Sendable {
    /// Those that were retained, at most ``installs``.
    public var retained: Int
    /// Those with a known answer.
    public var installs: Int
  }

  /// Size, mean and standard deviation of some values.
  public struct Value: Hashable, Sendable {
    /// Installs with a value.
    public var installs: Int
    /// The mean of their values.
    public var mean: Double
    /// The standard deviation between them, with n − 1; 0 for fewer than two.
    public var deviation: Double
  }

  /// Who was retained, by the position of the day in ``retentionDays``.
  public subscript(retained index: Int) -> Retained? {
    get { index == 0 ? retainedD1 : retainedD7 }
    set { if index == 0 { retainedD1 = newValue } else { retainedD7 = newValue } }
  }

  /// The position of the row's release or language.
  public subscript(column: ClusterColumn) -> Int? {
    switch column {
    case .release: release
    case .language: language
    }
  }
}

/// The columns that arms can coincide with, where these were given out and not installs.
///
/// Raw values are their names in files.
public enum ClusterColumn: String, CaseIterable, Encodable, Hashable, Sendable {
  case release
  case language
}

/// A date within one release, or within one language.
public struct ClusterDayKey: Hashable, Comparable, Sendable {
  /// The position of the release or the language in its list.
  public var cluster: Int
  /// The date, counted from any other one; 0 where the data do not say.
  public var day: Int

  /// A date within a cluster.
  public init(cluster: Int, day: Int) {
    self.cluster = cluster
    self.day = day
  }

  /// By cluster, and by date within it.
  public static func < (first: Self, second: Self) -> Bool {
    (first.cluster, first.day) < (second.cluster, second.day)
  }
}

/// The guardrail columns of a table of counts.
struct GuardedColumns {
  /// Their names: `retained_d1`, `retained_d7`, `value`.
  let names: Set<String>

  /// The columns that numbers stand in, each beside the one that says of how many installs.
  private static let columns: [(x: String, of: String)] = [
    ("retained_d1", "retained_d1_of"), ("retained_d7", "retained_d7_of"), ("value_mean", "value_of"),
  ]
  /// The largest value taken, in either direction.
  static let largest = 1e12
  /// All that can be read.
  static var known: [String] { columns.flatMap { [$0.x, $0.of] } + ["value_sd"] }

  /// Notes which columns there are, and refuses those that say nothing without another one.
  init(_ header: TableHeader, _ log: inout ProblemLog) {
    var names: Set<String> = []
    for (x, of) in Self.columns {
      if header[x] != nil {
        names.insert(x == "value_mean" ? "value" : x)
        if header[of] == nil, header["installs"] == nil {
          header.report(
            nil, "'\(x)' is of how many installs? Expected a column '\(of)' or 'installs' beside it", &log)
        }
      } else if header[of] != nil {
        header.report(nil, "a column '\(of)' without '\(x)'; give both", &log)
      }
    }
    if (header["value_mean"] == nil) != (header["value_sd"] == nil) {
      header.report(
        nil,
        "a mean has no interval without the standard deviation of the values: expected both 'value_mean' and "
          + "'value_sd', found one of them. Event rows with a column 'value' need neither", &log)
    }
    self.names = names
  }

  /// What a row says; `nil` where it says nothing of guardrails.
  func read(_ row: TableRow, _ place: CountedRow, _ log: inout ProblemLog) -> GuardedRow? {
    guard !names.isEmpty else { return nil }
    var found = GuardedRow(
      arm: place.arm, release: place.parts[.release], language: place.parts[.language],
      day: place.parts[.day])
    for (index, columns) in Self.columns.prefix(2).enumerated() {
      guard let retained = row.countIfKnown(columns.x, &log),
        let people = people(row, columns, place.counts.installs, &log)
      else { continue }
      if retained > people {
        row.refuse(
          columns.x, "\(columns.x): expected at most \(people), the installs, found \(retained)", &log)
      } else {
        found[retained: index] = GuardedRow.Retained(retained: retained, installs: people)
      }
    }
    found.value = value(row, place.counts.installs, &log)
    return found.value == nil && found.retainedD1 == nil && found.retainedD7 == nil ? nil : found
  }

  private func value(_ row: TableRow, _ installs: Int?, _ log: inout ProblemLog) -> GuardedRow.Value? {
    guard let mean = row.numberIfKnown("value_mean", from: -GuardedColumns.largest, &log),
      let people = people(row, Self.columns[2], installs, &log)
    else { return nil }
    // One value, or none, has no spread.
    guard people > 1 else { return GuardedRow.Value(installs: people, mean: mean, deviation: 0) }
    if row.isMissing("value_sd") {
      row.refuse("value_sd", "value_sd is empty beside a value_mean of \(people) installs", &log)
    }
    return row.numberIfKnown("value_sd", from: 0, &log).map {
      GuardedRow.Value(installs: people, mean: mean, deviation: $0)
    }
  }

  /// How many installs a number is of: its own column's, else all of the row.
  private func people(
    _ row: TableRow, _ columns: (x: String, of: String), _ installs: Int?, _ log: inout ProblemLog
  ) -> Int? {
    guard row.header[columns.of] != nil else { return installs }
    if row.isMissing(columns.of) {
      row.refuse(columns.of, "\(columns.of) is empty beside a \(columns.x)", &log)
    }
    guard let people = row.countIfKnown(columns.of, &log) else { return nil }
    if let installs, people > installs {
      row.refuse(
        columns.of, "\(columns.of): expected at most \(installs), the installs, found \(people)", &log)
      return nil
    }
    return people
  }
}
