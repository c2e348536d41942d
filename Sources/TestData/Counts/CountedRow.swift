/// One row of a table of counts, checked; all counts are of the same installs.
public struct CountedRow: Sendable {
  /// The position of the arm.
  public var arm: Int
  /// What became of its installs by the day that counts.
  public var counts: OutcomeCounts
  /// Who had allowed by each day of the table.
  public var allowed: [Int]
  /// Who had denied by each day of the table; empty where it does not say.
  public var denied: [Int]
  /// How often a pre-prompt was shown and continued; `nil` where the row does not say.
  public var prePrompts: PrePromptCount?
  /// By column of parts, the position of the row's part.
  var parts: [PartColumn: Int] = [:]
  /// Where it stands, from 1.
  public var line: Int
}

/// How often a pre-prompt was shown and continued.
public struct PrePromptCount: Hashable, Sendable {
  /// Showings.
  public var shows: Int
  /// Of them, those that went on to the alert.
  public var continues: Int
}

/// Columns that say of which installs a row counts.
enum PartColumn: String, CaseIterable, Sendable {
  case release, language, segment, day, week
}
