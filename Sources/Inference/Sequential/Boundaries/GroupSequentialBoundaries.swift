public import GSLNumerics

/// The boundaries of a test that may be stopped at any of several looks, and what they promise.
///
/// The statistic of a look is a standard normal score Z (arm minus baseline over its standard error,
/// on the installs matured by then); scores of different looks are correlated as sums of independent
/// people are. A look stops the test when Z is at or above its ``Look/bound`` (or, two-sided, at or
/// below its negative). The estimate ± bound × standard error, at every look, is an interval that
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
    /// The p-value (one- or two-sided as the test is) that stops the test here; 0 where nothing can.
    public let nominalLevel: Double
    /// The probability of having stopped by now without an effect, both sides together.
    public let spent: Double
  }

  /// The looks, in order.
  public let looks: [Look]
  /// In which directions the test may stop.
  public let sides: TestSides
  /// When the looks are.
  public let schedule: LookSchedule

  /// Less than this is nothing to spend: its boundary would lie beyond 35 standard deviations.
  static let leastSpending = 1e-280

  /// Boundaries that spend a level by a function of the information (Lan & DeMets 1983).
  ///
  /// A running test may be given the looks so far: later looks, whatever their number and timing,
  /// do not change the boundaries of earlier ones.
  /// - Parameters:
  ///   - spending: how the level is spent.
  ///   - level: the false-positive rate of the whole test, both sides together, in (0, 0.5].
  ///   - sides: in which directions the test may stop; two-sided spends half the level on each side.
  ///   - schedule: when the looks are.
  ///   - isComplete: whether the last look spends all of the level that is left, although the information is
  ///     less than planned: the test ends there.
  /// - Throws: `NumericsError.outOfDomain` for another level, and what the root finder throws.
  public init(
    _ spending: AlphaSpending, level: Double, sides: TestSides, schedule: LookSchedule,
    isComplete: Bool = false
  ) throws(NumericsError) {
    try requireTestLevel(level)
    var recursion = try BoundaryRecursion(schedule, sides: sides)
    let levelOfSide = sides.levelOfEachSide(level)
    var bounds: [Double?] = []
    var spent = 0.0
    for (index, fraction) in schedule.fractions.enumerated() {
      let isLast = isComplete && index == schedule.fractions.count - 1
      let due = try spending.spent(at: isLast ? 1 : fraction, level: levelOfSide) - spent
      if due >= Self.leastSpending {
        bounds.append(try recursion.bound(crossedWith: due))
        spent += due
      } else {
        bounds.append(nil)
      }
      recursion.advance(past: bounds[bounds.count - 1])
    }
    try self.init(bounds: bounds, sides: sides, schedule: schedule)
  }

  /// Boundaries given as they are.
  ///
  /// - Parameters:
  ///   - bounds: the score that stops the test at each look, −9 to 40 (at least 0 when two-sided);
  ///     `nil` where it cannot stop.
  ///   - sides: in which directions the test may stop.
  ///   - schedule: when the looks are.
  /// - Throws: `NumericsError.unequalLengths` unless there is one per look, `.outOfDomain` for a bound
  ///   outside of these.
  public init(
    bounds: [Double?], sides: TestSides, schedule: LookSchedule
  ) throws(NumericsError) {
    guard bounds.count == schedule.fractions.count else {
      throw .unequalLengths(first: bounds.count, second: schedule.fractions.count)
    }
    let lowest =
      switch sides {
      case .one: Continuation.lowest + 1
      case .two: 0.0
      }
    for bound in bounds {
      guard let bound else { continue }
      guard bound >= lowest, bound <= Continuation.farthest else {
        throw .outOfDomain(argument: "bound", value: bound, expected: "from \(lowest) to 40")
      }
    }
    self.sides = sides
    self.schedule = schedule
    let stopping = try Self.stopping(bounds, sides: sides, schedule: schedule, drifts: [0])[0]
    var spent = 0.0
    looks = bounds.indices.map { index in
      spent += stopping.upper[index] + stopping.lower[index]
      let level = bounds[index].map { sides.boundaries * normalUpperTail($0) } ?? 0
      return Look(
        fraction: schedule.fractions[index], bound: bounds[index], nominalLevel: level,
        spent: min(1, spent))
    }
  }

  /// The probability that some look stops the test although there is no effect.
  public var falsePositiveRate: Double { looks.last?.spent ?? 0 }

  /// How probable each look is to stop the test, given an effect.
  ///
  /// - Parameter drift: the mean of the score when all the planned information is in: effect over its
  ///   standard error at the end of the plan. Between −8 and 8.
  /// - Throws: `NumericsError.outOfDomain` for another drift.
  public func stopping(drift: Double) throws(NumericsError) -> StoppingProbabilities {
    try stopping(drifts: [drift])[0]
  }

  /// The same for several effects, by one recursion: which paths go on does not depend on the drift.
  ///
  /// - Throws: as ``stopping(drift:)``.
  func stopping(drifts: [Double]) throws(NumericsError) -> [StoppingProbabilities] {
    try Self.stopping(looks.map(\.bound), sides: sides, schedule: schedule, drifts: drifts)
  }

  private static func stopping(
    _ bounds: [Double?], sides: TestSides, schedule: LookSchedule, drifts: [Double]
  ) throws(NumericsError) -> [StoppingProbabilities] {
    for drift in drifts where !(abs(drift) <= 8) {
      throw .outOfDomain(argument: "drift", value: drift, expected: "between -8 and 8")
    }
    var recursion = try BoundaryRecursion(schedule, sides: sides)
    var crossings = drifts.map { _ in (upper: [Double](), lower: [Double]()) }
    for bound in bounds {
      for (index, drift) in drifts.enumerated() {
        crossings[index].upper.append(bound.map { recursion.crossing(above: $0, drift: drift) } ?? 0)
        switch sides {
        case .one: crossings[index].lower.append(0)
        case .two:
          crossings[index].lower.append(bound.map { recursion.crossing(below: -$0, drift: drift) } ?? 0)
        }
      }
      recursion.advance(past: bound)
    }
    return crossings.map {
      StoppingProbabilities(upper: $0.upper, lower: $0.lower, fractions: schedule.fractions)
    }
  }
}

/// Checks for the false-positive rate of a test, at most a half; written so that NaN is refused.
func requireTestLevel(_ level: Double) throws(NumericsError) {
  guard level > 0, level <= 0.5 else {
    throw .outOfDomain(argument: "level", value: level, expected: "above 0 and at most 0.5")
  }
}
