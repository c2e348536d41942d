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
    /// When its installs answered, or until when they were watched.
    public var followUp: FollowUp
    /// Answers by the day after the install on which they came; the first 24 hours are day 1.
    public var answersByDay: [Int] = []
  }

  /// Rates at one day: of installs at least that old.
  public struct Horizon: Hashable, Sendable {
    /// The age, in days of 24 hours since the install.
    public var day: Int
    /// Per arm, the matured installs and what became of them by that day.
    public var arms: [MaturedCounts]
    /// The same by app release.
    public var releases: [ClusterCounts]
    /// The same by language.
    public var languages: [ClusterCounts]
    /// The same by segment.
    public var segments: [ClusterCounts]
    /// The same by the date of the install in UTC, the earliest first.
    public var installDays: [ClusterCounts]
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
  /// Whether installs were retained, one entry per column that the table has.
  public var retention: [RetentionCounts] = []
  /// What installs were worth, per arm; `nil` where the table has no such column.
  public var values: [[InstallValue]]?
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
  /// Installs whose rows say what cannot have happened.
  public var doubtful: Int
  /// Of them, those counted as having allowed.
  public var doubtfulAllowed: Int

  /// Counts with all their parts.
  public init(
    counts: OutcomeCounts, refusedByDevice: Int, restricted: Int, doubtful: Int = 0, doubtfulAllowed: Int = 0
  ) {
    self.counts = counts
    self.refusedByDevice = refusedByDevice
    self.restricted = restricted
    self.doubtful = doubtful
    self.doubtfulAllowed = doubtfulAllowed
  }

  /// The counts if every doubtful install had allowed, or none of them.
  public func counts(doubtfulAllow: Bool) -> OutcomeCounts {
    var bound = counts
    bound.allowed += (doubtfulAllow ? doubtful : 0) - doubtfulAllowed
    return bound
  }
}

/// When the installs of an arm answered, in hours since the install, up to the last day asked for.
///
/// Entry h counts what happened in the hour that ends h hours after the install (0: at once); an
/// install that had not answered is counted in ``watched`` under the whole hours it was watched.
public struct FollowUp: Hashable, Sendable {
  /// Answers of allow.
  public var allowed: [Int]
  /// Answers of deny.
  public var denied: [Int]
  /// Installs without an answer, by how long they were watched.
  public var watched: [Int]

  init(hours: Int) {
    allowed = Array(repeating: 0, count: hours + 1)
    denied = allowed
    watched = allowed
  }
}
