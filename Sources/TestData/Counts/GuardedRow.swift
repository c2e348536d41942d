/// What must not get worse, as columns of event rows and of tables of counts have it.
///
/// Raw values are their names in files and flags.
public enum GuardrailColumn: String, CaseIterable, Codable, Hashable, Sendable {
  /// Whether the install came back on day 1.
  case retainedD1 = "retained_d1"
  /// Whether the install came back on day 7.
  case retainedD7 = "retained_d7"
  /// What the install was worth, a number.
  case value

  /// The day of a column of retention; `nil` for the value.
  ///
  /// Day N of retention is the N-th period of 24 hours after the install's first, and is over when the install is N + 1 days
  /// old: younger installs are left out, whatever their cell says, as those already seen would count and the others not.
  public var retentionDay: Int? {
    switch self {
    case .retainedD1: 1
    case .retainedD7: 7
    case .value: nil
    }
  }
}

/// What one row of a table of counts, or one install, says of a guardrail.
public struct GuardedRow: Hashable, Sendable {
  /// What was measured of some installs.
  public enum Measured: Hashable, Sendable {
    /// Those that were retained, of those with a known answer.
    case retained(Int, of: Int)
    /// The mean of their values, and the standard deviation between them with n − 1; 0 for fewer than two.
    case values(Int, mean: Double, deviation: Double)
  }

  /// The position of the arm.
  public var arm: Int
  /// What the installs are of.
  public var place: PartPlace
  /// What is known; `nil` where the install says nothing.
  public var measured: Measured?
}

/// Hands on what each row of a table that says something of a guardrail, or each of its installs, says of it.
public typealias GuardedRows =
  @Sendable (GuardrailColumn, (GuardedRow) throws -> Void) throws -> Void

/// The guardrail columns of a table of counts, and what its rows say in them.
struct GuardedColumns {
  /// By guardrail that the table has a column of, what each row says that says something.
  private(set) var rows: [GuardrailColumn: [GuardedRow]] = [:]
  private let header: TableHeader

  /// The columns of a number and of how many installs it is of.
  private static func names(_ guardrail: GuardrailColumn) -> (number: String, people: String) {
    guardrail == .value ? ("value_mean", "value_of") : (guardrail.rawValue, guardrail.rawValue + "_of")
  }

  /// All that can be read.
  static var known: [String] {
    GuardrailColumn.allCases.flatMap { [names($0).number, names($0).people] } + ["value_sd"]
  }

  /// Notes which columns there are, and refuses those that say nothing without another one.
  init(_ header: TableHeader) {
    self.header = header
    for guardrail in GuardrailColumn.allCases {
      let (number, people) = Self.names(guardrail)
      if header.has(number) {
        rows[guardrail] = []
        if !header.has(people), !header.has("installs") {
          header.report(
            nil, "'\(number)' is of how many installs? Expected a column '\(people)' or 'installs' beside it")
        }
      } else if header.has(people) {
        header.report(nil, "a column '\(people)' without '\(number)'; give both")
      }
    }
    if header.has("value_mean") != header.has("value_sd") {
      header.report(
        nil,
        "a mean has no interval without the standard deviation of the values: expected both 'value_mean' and "
          + "'value_sd', found one of them. Event rows with a column 'value' need neither")
    }
  }

  mutating func read(_ row: TableRow, _ place: CountedRow) {
    for guardrail in GuardrailColumn.allCases where rows[guardrail] != nil {
      guard let measured = measured(guardrail, row, place.counts.installs) else { continue }
      rows[guardrail]?.append(GuardedRow(arm: place.arm, place: place.place, measured: measured))
    }
  }

  private func measured(
    _ guardrail: GuardrailColumn, _ row: TableRow, _ installs: Int?
  ) -> GuardedRow.Measured? {
    let (number, of) = Self.names(guardrail)
    let (column, deviation) = (header[number], header["value_sd"])
    guard guardrail == .value else {
      guard let retained = row.countIfKnown(column),
        let people = people(row, number, header[of], installs)
      else { return nil }
      if retained <= people { return .retained(retained, of: people) }
      row.refuse(column, "\(number): expected at most \(people), the installs, found \(retained)")
      return nil
    }
    guard let mean = row.number(column, from: -TableRow.mostValue),
      let people = people(row, number, header[of], installs)
    else { return nil }
    // One value, or none, has no spread.
    guard people > 1 else { return .values(people, mean: mean, deviation: 0) }
    if row.known(deviation) == nil {
      row.refuse(deviation, "value_sd is empty beside a value_mean of \(people) installs")
    }
    return row.number(deviation, from: 0).map { .values(people, mean: mean, deviation: $0) }
  }

  /// How many installs a number is of: its own column's, else all of the row.
  private func people(_ row: TableRow, _ number: String, _ column: Column, _ installs: Int?) -> Int? {
    guard column.index != nil else { return installs }
    if row.known(column) == nil {
      row.refuse(column, "\(column.name) is empty beside a \(number)")
    }
    guard let people = row.countIfKnown(column) else { return nil }
    guard let installs, people > installs else { return people }
    row.refuse(column, "\(column.name): expected at most \(installs), the installs, found \(people)")
    return nil
  }
}
