/// One row of a table of counts, checked.
struct CountedRow: Sendable {
  /// The position of the arm.
  var arm: Int
  /// What became of its installs by the day that counts.
  var counts: OutcomeCounts
  /// Who had allowed by each day of the table.
  var allowed: [Int]
  /// Who had denied by each day of the table; empty without such columns.
  var denied: [Int]
  /// How often a pre-prompt was shown and continued; `nil` where the row does not say.
  var prePrompts: FunnelTable.PrePromptCount?
  /// By column of parts, the position of the row's part.
  var parts: [PartColumn: Int] = [:]
  /// Where it stands, from 1.
  var line: Int
}

/// Columns that say of which installs a row counts.
enum PartColumn: String, CaseIterable, Sendable {
  case release, language, segment, day, week
}
