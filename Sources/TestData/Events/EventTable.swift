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
  }

  /// Rates at one day: of installs at least that old.
  public struct Horizon: Sendable {
    /// The age, in days of 24 hours since the install.
    public var day: Int
    /// Per arm, the matured installs and what became of them by that day.
    public var arms: [MaturedCounts]
    /// The same by what installs are of.
    public var parts: PartCounts
    /// The same by age at the as-of moment in whole days of 24 hours, the oldest first; `nil` for an arm without any.
    public var enrolment: [(age: Int, arms: [OutcomeCounts?])]
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
  /// The guardrails that the table has columns of.
  public var guardrails: Set<GuardrailColumn> = []
  /// What each install says of them.
  var installs: InstallRecords
  /// The place of each arm of these among ``arms``.
  var places: [Int]
  /// What could be read and may all the same be wrong, each with its location.
  public var doubts: [DataProblem] = []
  /// What was decided while reading and a reader should know.
  public var remarks: [String]
}

/// Matured installs of one arm, with those who could never be asked counted separately (R147).
public struct MaturedCounts: Hashable, Sendable {
  /// What became of them.
  public var counts = OutcomeCounts(installs: 0, prompted: 0, answered: 0, allowed: 0)
  /// Denied without ever being shown the alert, requests being off for the device: not an answer.
  public var refusedByDevice = 0
  /// Restricted by a profile or an account: not an answer either.
  public var restricted = 0
  /// Of those who allowed, those that did in the last third of the days.
  public var allowedLate = 0
  /// Installs whose rows say what cannot have happened.
  public var doubtful = 0
  /// Of them, those counted as having allowed.
  public var doubtfulAllowed = 0

  /// Counts an install by a day that it has reached.
  @inline(__always)
  mutating func add(_ row: InstallRow, by day: Int) {
    guard let own = row.counts(by: day) else { return }
    counts.add(own)
    if row.doubt != nil {
      doubtful += 1
      doubtfulAllowed += own.allowed
    }
    if own.allowed > 0, let delay = row.answerDelay, delay > day * 86_400 / 3 * 2 { allowedLate += 1 }
    if row.promptDelay == nil {
      if row.status == .denied { refusedByDevice += 1 }
      if row.status == .restricted { restricted += 1 }
    }
  }

  /// The counts if every doubtful install had allowed, or none of them.
  public func counts(doubtfulAllow: Bool) -> OutcomeCounts {
    var bound = counts
    bound.allowed += (doubtfulAllow ? doubtful : 0) - doubtfulAllowed
    return bound
  }
}

extension EventTable {
  /// Hands on what each install that counts says of a guardrail.
  public func guarded(_ column: GuardrailColumn, _ body: (GuardedRow) throws -> Void) rethrows {
    for position in 0..<installs.count {
      let record = installs[position]
      guard record.standing == .sound, record.installed <= asOf.seconds else { continue }
      var place = record.place
      place[.day] = record.installed / 86_400
      place.age = InstallRow(record, asOf: asOf).days
      try body(GuardedRow(arm: places[record.arm], place: place, measured: record.measured(column)))
    }
  }
}
