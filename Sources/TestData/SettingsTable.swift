public import TextFormats

/// A table of texts under named columns, with the location of every cell: the settings of a batch of runs.
///
/// Read as tables of counts are: RFC 4180, with `;` or a tab for the comma where the header has them.
public struct SettingsTable: Sendable {
  /// One cell and where it starts.
  public struct Cell: Hashable, Sendable {
    /// Without spaces around it.
    public var text: String
    /// 1-based.
    public var line: Int
    /// 1-based, in Unicode scalars.
    public var column: Int
  }

  /// The names of the columns, none empty and each once.
  public private(set) var header: [Cell] = []
  /// As many cells each as there are columns.
  public private(set) var rows: [[Cell]] = []
  /// What may be wrong with the file and does not keep it from being used.
  public private(set) var doubts: [DataProblem] = []

  /// The most rows of a table.
  public static let mostRows = 10_000

  /// Reads a table.
  ///
  /// - Parameters:
  ///   - source: where the bytes come from.
  ///   - file: what the file is called in messages.
  /// - Throws: ``DataProblems``, or what the source throws.
  public init(reading source: @escaping ByteSource, file: String) throws {
    let scanner = RecordScanner(source)
    var log = ProblemLog(file: file)
    do {
      if try scanner.next() {
        readHeader(scanner, &log)
        if log.isEmpty {
          doubts = try TestTable.rows(scanner, header.count, &log) { record, log in take(record, &log) }
        }
      } else {
        log.add(
          line: 1, column: 1, "the file is empty; expected a header line of settings and rows of values")
      }
    } catch let fault as RecordScanner.Fault {
      log.add(line: fault.line, column: fault.column, fault.message)
    }
    try log.throwIfAny()
  }

  private mutating func readHeader(_ record: RecordScanner, _ log: inout ProblemLog) {
    header = (0..<record.count).map { Self.cell($0, record, &log) }
    for (position, name) in header.enumerated() {
      if name.text.isEmpty {
        log.add(line: name.line, column: name.column, "a column without a name; expected what its cells set")
      } else if let first = header[..<position].first(where: { $0.text == name.text }) {
        log.add(
          line: name.line, column: name.column,
          "a second column '\(name.text)', after the one at column \(first.column); expected each once")
      }
    }
  }

  private mutating func take(_ record: RecordScanner, _ log: inout ProblemLog) {
    guard rows.count < Self.mostRows else {
      // One message says it of every further row.
      if rows.count == Self.mostRows, log.isEmpty {
        log.add(
          line: record.line, column: 1,
          "more than \(Self.mostRows) rows; run the rest as a batch of their own, into the same store")
      }
      return
    }
    rows.append((0..<record.count).map { Self.cell($0, record, &log) })
  }

  private static func cell(_ index: Int, _ record: RecordScanner, _ log: inout ProblemLog) -> Cell {
    let location = record.location(index)
    let bytes = record.cell(index)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      log.add(
        line: location.line, column: location.column, "not UTF-8: \(quoted(bytes)); save the file as UTF-8")
      return Cell(text: String(decoding: bytes, as: UTF8.self), line: location.line, column: location.column)
    }
    return Cell(text: text, line: location.line, column: location.column)
  }
}
