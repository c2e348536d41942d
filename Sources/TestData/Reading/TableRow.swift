import TextFormats

/// One row of a table, its cells by the names of their columns; what cannot be read goes into the log with its place.
struct TableRow {
  let record: RecordScanner
  let header: TableHeader

  /// The line that it stands in, from 1.
  var line: Int { record.line }

  private func cell(_ column: String) -> UnsafeBufferPointer<UInt8>? { header[column].map(record.cell) }

  /// Whether the table has the column, and the row a word in it that is none for nothing.
  private func isKnown(_ column: String) -> Bool {
    cell(column).map { !PermissionWord.isAbsent($0) } ?? false
  }

  /// A whole number; `nil` without the column, and for what is none.
  func count(_ column: String, _ log: inout ProblemLog) -> Int? {
    guard let cell = cell(column) else { return nil }
    let name = header.written(column)
    switch CountReader.read(cell) {
    case .number(let number): return number
    case .negative: refuse(column, "\(name) is negative: \(quoted(cell))", &log)
    case .tooLarge: refuse(column, "\(name) is more than 1,000,000,000: \(quoted(cell))", &log)
    case .notANumber:
      refuse(
        column,
        cell.isEmpty
          ? "\(name) is empty; expected a whole number, 0 for none"
          : "\(name): expected a whole number, found \(quoted(cell))", &log)
    }
    return nil
  }

  /// A whole number, or nothing where it is not known.
  func countIfKnown(_ column: String, _ log: inout ProblemLog) -> Int? {
    guard isKnown(column), let cell = cell(column) else { return nil }
    if case .number(let number) = CountReader.read(cell) { return number }
    refuse(
      column,
      "\(column): expected a whole number up to 1,000,000,000, or nothing where it is not known, found "
        + quoted(cell), &log)
    return nil
  }

  /// A number, or nothing where it is not known.
  func numberIfKnown(_ column: String, from least: Double, _ log: inout ProblemLog) -> Double? {
    guard isKnown(column), let cell = cell(column) else { return nil }
    if let number = Double(String(decoding: cell, as: UTF8.self)), number >= least,
      number <= GuardedColumns.largest
    {
      return number
    }
    refuse(
      column,
      "\(column): expected a number with a decimal point, \(least < 0 ? "from -1e12" : "at least 0 and up") to 1e12, "
        + "found \(quoted(cell))", &log)
    return nil
  }

  /// Whether the cell of a column is empty beside one that needs it.
  func isMissing(_ column: String) -> Bool { header[column] != nil && !isKnown(column) }

  /// A text; `nil` without the column.
  func text(_ column: String, _ log: inout ProblemLog) -> String? {
    guard let cell = cell(column) else { return nil }
    guard let text = String(validating: cell, as: UTF8.self) else {
      refuse(column, "\(column) is not UTF-8: \(quoted(cell)); save the file as UTF-8", &log)
      return nil
    }
    return text
  }

  /// The position of a name in a column of names; `nil` without the column.
  func position(_ column: String, in table: inout NameTable, _ log: inout ProblemLog) -> Int? {
    header[column].flatMap { namePosition(record, $0, column, &table, &log) }
  }

  /// The position of a day, which is a date that a calendar has, or anything else.
  func dayPosition(_ column: String, in table: inout NameTable, _ log: inout ProblemLog) -> Int? {
    if let cell = cell(column), isImpossibleDate(cell) {
      refuse(
        column,
        "\(header.written(column)): expected a date such as 2026-03-02, or a number, found \(quoted(cell)), which no "
          + "calendar has", &log)
      return nil
    }
    return position(column, in: &table, &log)
  }

  /// Reports what is wrong in a column, where its cell is.
  func refuse(_ column: String, _ message: @autoclosure () -> String, _ log: inout ProblemLog) {
    log.refuse(record, header[column] ?? 0, message())
  }
}

/// Reads a table row by row, with a header of its own.
///
/// - Parameters:
///   - expected: what an empty file lacks.
///   - settle: settles which columns are read.
///   - take: takes a row in that has as many cells as the header.
/// - Returns: the header, and a doubt about the last row, where nothing shows that it is whole.
/// - Throws: ``DataProblems``, or what the source throws.
func readTable(
  _ source: @escaping ByteSource, file: String, expected: String,
  settle: (inout TableHeader, inout ProblemLog) throws -> Void,
  take: (TableRow, inout ProblemLog) -> Void
) throws -> (header: TableHeader, doubts: [DataProblem]) {
  let scanner = RecordScanner(source)
  var log = ProblemLog(file: file)
  var doubts: [DataProblem] = []
  var found: TableHeader?
  do {
    if try scanner.next() {
      var header = TableHeader(scanner)
      try settle(&header, &log)
      if log.isEmpty {
        let settled = header
        doubts = try TestTable.rows(scanner, header.names.count, &log) { record, log in
          take(TableRow(record: record, header: settled), &log)
        }
      }
      found = header
    } else {
      log.add(line: 1, column: 1, "the file is empty; expected \(expected)")
    }
  } catch let fault as RecordScanner.Fault {
    log.add(line: fault.line, column: fault.column, fault.message)
  }
  try log.throwIfAny()
  guard let found else { throw DataProblems(problems: []) }
  return (found, doubts)
}

/// The position of the name in a cell; a name that cannot be one goes into the log.
@inline(__always)
func namePosition(
  _ record: RecordScanner, _ index: Int, _ column: String, _ table: inout NameTable, _ log: inout ProblemLog
) -> Int? {
  let cell = record.cell(index)
  if !cell.isEmpty, cell.count <= TableLimits.name, let position = table.position(cell, line: record.line) {
    return position
  }
  refuseName(record, index, column, &table, &log)
  return nil
}

private func refuseName(
  _ record: RecordScanner, _ index: Int, _ column: String, _ table: inout NameTable, _ log: inout ProblemLog
) {
  let cell = record.cell(index)
  let isText = String(validating: cell, as: UTF8.self) != nil
  if !cell.isEmpty, cell.count <= TableLimits.name, isText {
    // Every further row would say the same.
    if table.hasOverflowed { return }
    table.hasOverflowed = true
  }
  let message =
    if cell.isEmpty {
      "\(column) is empty; expected a name"
    } else if cell.count > TableLimits.name {
      "\(column) has more than \(TableLimits.name) bytes: \(quoted(cell))"
    } else if !isText {
      "\(column) is not UTF-8: \(quoted(cell)); save the file as UTF-8"
    } else {
      "more than \(table.names.count) different values of \(column); is it the right column? Found \(quoted(cell))"
    }
  log.refuse(record, index, message)
}
