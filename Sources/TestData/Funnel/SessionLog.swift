public import TextFormats

/// When people used an app: a row for each session, or what is left of such a log for each person.
public struct SessionLog: Sendable {
  /// What is known of one person.
  public struct Person: Hashable, Sendable {
    /// Sessions after the one of the install.
    public var later: Int
    /// Days from the install to the last session.
    public var last: Double
    /// Days from the install to the end of the log.
    public var watched: Double
  }

  /// Who was back on a day after the first session.
  public struct Returned: Hashable, Sendable {
    /// Whole days after the first session: its sessions are on day 0.
    public var day: Int
    /// People whose day is over.
    public var people: Int
    /// Of these, those with a session on it.
    public var back: Int
  }

  /// In the order of their first rows.
  public private(set) var people: [Person] = []
  /// Who was back on each of ``days`` that is over for somebody; none of a log with a row for each person.
  public private(set) var returned: [Returned] = []
  /// What was decided while reading and a reader should know.
  public private(set) var remarks: [String] = []

  /// The days on which it is counted who was back.
  public static let days = [1, 7, 30]
  private static let secondsOfDay: Int64 = 86_400

  /// The most people.
  static let mostPeople = 5_000_000

  /// Reads a log with the columns `install_id` and `started_at`, a row for each session, the first of an install being
  /// that of the install; or one with `x` (later sessions), `t_x` (the day of the last) and `T` (days watched).
  ///
  /// - Parameters:
  ///   - source: where the bytes come from.
  ///   - file: what the file is called in messages.
  ///   - until: the end of the log; the last session in it where nobody says.
  /// - Throws: ``DataProblems``, or what the source throws.
  public init(reading source: @escaping ByteSource, file: String, until: AsOf?) throws {
    let scanner = RecordScanner(source)
    var log = ProblemLog(file: file)
    do {
      if try scanner.next() {
        let names = (0..<scanner.count).map { scanner.text($0) }
        let lower = names.map { $0.lowercased() }
        if let id = lower.firstIndex(of: "install_id"), let start = lower.firstIndex(of: "started_at") {
          try readSessions(scanner, id: id, start: start, width: names.count, until: until, &log)
        } else if let x = lower.firstIndex(of: "x"), let last = lower.firstIndex(of: "t_x"),
          let watched = names.firstIndex(of: "T")
        {
          try readPeople(scanner, [x, last, watched], width: names.count, &log)
        } else {
          log.add(
            line: 1, column: 1,
            "expected the columns install_id and started_at, a row for each session, or x, t_x and T, a row for each "
              + "person; found \(names.prefix(8).joined(separator: ", "))")
        }
      } else {
        log.add(
          line: 1, column: 1,
          "the file is empty; expected the columns install_id and started_at, a row for each session")
      }
    } catch let fault as RecordScanner.Fault {
      log.add(line: fault.line, column: fault.column, fault.message)
    }
    try log.throwIfAny()
  }

  private struct Span {
    var first: Int64
    var last: Int64
    var sessions: Int
  }

  private mutating func readSessions(
    _ scanner: RecordScanner, id: Int, start: Int, width: Int, until: AsOf?, _ log: inout ProblemLog
  ) throws {
    var positions: [String: Int] = [:]
    var spans: [Span] = []
    var sessions: [(person: Int32, seconds: Int64)] = []
    let counted = Int64((Self.days.last ?? 0) + 1) * Self.secondsOfDay
    var (end, datesAlone, rows) = (Int64.min, 0, 0)
    _ = try TestTable.rows(scanner, width, &log) { record, log in
      let location = record.location(start)
      guard let moment = MomentReading.moment(record.cell(start)), MomentReading.isPlausible(moment) else {
        return log.add(
          line: location.line, column: location.column,
          "started_at: "
            + MomentReading.refusal(record.cell(start), expected: "a moment such as 2026-03-01T10:00"))
      }
      if let until, moment.seconds > until.moment.seconds {
        return log.add(
          line: location.line, column: location.column,
          "a session after \(until), which '--until' says is the end of the log")
      }
      rows += 1
      if moment.form == .dateOnly { datesAlone += 1 }
      end = max(end, moment.seconds)
      let name = record.text(id)
      if let position = positions[name] {
        // Later rows can only move a first session back, which moves this one further from it.
        if moment.seconds - spans[position].first < counted {
          sessions.append((Int32(position), moment.seconds))
        }
        spans[position].first = min(spans[position].first, moment.seconds)
        spans[position].last = max(spans[position].last, moment.seconds)
        spans[position].sessions += 1
      } else if spans.count < Self.mostPeople {
        positions[name] = spans.count
        sessions.append((Int32(spans.count), moment.seconds))
        spans.append(Span(first: moment.seconds, last: moment.seconds, sessions: 1))
      } else if log.isEmpty {
        log.add(line: record.line, column: 1, "more than \(Self.mostPeople) installs; take a sample of them")
      }
    }
    let close = until?.moment.seconds ?? end
    people = spans.map { span in
      Person(
        later: span.sessions - 1, last: Double(span.last - span.first) / 86_400,
        watched: Double(close - span.first) / 86_400)
    }
    returned = Self.returned(spans, sessions, until: close)
    if datesAlone > 0, datesAlone == rows {
      log.add(
        line: 2, column: 1,
        "started_at has dates without times: several sessions of a day look like one. Expected the moment of each "
          + "session. With dates alone, count who is active on each day, and give these shares with '--retention' in place "
          + "of '--sessions' ('att-lab guide learn-from-data')")
    }
    if until == nil {
      remarks.append("The log is taken to end with its last session; '--until' says when it was closed.")
    }
  }

  private static func returned(
    _ spans: [Span], _ sessions: [(person: Int32, seconds: Int64)], until close: Int64
  ) -> [Returned] {
    days.compactMap { day in
      let start = Int64(day) * secondsOfDay
      var isBack = [Bool](repeating: false, count: spans.count)
      for session in sessions {
        let since = session.seconds - spans[Int(session.person)].first - start
        if (0..<secondsOfDay).contains(since) { isBack[Int(session.person)] = true }
      }
      let old = spans.indices.filter { close - spans[$0].first >= start + secondsOfDay }
      return old.isEmpty
        ? nil : Returned(day: day, people: old.count, back: old.count { isBack[$0] })
    }
  }

  private mutating func readPeople(
    _ scanner: RecordScanner, _ columns: [Int], width: Int, _ log: inout ProblemLog
  ) throws {
    _ = try TestTable.rows(scanner, width, &log) { record, log in
      let numbers = columns.map { Double(record.text($0)) }
      guard let x = numbers[0], let last = numbers[1], let watched = numbers[2], x >= 0, x == x.rounded(),
        x <= 1e6, last >= 0, watched >= last, watched.isFinite, x > 0 || last == 0
      else {
        return log.add(
          line: record.line, column: 1,
          "expected a whole number of later sessions, the day of the last (0 without any) and days watched, which are "
            + "no less; found \(columns.map { "'\(record.text($0))'" }.joined(separator: ", "))")
      }
      if people.count < Self.mostPeople {
        people.append(Person(later: Int(x), last: last, watched: watched))
      }
    }
  }
}
