import TextFormats

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

    /// Creates the numbers of one row.
    public init(retained: Int, installs: Int) {
      self.retained = retained
      self.installs = installs
    }
  }

  /// Size, mean and standard deviation of some values.
  public struct Value: Hashable, Sendable {
    /// Installs with a value.
    public var installs: Int
    /// The mean of their values.
    public var mean: Double
    /// The standard deviation between them, with n − 1; 0 for fewer than two.
    public var deviation: Double

    /// Creates the numbers of one row.
    public init(installs: Int, mean: Double, deviation: Double) {
      self.installs = installs
      self.mean = mean
      self.deviation = deviation
    }
  }

  /// A row that says nothing yet.
  public init(arm: Int, release: Int? = nil, language: Int? = nil, day: Int? = nil) {
    self.arm = arm
    self.release = release
    self.language = language
    self.day = day
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
  private let header: ColumnHeader<CountsColumn>
  /// Their names: `retained_d1`, `retained_d7`, `value`.
  let names: Set<String>

  private static let retained: [(x: CountsColumn, of: CountsColumn)] = [
    (.retainedD1, .retainedD1Of), (.retainedD7, .retainedD7Of),
  ]

  init(_ header: ColumnHeader<CountsColumn>) {
    self.header = header
    var names = Set(Self.retained.filter { header[$0.x] != nil }.map(\.x.rawValue))
    if header[.valueMean] != nil { names.insert(EventsColumn.value.rawValue) }
    self.names = names
  }

  /// Refuses columns that say nothing without another one.
  static func requireWhole(_ header: ColumnHeader<CountsColumn>, _ log: inout ProblemLog) {
    for (x, of) in retained + [(.valueMean, .valueOf)] where header[x] != nil {
      if header[of] == nil, header[.installs] == nil {
        log.add(
          line: 1, column: 1,
          "'\(x.rawValue)' is of how many installs? Expected a column '\(of.rawValue)' or 'installs' beside it"
        )
      }
    }
    for (x, of) in retained + [(.valueMean, .valueOf)] where header[x] == nil && header[of] != nil {
      log.add(line: 1, column: 1, "a column '\(of.rawValue)' without '\(x.rawValue)'; give both")
    }
    if (header[.valueMean] == nil) != (header[.valueSD] == nil) {
      log.add(
        line: 1, column: 1,
        "a mean has no interval without the standard deviation of the values: expected both 'value_mean' and "
          + "'value_sd', found one of them. Event rows with a column 'value' need neither")
    }
  }

  /// What a row says; `nil` where it says nothing of guardrails.
  func read(
    _ record: RecordScanner, _ row: GuardedRow, installs: Int?, _ log: inout ProblemLog
  ) -> GuardedRow? {
    guard !names.isEmpty else { return nil }
    var row = row
    for (index, columns) in Self.retained.enumerated() {
      guard let retained = whole(record, columns.x, &log) else { continue }
      guard let people = people(record, columns.of, installs, columns.x, &log) else { continue }
      guard retained <= people else {
        refuse(
          record, columns.x,
          "\(columns.x.rawValue): expected at most \(people), the installs, found \(retained)", &log)
        continue
      }
      row.retained[index] = GuardedRow.Retained(retained: retained, installs: people)
    }
    row.value = value(record, installs, &log)
    return row.value == nil && row.retained.allSatisfy { $0 == nil } ? nil : row
  }

  private func value(
    _ record: RecordScanner, _ installs: Int?, _ log: inout ProblemLog
  ) -> GuardedRow.Value? {
    guard let mean = decimal(record, .valueMean, from: -GuardrailCell.largest, &log),
      let people = people(record, .valueOf, installs, .valueMean, &log)
    else { return nil }
    // One value, or none, has no spread.
    guard people > 1 else { return GuardedRow.Value(installs: people, mean: mean, deviation: 0) }
    if let index = header[.valueSD], PermissionWord.isAbsent(record.cell(index)) {
      refuse(record, .valueSD, "value_sd is empty beside a value_mean of \(people) installs", &log)
      return nil
    }
    guard let deviation = decimal(record, .valueSD, from: 0, &log) else { return nil }
    return GuardedRow.Value(installs: people, mean: mean, deviation: deviation)
  }

  /// How many installs a number is of: its own column's, else all of the row.
  private func people(
    _ record: RecordScanner, _ column: CountsColumn, _ installs: Int?, _ what: CountsColumn,
    _ log: inout ProblemLog
  ) -> Int? {
    guard header[column] != nil else { return installs }
    guard let people = whole(record, column, &log) else {
      if let index = header[column], PermissionWord.isAbsent(record.cell(index)) {
        refuse(record, column, "\(column.rawValue) is empty beside a \(what.rawValue)", &log)
      }
      return nil
    }
    if let installs, people > installs {
      refuse(
        record, column, "\(column.rawValue): expected at most \(installs), the installs, found \(people)",
        &log)
      return nil
    }
    return people
  }

  /// A whole number; `nil` for an empty cell, a column the table lacks, and what goes into the log.
  private func whole(_ record: RecordScanner, _ column: CountsColumn, _ log: inout ProblemLog) -> Int? {
    guard let index = header[column], !PermissionWord.isAbsent(record.cell(index)) else { return nil }
    if case .number(let number) = CountReader.read(record.cell(index)) { return number }
    refuse(
      record, column,
      "\(column.rawValue): expected a whole number up to 1,000,000,000, or nothing where it is not known, found "
        + quoted(record.cell(index)), &log)
    return nil
  }

  private func decimal(
    _ record: RecordScanner, _ column: CountsColumn, from least: Double, _ log: inout ProblemLog
  ) -> Double? {
    guard let index = header[column], !PermissionWord.isAbsent(record.cell(index)) else { return nil }
    let most = GuardrailCell.largest
    if let number = Double(String(decoding: record.cell(index), as: UTF8.self)), number >= least,
      number <= most
    {
      return number
    }
    refuse(
      record, column,
      "\(column.rawValue): expected a number with a decimal point, \(least < 0 ? "from -1e12" : "at least 0 and up") to 1e12, "
        + "found \(quoted(record.cell(index)))", &log)
    return nil
  }

  private func refuse(
    _ record: RecordScanner, _ column: CountsColumn, _ message: String, _ log: inout ProblemLog
  ) {
    let location = record.location(header[column] ?? 0)
    log.add(line: location.line, column: location.column, message)
  }
}
