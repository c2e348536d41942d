public import TextFormats

/// Shares that a team knows of its app: what an option reaches, or how many are still active on a day.
public struct ShareTable: Hashable, Sendable {
  /// What a table is of.
  public enum Kind: Hashable, Sendable {
    /// A metric of an option: `arm`, `metric`, `share`.
    case moments
    /// People active on a day after the install: `day`, `active`, `installs`.
    case retention
  }

  /// What a share is of.
  public enum Subject: Hashable, Sendable {
    /// A metric of an option, both by their names.
    case metric(String, arm: String)
    /// Everybody who has a session on this day after the install.
    case active(day: Int)
  }

  /// How well a share is known.
  public enum Certainty: Hashable, Sendable {
    /// By counting this many people.
    case people(Int)
    /// To this standard deviation.
    case deviation(Double)
    /// Within these ends in 90%.
    case ends(low: Double, high: Double)
  }

  /// One share, and how well it is known.
  public struct Row: Hashable, Sendable {
    /// What it is of.
    public var subject: Subject
    /// From 0 to 1.
    public var share: Double
    /// How well it is known.
    public var certainty: Certainty
    /// The app or the month that it is from; `nil` without such a column.
    public var group: String?
    /// The segment of people that it is of; `nil` for everybody.
    public var segment: String?
    /// Where the row stands, from 1.
    public var line: Int
  }

  /// What rows of one share come from, where there is a column for it.
  public enum Groups: String, CaseIterable, Hashable, Sendable {
    /// Several apps, of which one's own is another.
    case app
    /// Several months of one app.
    case month
  }

  /// What the table is of.
  public let kind: Kind
  /// In the order of the file.
  public private(set) var rows: [Row] = []
  /// What rows of one share differ in; `nil` without such a column.
  public private(set) var groups: Groups?
  /// What was decided while reading and a reader should know.
  public private(set) var remarks: [String] = []
  /// What could be read and may all the same be wrong, each with its location.
  public private(set) var doubts: [DataProblem] = []

  /// The most rows.
  static let mostRows = 1_000

  /// Reads a table.
  ///
  /// - Parameters:
  ///   - source: where the bytes come from.
  ///   - file: what the file is called in messages.
  /// - Throws: ``DataProblems``, or what the source throws.
  public init(reading source: @escaping ByteSource, kind: Kind, file: String) throws {
    self.kind = kind
    let scanner = RecordScanner(source)
    var log = ProblemLog(file: file)
    do {
      if try scanner.next() {
        let header = ShareHeader(scanner, kind, &log)
        if log.isEmpty {
          groups = header.groups
          remarks = header.remarks
          doubts = try TestTable.rows(scanner, header.count, &log) { record, log in
            guard rows.count < Self.mostRows else {
              if log.isEmpty {
                log.add(
                  line: record.line, column: 1, "more than \(Self.mostRows) rows; expected one for each share"
                )
              }
              return
            }
            if let row = ShareRowReader(record, header).row(&log) { rows.append(row) }
          }
        }
      } else {
        let needed = ShareHeader.needed(kind).joined(separator: ", ")
        log.add(
          line: 1, column: 1, "the file is empty; expected the columns \(needed), a row for each share")
      }
    } catch let fault as RecordScanner.Fault {
      log.add(line: fault.line, column: fault.column, fault.message)
    }
    try log.throwIfAny()
  }
}

/// Where the columns of a table of shares stand.
private struct ShareHeader {
  let kind: ShareTable.Kind
  let count: Int
  let groups: ShareTable.Groups?
  let remarks: [String]
  private let positions: [String: Int]

  /// The columns that a table has to have.
  static func needed(_ kind: ShareTable.Kind) -> [String] {
    kind == .moments ? ["arm", "metric", "share"] : ["day", "active", "installs"]
  }

  init(_ record: RecordScanner, _ kind: ShareTable.Kind, _ log: inout ProblemLog) {
    self.kind = kind
    count = record.count
    let needed = Self.needed(kind)
    let known =
      needed + ["segment"] + ShareTable.Groups.allCases.map(\.rawValue)
      + (kind == .moments ? ["people", "sd", "low", "high"] : [])
    var positions: [String: Int] = [:]
    var ignored: [String] = []
    var renamed: [String] = []
    for index in 0..<record.count {
      var name = record.text(index).lowercased()
      let location = record.location(index)
      if kind == .moments, name == "n" {
        name = "people"
        renamed = ["'n' is called 'people'."]
      }
      if positions[name] != nil {
        log.add(line: location.line, column: location.column, "a second column '\(name)'; expected each once")
      } else if known.contains(name) {
        positions[name] = index
      } else {
        ignored.append(record.text(index))
      }
    }
    self.positions = positions
    let found = positions
    remarks = renamed + ignoredColumns(ignored, open: known.filter { found[$0] == nil })
    groups = ShareTable.Groups.allCases.first { positions[$0.rawValue] != nil }
    let line = record.location(0).line
    for name in needed where positions[name] == nil {
      log.add(line: line, column: 1, "no column '\(name)'; expected \(needed.joined(separator: ", "))")
    }
    if ShareTable.Groups.allCases.allSatisfy({ positions[$0.rawValue] != nil }) {
      log.add(line: line, column: 1, "both columns app and month; expected one")
    }
    if kind == .moments, positions["people"] == nil, positions["sd"] == nil,
      positions["low"] == nil || positions["high"] == nil
    {
      log.add(
        line: line, column: 1,
        "nothing says how well the shares are known; expected a column people, sd, or low and high (the ends of 90%)"
      )
    }
  }

  subscript(name: String) -> Int? { positions[name] }
}

/// Reads one row of shares.
private struct ShareRowReader {
  let record: RecordScanner
  let header: ShareHeader

  init(_ record: RecordScanner, _ header: ShareHeader) {
    self.record = record
    self.header = header
  }

  func row(_ log: inout ProblemLog) -> ShareTable.Row? {
    let before = (log.problems.count, log.unlisted)
    let found = header.kind == .moments ? moment(&log) : active(&log)
    let group = header.groups.map { text($0.rawValue) }
    if let group, group.isEmpty {
      report(
        header.groups?.rawValue ?? "", "expected the name of the \(header.groups?.rawValue ?? "group")", &log)
    }
    guard before == (log.problems.count, log.unlisted), let found else { return nil }
    let segment = text("segment")
    return ShareTable.Row(
      subject: found.subject, share: found.share, certainty: found.certainty, group: group,
      segment: segment.isEmpty ? nil : segment, line: record.line)
  }

  private typealias Found = (subject: ShareTable.Subject, share: Double, certainty: ShareTable.Certainty)

  private func active(_ log: inout ProblemLog) -> Found? {
    guard let day = count("day", &log), let active = count("active", &log),
      let installs = count("installs", &log)
    else { return nil }
    if !(1...365).contains(day) { report("day", "day: expected 1 to 365, found \(day)", &log) }
    if installs == 0 { report("installs", "installs is 0; expected at least 1", &log) }
    if active > installs {
      report("active", "active: expected at most \(installs), the installs, found \(active)", &log)
    }
    guard installs > 0 else { return nil }
    return (.active(day: day), Double(active) / Double(installs), .people(installs))
  }

  private func moment(_ log: inout ProblemLog) -> Found? {
    let (arm, metric) = (text("arm"), text("metric"))
    if arm.isEmpty { report("arm", "'arm' is empty; expected the name of an option", &log) }
    if metric.isEmpty { report("metric", "metric is empty; expected one such as opt_in_per_install", &log) }
    guard let share = share("share", &log) else { return nil }
    if let column = header["people"], !record.cell(column).isEmpty {
      guard let people = count("people", &log) else { return nil }
      if people == 0 { report("people", "people is 0; expected at least 1", &log) }
      return (.metric(metric, arm: arm), share, .people(people))
    }
    guard share > 0, share < 1 else {
      report("share", "share: expected one above 0 and below 1 where people is not given", &log)
      return nil
    }
    if let sd = header["sd"], !record.cell(sd).isEmpty {
      guard let deviation = self.share("sd", &log) else { return nil }
      guard deviation > 0 else {
        report("sd", "sd is 0; expected how uncertain the share is, as 0.02 or 2%", &log)
        return nil
      }
      return (.metric(metric, arm: arm), share, .deviation(deviation))
    }
    guard let low = header["low"], let high = header["high"], !record.cell(low).isEmpty,
      !record.cell(high).isEmpty
    else {
      report("share", "nothing says how well the share is known; expected people, sd, or low and high", &log)
      return nil
    }
    guard let least = self.share("low", &log), let most = self.share("high", &log) else { return nil }
    guard least > 0, least < share, share < most, most < 1 else {
      report("low", "expected low below the share and high above it, both between 0 and 1", &log)
      return nil
    }
    return (.metric(metric, arm: arm), share, .ends(low: least, high: most))
  }

  private func text(_ column: String) -> String { header[column].map { record.text($0) } ?? "" }

  private func share(_ column: String, _ log: inout ProblemLog) -> Double? {
    var cell = text(column)[...]
    func trim() {
      cell = cell.drop { $0 == " " }
      while cell.last == " " { cell.removeLast() }
    }
    trim()
    let isPercent = cell.hasSuffix("%")
    if isPercent { cell.removeLast() }
    trim()
    guard let value = Double(cell), value.isFinite, value >= 0, (isPercent ? value / 100 : value) <= 1 else {
      report(
        column,
        "\(column): expected a share from 0 to 1, as 0.2 or 20%, found \(quoted(record.cell(header[column] ?? 0)))",
        &log)
      return nil
    }
    return isPercent ? value / 100 : value
  }

  private func count(_ column: String, _ log: inout ProblemLog) -> Int? {
    let cell = record.cell(header[column] ?? 0)
    switch CountReader.read(cell) {
    case .number(let number): return number
    case .negative: report(column, "\(column) is negative: \(quoted(cell))", &log)
    case .tooLarge: report(column, "\(column) is more than 1,000,000,000: \(quoted(cell))", &log)
    case .notANumber: report(column, "\(column): expected a whole number, found \(quoted(cell))", &log)
    }
    return nil
  }

  private func report(_ column: String, _ message: String, _ log: inout ProblemLog) {
    let location = record.location(header[column] ?? 0)
    log.add(line: location.line, column: location.column, message)
  }
}
