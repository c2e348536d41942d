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
    var reader: FunnelReader?
    var rows: [Row] = []
    let read = try readTable(
      source, file: file, expected: "the columns arm, installs and allowed_by_7, and a row for each option"
    ) { header, log in
      reader = FunnelReader(&header, day: day, &log)
    } take: { row, log in
      if rows.count < Self.mostRows {
        if let found = reader?.row(row, &log) { rows.append(found) }
      } else if log.isEmpty {
        row.refuse(
          "arm", "more than \(Self.mostRows) rows; expected one for each option, or for each option and week",
          &log)
      }
    }
    days = reader?.days ?? []
    self.rows = rows
    remarks = read.header.remarks
    doubts = read.doubts
  }
}

/// Reads the rows of a funnel, and holds their counts to one another.
private struct FunnelReader {
  private let answers: AnswerColumns
  private let reading: CountsReading

  static let known = [
    "arm", "installs", "prompted", "answered", "pre_prompt_shows", "pre_prompt_continues", "week", "segment",
  ]

  /// Settles which columns are read.
  ///
  /// - Returns: `nil` where the log says why the table cannot be read.
  init?(_ header: inout TableHeader, day: Int?, _ log: inout ProblemLog) {
    var answers = AnswerColumns(header, &log)
    if let day {
      answers.date(day)
    } else {
      for column in answers.allowed + answers.denied where column.day == nil {
        header.report(
          column.name,
          "'\(column.name)' does not say by which day after the install; call it \(column.name)_by_7, or give --day 7",
          &log)
      }
    }
    let all = answers.allowed + answers.denied
    let open = all.isEmpty ? ["allowed_by_7"] : []
    if header["prompted"] == nil, !answers.denied.isEmpty {
      let names = answers.denied.map { "'\($0.name)'" }.joined(separator: ", ")
      header.add(remark: "Not used: \(names), as there is no column 'prompted' beside it.")
    }
    header.settle(Self.known + all.map(\.name), required: ["arm", "installs"], open: open, &log)
    if all.isEmpty, log.isEmpty {
      header.report(
        nil,
        "no column such as allowed_by_7: the installs that had allowed by day 7. Expected one day or more",
        &log)
    }
    if !answers.denied.isEmpty, answers.denied.map(\.day) != answers.allowed.map(\.day) {
      func list(_ columns: [AnswerColumns.Column]) -> String {
        columns.map { $0.day.map(String.init) ?? "" }.joined(separator: ", ")
      }
      header.report(
        nil,
        "the days of denied_by are \(list(answers.denied)), those of allowed_by \(list(answers.allowed)); expected the same",
        &log)
    }
    let isOfOneDay = answers.denied.isEmpty && day.map { answers.days == [$0] } ?? false
    if header["answered"] != nil, !isOfOneDay {
      header.report(
        "answered", "'answered' goes with 'allowed' and --day alone; count who denied in denied_by_7", &log)
    }
    if (header["pre_prompt_shows"] == nil) != (header["pre_prompt_continues"] == nil) {
      header.report(
        nil, "only one of the columns pre_prompt_shows and pre_prompt_continues; expected both or none", &log)
    }
    guard log.isEmpty, let last = answers.allowed.last else { return nil }
    self.answers = answers
    reading = CountsReading(allowed: last.name, denied: answers.denied.last?.name)
  }

  var days: [Int] { answers.days }

  func row(_ row: TableRow, _ log: inout ProblemLog) -> FunnelTable.Row? {
    let before = log.count
    let texts = ["arm", "week", "segment"].map { row.text($0, &log) }
    for (name, text) in zip(["arm", "segment"], [texts[0], texts[2]]) where text?.isEmpty ?? false {
      row.refuse(name, "\(name) is empty; expected a name in every row", &log)
    }
    let allowed = answers.allowed.dropLast().map { row.count($0.name, &log) ?? 0 }
    let denied = answers.denied.dropLast().map { row.count($0.name, &log) ?? 0 }
    let prePrompts = prePrompts(row, &log)
    guard let counts = reading.counts(row, &log) else { return nil }
    answers.check(row, &log)
    if counts.installs == 0 { row.refuse("installs", "installs is 0; expected at least 1", &log) }
    guard before == log.count, let arm = texts[0], let installs = counts.installs else { return nil }
    return FunnelTable.Row(
      arm: arm, week: texts[1], segment: texts[2], installs: installs, prompted: counts.prompted,
      allowed: allowed + [counts.allowed], denied: counts.answered.map { denied + [$0 - counts.allowed] },
      prePrompts: prePrompts, line: row.line)
  }

  private func prePrompts(_ row: TableRow, _ log: inout ProblemLog) -> FunnelTable.PrePromptCount? {
    guard let shows = row.count("pre_prompt_shows", &log),
      let continues = row.count("pre_prompt_continues", &log)
    else { return nil }
    if continues > shows {
      row.refuse(
        "pre_prompt_continues",
        "pre_prompt_continues: expected at most \(shows), the showings, found \(continues)",
        &log)
    }
    return shows > 0 ? FunnelTable.PrePromptCount(shows: shows, continues: continues) : nil
  }
}
