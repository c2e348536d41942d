/// Event rows, checked and counted: one row per install, read up to a moment.
public struct EventTable: Sendable {
  /// One arm.
  public struct Arm: Hashable, Sendable {
    /// The arm, as the data name it.
    public var name: String
    /// Where its first row stands, from 1.
    public var line: Int
    /// Installs assigned to it, of every age: what the split made, and what every rate divides.
    public var assigned: Int
    /// Of them, those whose rows say what cannot have happened; they count all the same.
    public var doubtful: Int
    /// Answers by the day after the install on which they came; the first 24 hours are day 1.
    public var answersByDay: [Int] = []
  }

  /// Rates at one day: of installs at least that old.
  public struct Horizon: Sendable {
    /// The age, in days of 24 hours since the install.
    public var day: Int
    /// Per arm, the matured installs and what became of them by that day.
    public var arms: [MaturedCounts]
    /// The same by what installs are of.
    public var parts: PartCounts
    /// The same by age at the as-of moment, the oldest first.
    public var enrolment: [EnrolmentDay]
  }

  /// The moment up to which the rows are complete.
  public var asOf: AsOf
  /// One entry per arm, in the order of their names.
  public var arms: [Arm]
  /// One entry per day asked for, ascending.
  public var horizons: [Horizon]
  /// Rows read, the header not counted.
  public var rows: Int
  /// What is impossible or doubtful.
  public var findings: [DataFinding]
  /// The guardrails that the table has columns of: `retained_d1`, `retained_d7` and `value`.
  public var guardrails: Set<String> = []
  /// What each install says of them.
  var installs: InstallRecords
  /// The place of each arm of these among ``arms``.
  var places: [Int]
  /// What could be read and may all the same be wrong, each with its location.
  public var doubts: [DataProblem] = []
  /// What was decided while reading and a reader should know.
  public var remarks: [String]
}

/// The installs of one age.
public struct EnrolmentDay: Hashable, Sendable {
  /// Their age at the as-of moment, in whole days of 24 hours.
  public var age: Int
  /// What became of them, one entry per arm; `nil` for an arm without any.
  public var arms: [OutcomeCounts?]

  /// Creates the counts at one age.
  public init(age: Int, arms: [OutcomeCounts?]) {
    self.age = age
    self.arms = arms
  }
}

/// Matured installs of one arm, with those who could never be asked counted separately (R147).
public struct MaturedCounts: Hashable, Sendable {
  /// What became of them.
  public var counts: OutcomeCounts
  /// Denied without ever being shown the alert, requests being off for the device: not an answer.
  public var refusedByDevice: Int
  /// Restricted by a profile or an account: not an answer either.
  public var restricted: Int
  /// Of those who allowed, those that did in the last third of the days.
  public var allowedLate: Int
  /// Installs whose rows say what cannot have happened.
  public var doubtful: Int
  /// Of them, those counted as having allowed.
  public var doubtfulAllowed: Int

  init(_ cell: CountGrid.Cell) {
    counts = OutcomeCounts(cell)
    refusedByDevice = Int(cell.refusedByDevice)
    restricted = Int(cell.restricted)
    allowedLate = Int(cell.allowedLate)
    doubtful = Int(cell.doubtful)
    doubtfulAllowed = Int(cell.doubtfulAllowed)
  }

  /// The counts if every doubtful install had allowed, or none of them.
  public func counts(doubtfulAllow: Bool) -> OutcomeCounts {
    var bound = counts
    bound.allowed += (doubtfulAllow ? doubtful : 0) - doubtfulAllowed
    return bound
  }
}

extension EventTable {
  /// Hands on what each install that counts says of guardrails.
  public func guarded(_ body: (GuardedRow) throws -> Void) rethrows {
    guard !guardrails.isEmpty else { return }
    for position in 0..<installs.count {
      let record = installs[position]
      guard record.standing == .sound, Int64(record.installed) <= asOf.moment.seconds else { continue }
      var row = GuardedRow(
        arm: places[Int(record.arm)], release: record[cluster: 0], language: record[cluster: 1],
        day: Int(record.installed) / 86_400)
      row.age = InstallRow(record, asOf: asOf).days
      for index in GuardedRow.retentionDays.indices {
        guard let isRetained = record[retained: index] else { continue }
        row[retained: index] = GuardedRow.Retained(retained: isRetained ? 1 : 0, installs: 1)
      }
      if !record.value.isNaN { row.value = GuardedRow.Value(installs: 1, mean: record.value, deviation: 0) }
      try body(row)
    }
  }
}
