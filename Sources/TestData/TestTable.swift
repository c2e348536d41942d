public import TextFormats

/// A table of a real test, read and checked.
public enum TestTable: Sendable {
  case counts(CountsTable)
  case events(EventTable)
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
  ///   - asOf: the moment up to which event rows are complete.
  ///   - days: the ages in days at which rates are to be had of event rows, ascending.
  ///   - day: the day whose columns count where counts are by several days; `nil` for the last.
  /// - Throws: ``DataProblems``, ``ReadingRefusal``, or what the source throws.
  public init(
    reading source: @escaping ByteSource, file: String, asOf: AsOf? = nil, days: [Int] = [1, 3, 7, 14, 30],
    day: Int? = nil
  ) throws {
    var counts: CountsReader?
    var events: EventsReader?
    let read = try readTable(source, file: file, expected: CountsReader.expected) { header, log in
      if header.has("install_id") {
        guard let asOf else { throw ReadingRefusal.eventsNeedAsOf }
        events = EventsReader(&header, asOf: asOf, days: days, &log)
      } else {
        guard asOf == nil else { throw ReadingRefusal.countsHaveNoTimes }
        counts = CountsReader(&header, day: day, &log)
      }
    } take: { row, log in
      if events?.take(row, &log) == nil { counts?.take(row, &log) }
    }
    if let events {
      var log = ProblemLog(file: file)
      self = .events(events.table(remarks: read.header.remarks, doubts: read.doubts, &log))
      try log.throwIfAny()
    } else if let counts {
      self = .counts(counts.table(read.header, doubts: read.doubts))
    } else {
      throw DataProblems(problems: [])
    }
  }

  /// Names of its options, in their order.
  public var arms: [String] {
    switch self {
    case .counts(let table): table.arms.map(\.name)
    case .events(let table): table.arms.map(\.name)
    }
  }

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
