import TextFormats

/// One row of a table, read cell by cell; what cannot be read goes into the log with its place.
///
/// Without the column there is nothing to read, and nothing wrong.
struct TableRow {
  /// The largest count taken: as far as the statistics are tested.
  static let mostPeople = 1_000_000_000
  /// The largest value taken, in either direction.
  static let mostValue = 1e12

  let record: RecordScanner
  let log: ProblemLog

  /// The line that it stands in, from 1.
  var line: Int { record.line }

  @inline(__always)
  func cell(_ column: Column) -> UnsafeBufferPointer<UInt8>? { column.index.map(record.cell) }

  /// A cell that does not stand for nothing.
  @inline(__always)
  func known(_ column: Column) -> UnsafeBufferPointer<UInt8>? {
    guard let cell = cell(column), !PermissionWord.isAbsent(cell) else { return nil }
    return cell
  }

  /// A whole number.
  func count(_ column: Column) -> Int? {
    guard let cell = cell(column) else { return nil }
    guard !cell.isEmpty else {
      refuse(column, "\(column.name) is empty; expected a whole number, 0 for none")
      return nil
    }
    return whole(cell, column)
  }

  /// A whole number, or nothing where it is not known.
  func countIfKnown(_ column: Column) -> Int? {
    known(column).flatMap { whole($0, column) }
  }

  /// `412`, and `412.0` as data frames with gaps write it.
  ///
  /// Not `412.000`: with three digits behind it the point separates thousands in much of Europe.
  private func whole(_ cell: UnsafeBufferPointer<UInt8>, _ column: Column) -> Int? {
    let parts = String(decoding: cell, as: UTF8.self)
      .split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let zeros = parts.dropFirst().first ?? ""
    if let number = Int(parts[0]), (0...Self.mostPeople).contains(number), zeros.count != 3,
      zeros.allSatisfy({ $0 == "0" })
    {
      return number
    }
    refuse(column, "\(column.name): expected a whole number from 0 to 1,000,000,000, found \(quoted(cell))")
    return nil
  }

  /// A number, or nothing where it is not known.
  func number(_ column: Column, from least: Double) -> Double? {
    guard let cell = known(column) else { return nil }
    if let number = Double(String(decoding: cell, as: UTF8.self)), number >= least, number <= Self.mostValue {
      return number
    }
    refuse(
      column,
      "\(column.name): expected a number with a decimal point, from \(least < 0 ? "-1e12" : "0") to 1e12, or nothing "
        + "where it is not known, found \(quoted(cell))")
    return nil
  }

  /// 0 or 1 (also as 0.0, 1.0, false, true), or nothing where it is not known.
  func flag(_ column: Column) -> Bool? {
    guard let cell = known(column) else { return nil }
    switch String(decoding: cell, as: UTF8.self).lowercased() {
    case "1", "1.0", "true": return true
    case "0", "0.0", "false": return false
    case _:
      refuse(
        column, "\(column.name): expected 0 or 1, or nothing where it is not known, found \(quoted(cell))")
      return nil
    }
  }

  /// A moment, or nothing where there is none.
  @inline(__always)
  func moment(_ column: Column) -> Moment? {
    guard let cell = known(column) else { return nil }
    let read = Moment(cell)
    if let read, read.isPlausible { return read }
    let problem =
      switch read?.form {
      case nil:
        "expected a time such as 2026-03-01T10:00:00Z, or seconds or milliseconds since 1970, found \(quoted(cell))"
      case .number?: "\(quoted(cell)) lies before March 1973 or after 2100; is it the right unit?"
      case .moment?, .dateOnly?: "\(quoted(cell)) is not after the beginning of 1970 and before 2101"
      }
    refuse(column, "\(column.name): \(problem)")
    return nil
  }

  /// The position of a name in a column of names.
  @inline(__always)
  func position(_ column: Column, in table: inout NameTable) -> Int? {
    guard let cell = cell(column) else { return nil }
    if !cell.isEmpty, cell.count <= TableLimits.name, let position = table.position(cell, line: line) {
      return position
    }
    refuseName(cell, column, &table)
    return nil
  }

  private func refuseName(_ cell: UnsafeBufferPointer<UInt8>, _ column: Column, _ table: inout NameTable) {
    if cell.isEmpty {
      refuse(column, "\(column.name) is empty; expected a name")
    } else if cell.count > TableLimits.name {
      refuse(column, "\(column.name) has more than \(TableLimits.name) bytes: \(quoted(cell))")
    } else if String(validating: cell, as: UTF8.self) == nil {
      refuse(column, "\(column.name) is not UTF-8: \(quoted(cell)); save the file as UTF-8")
    } else if !table.hasOverflowed {
      // Every further row would say the same.
      table.hasOverflowed = true
      refuse(
        column,
        "more than \(table.names.count) different values of \(column.name); is it the right column? Found "
          + quoted(cell))
    }
  }

  /// The position of a day, which is a date that a calendar has, or anything else.
  func day(_ column: Column, in table: inout NameTable) -> Int? {
    let signs = UInt8(ascii: "-")...UInt8(ascii: "9")
    if let cell = cell(column), cell.count == 10, cell[4] == signs.lowerBound, cell[7] == signs.lowerBound,
      cell.allSatisfy(signs.contains), Moment(cell) == nil
    {
      refuse(
        column,
        "\(column.name): expected a date such as 2026-03-02, or a number, found \(quoted(cell)), which no calendar has"
      )
      return nil
    }
    return position(column, in: &table)
  }

  /// Reports what is wrong in a column, where its cell is.
  func refuse(_ column: Column, _ message: @autoclosure () -> String) {
    let location = record.location(column.index ?? 0)
    log.add(line: location.line, column: location.column, message())
  }
}

/// How much of a table is taken.
enum TableLimits {
  /// More arms than this are no arms: most likely the wrong column.
  static let arms = 50
  /// Distinct releases, languages or segments.
  static let clusters = 2_000
  /// Days of releases, or of languages, that counts are kept for.
  static let clusterDays = 20_000
  /// Bytes of a name.
  static let name = 500
}

/// A cell as a message quotes it: short; where it is shown, line breaks and control characters are made visible.
func quoted(_ bytes: some Collection<UInt8>) -> String {
  let scalars = String(decoding: bytes.prefix(160), as: UTF8.self).unicodeScalars
  let text = String(String.UnicodeScalarView(scalars.prefix(40)))
  return "'\(text)\(bytes.count > 160 || text.unicodeScalars.count >= 40 ? "…" : "")'"
}
