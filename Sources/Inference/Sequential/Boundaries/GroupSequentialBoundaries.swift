public import GSLNumerics

/// The boundaries of a test that may be stopped at any of several looks, and what they promise.
///
/// The statistic of a look is a standard normal score Z (arm minus baseline over its standard error,
/// on the installs matured by then); scores of different looks are correlated as sums of independent
/// people are. A look stops the test when Z is at or above its ``Look/bound``, or at or below its negative. The estimate ± bound × standard error, at every look, is an interval that
/// holds the truth at all looks together (repeated confidence interval, Jennison & Turnbull 1989).
///
/// Boundaries are computed by numerical recursion (see Jennison & Turnbull 2000, chapter 19) to
/// better than 10⁻⁶.
public struct GroupSequentialBoundaries: Hashable, Sendable {
  /// One look.
  public struct Look: Hashable, Sendable {
    /// The share of the planned information in hand.
    public let fraction: Double
    /// The score that stops the test; `nil` where nothing can, for less than 10⁻²⁸⁰ may be spent.
    public let bound: Double?
    /// The probability of having stopped by now without an effect, both sides together.
    public let spent: Double
  }

  /// The looks, in order.
  public let looks: [Look]
  /// When the looks are.
  public let schedule: LookSchedule

  /// Less than this is nothing to spend: its boundary would lie beyond 35 standard deviations.
  static let leastSpending = 1e-280

  /// Boundaries of O'Brien–Fleming type, which spend a level by a function of the information (Lan & DeMets 1983):
  /// half of it on each side, and hardly anything early, so that the last look costs little.
  ///
  /// A running test may be given the looks so far: later looks, whatever their number and timing,
  /// do not change the boundaries of earlier ones.
  /// - Parameters:
  ///   - level: the false-positive rate of the whole test, both sides together, in (0, 0.5].
  ///   - schedule: when the looks are.
  ///   - isComplete: whether the last look spends all of the level that is left, although the information is
  ///     less than planned: the test ends there.
  /// - Throws: `NumericsError.outOfDomain` for another level, and what the root finder throws.
  public init(
    level: Double, schedule: LookSchedule, isComplete: Bool = false
  ) throws(NumericsError) {
    try requireTestLevel(level)
    var recursion = try BoundaryRecursion(schedule)
    var bounds: [Double?] = []
    var spent = 0.0
    for (index, fraction) in schedule.fractions.enumerated() {
      let isLast = isComplete && index == schedule.fractions.count - 1
      let due = try spentOfSide(level / 2, at: isLast ? 1 : fraction) - spent
      if due >= Self.leastSpending {
        bounds.append(try recursion.bound(crossedWith: due))
        spent += due
      } else {
        bounds.append(nil)
      }
      recursion.advance(past: bounds[bounds.count - 1])
    }
    try self.init(bounds: bounds, schedule: schedule)
  }

  /// Boundaries given as they are.
  ///
  /// - Parameters:
  ///   - bounds: the score that stops the test at each look, 0 to 40; `nil` where it cannot stop.
  ///   - schedule: when the looks are.
  /// - Throws: `NumericsError.unequalLengths` unless there is one per look, `.outOfDomain` for a bound
  ///   outside of these.
  public init(
    bounds: [Double?], schedule: LookSchedule
  ) throws(NumericsError) {
    guard bounds.count == schedule.fractions.count else {
      throw .unequalLengths(first: bounds.count, second: schedule.fractions.count)
    }
    for bound in bounds {
      guard let bound else { continue }
      guard bound >= 0, bound <= Continuation.farthest else {
        throw .outOfDomain(argument: "bound", value: bound, expected: "from 0 to 40")
      }
    }
    self.schedule = schedule
    let stopping = try Self.stopping(bounds, schedule: schedule, drift: 0)
    var spent = 0.0
    looks = bounds.indices.map { index in
      spent += stopping.upper[index] + stopping.lower[index]
      return Look(fraction: schedule.fractions[index], bound: bounds[index], spent: min(1, spent))
    }
  }

  /// How probable each look is to stop the test, given an effect.
  ///
  /// - Parameter drift: the mean of the score when all the planned information is in: effect over its
  ///   standard error at the end of the plan. Between −8 and 8.
  /// - Throws: `NumericsError.outOfDomain` for another drift.
  public func stopping(drift: Double) throws(NumericsError) -> StoppingProbabilities {
    try Self.stopping(looks.map(\.bound), schedule: schedule, drift: drift)
  }

  private static func stopping(
    _ bounds: [Double?], schedule: LookSchedule, drift: Double
  ) throws(NumericsError) -> StoppingProbabilities {
    guard abs(drift) <= 8 else {
      throw .outOfDomain(argument: "drift", value: drift, expected: "between -8 and 8")
    }
    var recursion = try BoundaryRecursion(schedule)
    var (upper, lower): ([Double], [Double]) = ([], [])
    for bound in bounds {
      upper.append(bound.map { recursion.crossing(above: $0, drift: drift) } ?? 0)
      lower.append(bound.map { recursion.crossing(below: -$0, drift: drift) } ?? 0)
      recursion.advance(past: bound)
    }
    return StoppingProbabilities(upper: upper, lower: lower, fractions: schedule.fractions)
  }
}

/// How much of a level one side has used up when a share of the information is in: 2 − 2Φ(z₁₋α⸝₂ / √t).
///
/// Lan & DeMets 1983, whose boundaries of this kind resemble those of O'Brien & Fleming 1979. All of the level at 1.
private func spentOfSide(_ level: Double, at fraction: Double) throws(NumericsError) -> Double {
  if fraction == 1 { return level }
  return 2 * normalUpperTail(-(try StandardNormal.quantile(level / 2)) / fraction.squareRoot())
}

/// Checks for the false-positive rate of a test, at most a half; written so that NaN is refused.
func requireTestLevel(_ level: Double) throws(NumericsError) {
  guard level > 0, level <= 0.5 else {
    throw .outOfDomain(argument: "level", value: level, expected: "above 0 and at most 0.5")
  }
}
