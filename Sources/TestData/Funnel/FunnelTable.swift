public import TextFormats

/// What a team has counted of its options, a row for each, or for each and week or segment: the data of a calibration.
public struct FunnelTable: Hashable, Sendable {
  /// The counts of one row; all of the same installs.
  public struct Row: Hashable, Sendable {
    /// The option's name.
    public var arm: String
    /// The week, release or other time that the row is of; `nil` without such a column.
    public var week: String?
    /// The segment that the row is of; `nil` without such a column.
    public var segment: String?
    /// Everybody, asked or not, each at least as old as the last day.
    public var installs: Int
    /// Of them, those that were shown the alert; `nil` without the column.
    public var prompted: Int?
    /// Of the installs, those that had allowed by each of ``FunnelTable/days``.
    public var allowed: [Int]
    /// Of the installs, those that had denied by each of the days; `nil` without the columns.
    public var denied: [Int]?
    /// Showings of a pre-prompt, and how many of them were continued; `nil` without the columns.
    public var prePrompts: PrePromptCount?
    /// Where the row stands, from 1.
    public var line: Int
  }

  /// How often a pre-prompt was shown and continued.
  public struct PrePromptCount: Hashable, Sendable {
    /// Showings.
    public var shows: Int
    /// Of them, those that went on to the alert.
    public var continues: Int
  }

  /// Ages in days by which answers were counted, ascending.
  public private(set) var days: [Int] = []
  /// Whether the days are those of its own columns.
  public internal(set) var isDated = true
  /// In the order of the file.
  public private(set) var rows: [Row] = []
  /// What was decided while reading and a reader should know.
  public private(set) var remarks: [String] = []
  /// What could be read and may all the same be wrong, each with its location.
  public private(set) var doubts: [DataProblem] = []

  /// A table made of another one.
  init(days: [Int], rows: [Row], remarks: [String], doubts: [DataProblem]) {
    self.days = days
    self.rows = rows
    self.remarks = remarks
    self.doubts = doubts
  }

  /// The most rows.
  static let mostRows = 10_000

  /// Reads a table with the columns `arm`, `installs`, `allowed_by_D` for one day or more, and any of `prompted`,
  /// `denied_by_D` for the same days, `pre_prompt_shows` with `pre_prompt_continues`, `week` and `segment`.
  ///
  /// - Parameters:
  ///   - source: where the bytes come from.
  ///   - file: what the file is called in messages.
  ///   - day: the day of the columns `allowed` and `denied`, which name none; `nil` where nobody says.
  /// - Throws: ``DataProblems``, or what the source throws.
  public init(reading source: @escaping ByteSource, file: String, day: Int? = nil) throws {
    let scanner = RecordScanner(source)
    var log = ProblemLog(file: file)
    do {
      if try scanner.next() {
        let header = FunnelHeader(scanner, day: day, &log)
        if log.isEmpty {
          days = header.days
          remarks = header.remarks
          doubts = try TestTable.rows(scanner, header.count, &log) { record, log in
            take(record, header, &log)
          }
        }
      } else {
        log.add(line: 1, column: 1, "the file is empty; \(FunnelHeader.expected), and a row for each option")
      }
    } catch let fault as RecordScanner.Fault {
      log.add(line: fault.line, column: fault.column, fault.message)
    }
    try log.throwIfAny()
  }

  private mutating func take(_ record: RecordScanner, _ header: FunnelHeader, _ log: inout ProblemLog) {
    guard rows.count < Self.mostRows else {
      if rows.count == Self.mostRows, log.isEmpty {
        log.add(
          line: record.line, column: 1,
          "more than \(Self.mostRows) rows; expected one for each option, or for each option and week")
      }
      return
    }
    if let row = FunnelRowReader(record, header).row(&log) { rows.append(row) }
  }
}

/// Where the columns of a funnel stand.
struct FunnelHeader {
  let count: Int
  let days: [Int]
  let remarks: [String]
  private var positions: [String: Int] = [:]
  /// Of all columns, as they are written.
  private let names: [String]

  /// The columns that a table needs, after what is wrong with it.
  static let expected = "expected the columns arm, installs and allowed_by_7"

  static let known = [
    "arm", "installs", "prompted", "answered", "pre_prompt_shows", "pre_prompt_continues", "week", "segment",
  ]

  init(_ record: RecordScanner, day: Int?, _ log: inout ProblemLog) {
    count = record.count
    names = (0..<record.count).map(record.text)
    var answers: [DayColumn.Answer: Set<Int>] = [:]
    var ignored: [String] = []
    for index in 0..<record.count {
      var name = record.text(index).lowercased()
      let location = record.location(index)
      if let answer = DayColumn.Answer(rawValue: name) {
        if let day {
          name = "\(answer.rawValue)_by_\(day)"
        } else {
          log.add(
            line: location.line, column: location.column,
            "'\(name)' does not say by which day after the install; call it \(name)_by_7, or give --day 7")
          continue
        }
      }
      if positions[name] != nil {
        log.add(
          line: location.line, column: location.column, "a second column '\(name)'; expected each once")
      }
      if Self.known.contains(name) {
        positions[name] = index
      } else if let column = DayColumn(name) {
        if let problem = column.problem {
          log.add(line: location.line, column: location.column, problem)
        } else {
          positions[name] = index
          answers[column.answer, default: []].insert(column.day)
        }
      } else {
        ignored.append(record.text(index))
      }
    }
    let found = positions
    let open = Self.known.filter { found[$0] == nil && $0 != "answered" }
    let denied = (answers[.denied] ?? []).sorted().map { "'denied_by_\($0)'" }
    let unused =
      denied.isEmpty || found["prompted"] != nil
      ? [] : ["Not used: \(denied.joined(separator: ", ")), as there is no column 'prompted' beside it."]
    remarks =
      unused
      + ignoredColumns(
        ignored, open: open + ignored.flatMap { Self.dayColumns(near: $0, besides: found) })
    days = (answers[.allowed] ?? []).sorted()
    let start = record.location(0)
    for name in ["arm", "installs"] where positions[name] == nil {
      log.add(
        line: start.line, column: 1,
        "no column '\(name)'; \(Self.expected)")
    }
    if days.isEmpty, log.isEmpty {
      log.add(
        line: start.line, column: 1,
        "no column such as allowed_by_7: the installs that had allowed by day 7. Expected one day or more")
    }
    if let denied = answers[.denied], !denied.isEmpty, denied.sorted() != days {
      log.add(
        line: start.line, column: 1,
        "the days of denied_by are \(Self.list(denied)), those of allowed_by \(Self.list(Set(days))); expected the same"
      )
    }
    if let answered = positions["answered"], day == nil || days != [day] || answers[.denied] != nil {
      let location = record.location(answered)
      log.add(
        line: location.line, column: location.column,
        "'answered' goes with 'allowed' and --day alone; count who denied in denied_by_7")
    }
    if (positions["pre_prompt_shows"] == nil) != (positions["pre_prompt_continues"] == nil) {
      log.add(
        line: start.line, column: 1,
        "only one of the columns pre_prompt_shows and pre_prompt_continues; expected both or none")
    }
  }

  subscript(name: String) -> Int? { positions[name] }

  /// A column's name in the file.
  func written(_ name: String) -> String { positions[name].map { names[$0] } ?? name }

  /// What a column may have been meant as, by the day that it names, else by one that is usual.
  private static func dayColumns(near name: String, besides found: [String: Int]) -> [String] {
    let digits = String(name.reversed().prefix { $0.isASCII && $0.isNumber }.reversed())
    let days = digits.isEmpty ? ["7", "1", "30"] : [digits]
    return DayColumn.Answer.allCases.compactMap { answer in
      days.map { "\(answer.rawValue)_by_\($0)" }.first { found[$0] == nil }
    }
  }

  private static func list(_ days: Set<Int>) -> String {
    days.sorted().map(String.init).joined(separator: ", ")
  }
}

/// Reads one row of a funnel, and holds its counts to one another.
private struct FunnelRowReader {
  let record: RecordScanner
  let header: FunnelHeader

  init(_ record: RecordScanner, _ header: FunnelHeader) {
    self.record = record
    self.header = header
  }

  func row(_ log: inout ProblemLog) -> FunnelTable.Row? {
    let before = (log.problems.count, log.unlisted)
    let arm = text("arm", &log)
    if arm?.isEmpty ?? true { report("arm", "'arm' is empty; expected the name of an option", &log) }
    let segment = text("segment", &log)
    if segment?.isEmpty ?? false {
      report("segment", "'segment' is empty; expected the name of a segment in every row", &log)
    }
    let installs = number("installs", &log)
    let prompted = header["prompted"] == nil ? nil : number("prompted", &log)
    let allowed = header.days.map { number("allowed_by_\($0)", &log) ?? 0 }
    let hasDenied = header.days.first.map { header["denied_by_\($0)"] != nil } ?? false
    var denied = hasDenied ? header.days.map { number("denied_by_\($0)", &log) ?? 0 } : nil
    if header["answered"] != nil, let answered = number("answered", &log), let yes = allowed.last {
      hold(
        "\(DayColumn.Answer.allowed.rawValue)_by_\(header.days.last ?? 0)", yes, to: answered, "the answered",
        &log)
      denied = [max(0, answered - yes)]
    }
    let shows = header["pre_prompt_shows"] == nil ? nil : number("pre_prompt_shows", &log)
    let continues = header["pre_prompt_continues"] == nil ? nil : number("pre_prompt_continues", &log)
    guard before == (log.problems.count, log.unlisted), let arm, let installs else { return nil }
    if installs == 0 { report("installs", "installs is 0; expected at least 1", &log) }
    if let prompted { hold("prompted", prompted, to: installs, "the installs", &log) }
    for (answer, counts) in [("allowed", allowed), ("denied", denied ?? [])] {
      for (earlier, later) in zip(counts.indices, counts.indices.dropFirst())
      where counts[later] < counts[earlier] {
        report(
          "\(answer)_by_\(header.days[later])",
          "\(answer)_by_\(header.days[later]) is \(counts[later]), and by day \(header.days[earlier]) it was "
            + "\(counts[earlier]); expected counts that only grow", &log)
      }
    }
    if let last = header.days.last {
      log.compare(allowed: allowed.last ?? 0, installs: installs)
      let answered = (allowed.last ?? 0) + (denied?.last ?? 0)
      let whole = prompted ?? installs
      let words =
        denied == nil ? header.written("allowed_by_\(last)") : "allowed and denied by day \(last) together"
      if answered > whole {
        report(
          "allowed_by_\(last)",
          "\(words): expected at most \(whole), the \(prompted == nil ? "installs" : "prompted"), found \(answered)"
            + (prompted == nil
              ? "" : ". A request that no alert was shown for does not count as prompted, nor as an answer"),
          &log)
      }
    }
    var prePrompts: FunnelTable.PrePromptCount?
    if let shows, let continues {
      hold("pre_prompt_continues", continues, to: shows, "the showings", &log)
      if shows > 0 { prePrompts = FunnelTable.PrePromptCount(shows: shows, continues: continues) }
    }
    guard before == (log.problems.count, log.unlisted) else { return nil }
    return FunnelTable.Row(
      arm: arm, week: text("week", &log), segment: segment, installs: installs, prompted: prompted,
      allowed: allowed,
      denied: denied, prePrompts: prePrompts, line: record.line)
  }

  private func hold(
    _ column: String, _ value: Int, to most: Int, _ words: String, _ log: inout ProblemLog
  ) {
    guard value > most else { return }
    report(column, "\(column): expected at most \(most), \(words), found \(value)", &log)
  }

  private func text(_ column: String, _ log: inout ProblemLog) -> String? {
    guard let index = header[column] else { return nil }
    guard let text = String(validating: record.cell(index), as: UTF8.self) else {
      report(column, "not UTF-8: \(quoted(record.cell(index))); save the file as UTF-8", &log)
      return nil
    }
    return text
  }

  private func number(_ column: String, _ log: inout ProblemLog) -> Int? {
    guard let index = header[column] else { return nil }
    let cell = record.cell(index)
    switch CountReader.read(cell) {
    case .number(let number): return number
    case .negative: report(column, "\(column) is negative: \(quoted(cell))", &log)
    case .tooLarge: report(column, "\(column) is more than 1,000,000,000: \(quoted(cell))", &log)
    case .notANumber:
      report(
        column,
        cell.isEmpty
          ? "\(column) is empty; expected a whole number, 0 for none"
          : "\(column): expected a whole number of installs, found \(quoted(cell))", &log)
    }
    return nil
  }

  private func report(_ column: String, _ message: String, _ log: inout ProblemLog) {
    let location = record.location(header[column] ?? 0)
    log.add(line: location.line, column: location.column, message)
  }
}
