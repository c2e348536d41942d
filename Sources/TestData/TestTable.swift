public import TextFormats

/// A table of a real test, read and checked.
public enum TestTable: Sendable {
  case counts(CountsTable)
  case events(EventTable)
}

extension TestTable {
  /// The same with other names of its options.
  public func renamed(_ name: (String) -> String) -> TestTable {
    switch self {
    case .counts(var table):
      for arm in table.arms.indices { table.arms[arm].name = name(table.arms[arm].name) }
      return .counts(table)
    case .events(var table):
      for arm in table.arms.indices { table.arms[arm].name = name(table.arms[arm].name) }
      return .events(table)
    }
  }
}

/// How a table is to be read.
public struct ReadingOptions: Sendable {
  /// The moment up to which event rows are complete.
  public var asOf: AsOf?
  /// The ages in days at which rates are to be had of event rows, ascending.
  public var days: [Int]
  /// The day whose columns count where counts are by several days; `nil` for the last.
  public var day: Int?

  /// Options with all their parts.
  public init(asOf: AsOf? = nil, days: [Int] = [1, 3, 7, 14, 30], day: Int? = nil) {
    self.asOf = asOf
    self.days = days
    self.day = day
  }
}

/// A request that does not fit the table.
public enum ReadingRefusal: Error, Hashable, Sendable {
  /// Event rows were given, but not the moment up to which they are complete.
  case eventsNeedAsOf
  /// A moment was given for a table of counts, which has no times.
  case countsHaveNoTimes
}

extension TestTable {
  /// Reads a table: event rows where the header names `install_id`, counts otherwise.
  ///
  /// - Parameters:
  ///   - source: where the bytes come from.
  ///   - file: what the file is called in messages.
  /// - Throws: ``DataProblems``, ``ReadingRefusal``, or what the source throws.
  public init(reading source: @escaping ByteSource, file: String, options: ReadingOptions) throws {
    var counts: CountsReader?
    var events: EventsReader?
    let read = try readTable(source, file: file, expected: CountsReader.expected) { header, log in
      if header[EventsColumn.installID.rawValue] != nil {
        guard let asOf = options.asOf else { throw ReadingRefusal.eventsNeedAsOf }
        events = EventsReader(&header, asOf: asOf, days: options.days, &log)
      } else {
        guard options.asOf == nil else { throw ReadingRefusal.countsHaveNoTimes }
        counts = CountsReader(&header, day: options.day, &log)
      }
    } take: { row, log in
      if events?.take(row.record, &log) == nil { counts?.take(row, &log) }
    }
    if let events {
      var log = ProblemLog(file: file)
      events.requireInstalls(&log)
      var table = events.table(remarks: read.header.remarks)
      events.requireOneRowEach(table, &log)
      try log.throwIfAny()
      table.doubts = read.doubts
      self = .events(table)
    } else if let counts {
      self = .counts(counts.table(read.header, doubts: read.doubts))
    } else {
      throw DataProblems(problems: [])
    }
  }

  /// Hands on each row that has as many cells as the header.
  ///
  /// - Returns: a doubt about the last row, where nothing shows that it is whole.
  @inline(__always)
  static func rows(
    _ scanner: RecordScanner, _ width: Int, _ log: inout ProblemLog,
    _ take: (RecordScanner, inout ProblemLog) -> Void
  ) throws -> [DataProblem] {
    var count = 0
    var doubts: [DataProblem] = []
    while try scanner.next() {
      count += 1
      if scanner.count == width {
        take(scanner, &log)
        if scanner.endsWithoutBreak { doubts = [unended(scanner, log.file)] }
      } else {
        log.add(line: scanner.line, column: 1, unequal(scanner, width))
      }
    }
    if count == 0 {
      log.add(line: scanner.line, column: 1, "a header and no rows; expected at least one row below it")
    }
    return doubts
  }

  /// Says that a file cut off inside its last cell would look just like this one.
  private static func unended(_ scanner: RecordScanner, _ file: String) -> DataProblem {
    let location = scanner.location(scanner.count - 1)
    return DataProblem(
      file: file, line: location.line, column: location.column,
      message: "the last line has no line end, so the file may have been cut off. "
        + "\(quoted(scanner.cell(scanner.count - 1))) may be only the beginning of its last cell; it was read unchanged"
    )
  }

  /// Says how a row differs from the header, and what may be the cause.
  private static func unequal(_ scanner: RecordScanner, _ width: Int) -> String {
    let found = "\(scanner.count) \(scanner.count == 1 ? "cell" : "cells") where the header has \(width)"
    return scanner.endsWithoutBreak && scanner.count < width ? found + "; was the file cut off here?" : found
  }
}
