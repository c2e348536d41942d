/// One row of a table of counts, checked.
struct CountedRow {
  /// The position of the arm.
  var arm: Int
  /// What became of its installs by the day that counts.
  var counts: OutcomeCounts
  /// By column of parts, the position of the row's part.
  var parts: [PartColumn: Int] = [:]
}

/// Columns that say of which installs a row counts.
enum PartColumn: String, CaseIterable {
  case release, language, segment, day
}

/// Reads what counts of one row of a table must be: each part of a whole at most that whole.
struct CountsReading {
  /// The columns of who allowed and of who denied.
  var allowed: String
  var denied: String?

  /// The counts of a row; `nil` where they cannot be read, or cannot be.
  func counts(_ row: TableRow, _ log: inout ProblemLog) -> OutcomeCounts? {
    let before = log.count
    let allowed = row.count(allowed, &log) ?? 0
    let denied = denied.flatMap { row.count($0, &log) }
    let answered = row.count("answered", &log)
    let counts = OutcomeCounts(
      installs: row.count("installs", &log), prompted: row.count("prompted", &log),
      answered: answered ?? denied.map { allowed + $0 }, allowed: allowed)
    guard before == log.count else { return nil }
    if let installs = counts.installs { log.compare(allowed: allowed, installs: installs) }
    if let denied, let answered, allowed + denied != answered, let column = self.denied {
      row.refuse(
        column,
        "\(row.header.written(column)): expected \(max(0, answered - allowed)), the answered that did not allow, found "
          + "\(denied)", &log)
    }
    let nested: [(name: String, value: Int?)] = [
      (self.allowed, counts.allowed), ("answered", counts.answered), ("prompted", counts.prompted),
      ("installs", counts.installs),
    ]
    let known = nested.compactMap { item in item.value.map { (name: item.name, value: $0) } }
    for (part, whole) in zip(known, known.dropFirst()) where part.value > whole.value {
      // Where no column counts who answered, they are the allowed and the denied.
      let sum = part.name == "answered" && answered == nil ? self.denied : nil
      let name = sum.map { "\(row.header.written(self.allowed)) and \(row.header.written($0)) together" }
      row.refuse(
        sum ?? part.name,
        "\(name ?? row.header.written(part.name)): expected at most \(whole.value), the \(whole.name), found \(part.value)"
          + (whole.name == "prompted"
            ? ". A request that no alert was shown for does not count as prompted, nor as an answer" : ""),
        &log)
    }
    return before == log.count ? counts : nil
  }
}
