import TextFormats

/// The data of a finished test, in any of the forms in which a test is counted.
public enum FinishedTest: Sendable {
  /// Counts of each option by one day or several, with the table that `analyze` reads where they come from one.
  case counts(FunnelTable, read: CountsTable?)
  /// A row for each install.
  case events(EventTable)

  /// Reads a table by what its header names: `install_id` for event rows, `allowed_by_7`, `week` or showings of a pre-prompt
  /// for a funnel, else the counts that `analyze` reads.
  ///
  /// - Parameters:
  ///   - data: the bytes of the table.
  ///   - file: what the file is called in messages.
  ///   - day: the day by which its counts were read, where it does not say so itself; see ``FunnelTable/isDated``.
  ///   - options: how event rows are read.
  public init(reading data: [UInt8], file: String, day: Int, options: ReadingOptions) throws {
    let scanner = RecordScanner(bytes(data))
    // What is no table is refused where it is read.
    let names =
      (try? scanner.next()) ?? false ? (0..<scanner.count).map { scanner.text($0).lowercased() } : []
    if names.contains("install_id") {
      switch try TestTable(reading: bytes(data), file: file, options: options) {
      case .events(let table): self = .events(table)
      case .counts(let table): self = .counts(try FunnelTable(table, day: day, file: file), read: table)
      }
      return
    }
    guard options.asOf == nil else { throw ReadingRefusal.countsHaveNoTimes }
    if names.contains(where: { $0.hasPrefix("allowed_by_") || ["week", "pre_prompt_shows"].contains($0) }) {
      self = .counts(try FunnelTable(reading: bytes(data), file: file, day: options.day), read: nil)
    } else if case .counts(let table) = try TestTable(reading: bytes(data), file: file, options: options) {
      self = .counts(try FunnelTable(table, day: day, file: file), read: table)
    } else {
      throw ReadingRefusal.eventsNeedAsOf
    }
  }
}

extension FunnelTable {
  /// The counts of a test that were all read by one day.
  ///
  /// Where they say of which day the installs are, each seven of these days are a week; else where they say of which segment
  /// these are, it has a row of its own.
  ///
  /// - Throws: ``DataProblems`` where they do not say how many were installed.
  init(_ counts: CountsTable, day: Int, file: String) throws(DataProblems) {
    var log = ProblemLog(file: file)
    func line(_ arm: Int) -> Int { counts.armLines.indices.contains(arm) ? counts.armLines[arm] : 1 }
    for (position, arm) in counts.arms.enumerated() {
      switch arm.counts.installs {
      case nil:
        log.add(
          line: 1, column: 1,
          "no column 'installs'. Counts of those who were shown the alert compare different people, so they do not update "
            + "a file; give everybody who installed")
      case 0?:
        log.add(line: line(position), column: 1, "'\(arm.name)' has no installs; expected at least 1")
      case _?: break
      }
      if log.problems.count > 0 { break }
    }
    try log.throwIfAny()
    let names = counts.arms.map(\.name)
    let weeks = stride(from: 0, to: counts.days.count, by: 7).map { start in
      counts.days[start..<min(start + 7, counts.days.count)]
    }
    let segments = weeks.isEmpty ? counts.segments : []
    let parts: [[OutcomeCounts?]] =
      weeks.isEmpty
      ? segments.isEmpty ? [counts.arms.map(\.counts)] : segments.map(\.arms)
      : weeks.map { days in
        names.indices.map { arm in
          days.reduce(into: OutcomeCounts?.none) { sum, day in
            guard let more = day.arms[arm] else { return }
            if sum?.add(more) == nil { sum = more }
          }
        }
      }
    let rows = parts.enumerated().flatMap { part, arms in
      names.indices.compactMap { arm -> Row? in
        guard let counts = arms[arm], let installs = counts.installs, installs > 0 else { return nil }
        let denied = counts.answered.map { [$0 - counts.allowed] }
        return Row(
          arm: names[arm], week: weeks.isEmpty ? nil : "\(part + 1)",
          segment: segments.isEmpty ? nil : segments[part].name, installs: installs,
          prompted: counts.prompted, allowed: [counts.allowed], denied: denied, prePrompts: nil,
          line: line(arm))
      }
    }
    self.init(days: [day], rows: rows, remarks: counts.remarks, doubts: counts.doubts)
    isDated = false
  }
}
