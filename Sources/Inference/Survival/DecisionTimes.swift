/// What became of an install's permission by the time it was last looked at.
public enum DecisionStatus: String, CaseIterable, Hashable, Sendable {
  /// Allowed at the given time after the install.
  case allowed
  /// Denied at the given time after the install.
  case denied
  /// Not decided by the given time, and not followed further.
  ///
  /// In a log of answers that time is the as-of date minus the install's: churn cannot be seen in it,
  /// so an install that left stays at risk, as does one that cannot be asked at all.
  case undecided
}

/// When the installs of one arm were decided, or until when they were not: sorted, one entry a time.
///
/// Everything about survival is computed from this, so rows, daily counts and a stream of ten million
/// rows (see ``DecisionTimesCollector``) give the same numbers.
public struct DecisionTimes: Hashable, Sendable {
  /// How many installs were decided or last seen at one time.
  public struct Moment: Hashable, Sendable {
    /// Days (or any one unit) since the install, at least 0.
    public let time: Double
    /// How many allowed at this time.
    public let allowed: Int
    /// How many denied at this time.
    public let denied: Int
    /// How many were undecided at this time and not followed further; they were at risk for the
    /// decisions of this very time.
    public let undecided: Int

    /// - Parameters:
    ///   - time: days since the install.
    ///   - allowed: how many allowed.
    ///   - denied: how many denied.
    ///   - undecided: how many were last seen undecided.
    public init(time: Double, allowed: Int, denied: Int, undecided: Int) {
      self.time = time
      self.allowed = allowed
      self.denied = denied
      self.undecided = undecided
    }

    /// How many are no longer at risk after this time.
    var leaving: Int { allowed + denied + undecided }
  }

  /// The moments, at strictly increasing times, each with somebody.
  public let moments: [Moment]
  /// How many installs there are.
  public let installs: Int

  /// - Parameter moments: in any order; equal times are added up, moments with nobody left out.
  /// - Throws: `DecisionTimesError` for a time or a count that is none.
  public init(_ moments: some Sequence<Moment>) throws(DecisionTimesError) {
    var checked: [Moment] = []
    for moment in moments {
      guard moment.time >= 0, moment.time.isFinite else { throw .time(moment.time) }
      for count in [moment.allowed, moment.denied, moment.undecided] where count < 0 {
        throw .count(count, time: moment.time)
      }
      if moment.leaving > 0 { checked.append(moment) }
    }
    self.init(merging: checked)
  }

  /// The installs of one arm from histograms of equal bins, as event rows are counted while they are read.
  ///
  /// Entry i of each counts what happened within i bins of the install (0: at once), and who was last seen
  /// undecided after i whole bins.
  /// - Parameters:
  ///   - allowed: decisions to allow, bin by bin.
  ///   - denied: decisions to deny.
  ///   - undecided: installs without a decision.
  ///   - binsPerDay: how many bins make a day, at least 1; times are then in days.
  /// - Throws: `DecisionTimesError` for a count below 0, and for a time that is none without bins in a day.
  public init(
    allowed: [Int], denied: [Int], undecided: [Int], binsPerDay: Int
  ) throws(DecisionTimesError) {
    guard binsPerDay >= 1 else { throw .time(1 / Double(binsPerDay)) }
    let bins = max(allowed.count, denied.count, undecided.count)
    func entry(_ histogram: [Int], _ bin: Int) -> Int { bin < histogram.count ? histogram[bin] : 0 }
    try self.init(
      (0..<bins).map { bin in
        Moment(
          time: Double(bin) / Double(binsPerDay), allowed: entry(allowed, bin),
          denied: entry(denied, bin), undecided: entry(undecided, bin))
      })
  }

  /// Sorts and adds up moments that are known to be in order.
  init(merging moments: [Moment]) {
    var merged: [Moment] = []
    var installs = 0
    for moment in moments.sorted(by: { $0.time < $1.time }) {
      installs += moment.leaving
      if let last = merged.last, last.time == moment.time {
        merged[merged.count - 1] = Moment(
          time: last.time, allowed: last.allowed + moment.allowed,
          denied: last.denied + moment.denied, undecided: last.undecided + moment.undecided)
      } else {
        merged.append(moment)
      }
    }
    self.moments = merged
    self.installs = installs
  }
}

/// Gathers the installs of one arm, one at a time, in memory bounded by the number of distinct times.
public struct DecisionTimesCollector: Sendable {
  private var moments: [DecisionTimes.Moment] = []
  private var compactAt = 65_536

  /// Nobody yet.
  public init() {}

  /// Takes in one install.
  ///
  /// - Parameters:
  ///   - time: days from the install to the decision, or to the as-of date when undecided.
  ///   - status: which.
  /// - Throws: `DecisionTimesError.time` for a time below 0 or not finite: an event before its install.
  public mutating func add(time: Double, status: DecisionStatus) throws(DecisionTimesError) {
    guard time >= 0, time.isFinite else { throw .time(time) }
    let moment =
      switch status {
      case .allowed: DecisionTimes.Moment(time: time, allowed: 1, denied: 0, undecided: 0)
      case .denied: DecisionTimes.Moment(time: time, allowed: 0, denied: 1, undecided: 0)
      case .undecided: DecisionTimes.Moment(time: time, allowed: 0, denied: 0, undecided: 1)
      }
    moments.append(moment)
    if moments.count >= compactAt {
      moments = DecisionTimes(merging: moments).moments
      compactAt = max(65_536, 2 * moments.count)
    }
  }

  /// Everybody taken in so far.
  public func decisionTimes() -> DecisionTimes { DecisionTimes(merging: moments) }
}

/// Why rows are not the decision times of installs.
public enum DecisionTimesError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A time is below 0 (an event before its install) or not a number.
  case time(Double)
  /// A count at this time is below 0.
  case count(Int, time: Double)

  /// What was expected and what was found.
  public var description: String {
    switch self {
    case .time(let time): "the days since an install must be 0 or more, not \(time)"
    case .count(let count, let time): "a count must be at least 0, not \(count) (at day \(time))"
    }
  }
}
