/// What one row of a table of counts says of guardrails: who was retained, and what installs were worth.
public struct GuardedRow: Hashable, Sendable {
  /// The position of the arm.
  public var arm: Int
  /// The position of the row's release; `nil` where the table has no such column, like the two that follow.
  public var release: Int?
  /// The position of its language.
  public var language: Int?
  /// The position of its day, days being in the order of their first rows.
  public var day: Int?
  /// Who was retained, in the order of ``RetentionCounts/days``; `nil` where the row does not say.
  public var retained: [Retained?] = [nil, nil]
  /// What installs were worth; `nil` where the row does not say.
  public var value: Value?

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

  /// The position of the row's release or language.
  public subscript(column: ClusterColumn) -> Int? {
    switch column {
    case .release: release
    case .language: language
    }
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
      arm: place.arm, release: place.release, language: place.language, day: place.day)
    for (index, columns) in Self.columns.prefix(2).enumerated() {
      guard let retained = row.countIfKnown(columns.x, &log),
        let people = people(row, columns, place.counts.installs, &log)
      else { continue }
      if retained > people {
        row.refuse(
          columns.x, "\(columns.x): expected at most \(people), the installs, found \(retained)", &log)
      } else {
        found.retained[index] = GuardedRow.Retained(retained: retained, installs: people)
      }
    }
    found.value = value(row, place.counts.installs, &log)
    return found.value == nil && found.retained.allSatisfy { $0 == nil } ? nil : found
  }

  private func value(_ row: TableRow, _ installs: Int?, _ log: inout ProblemLog) -> GuardedRow.Value? {
    guard let mean = row.numberIfKnown("value_mean", from: -GuardrailCell.largest, &log),
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
