public import GSLNumerics

/// The boundaries of a test that may be stopped at any of several looks, and what they promise.
///
/// The statistic of a look is a standard normal score Z, on the installs matured by then; scores of different looks are
/// correlated as sums of independent people are. A look stops the test when Z is at or above its ``Look/bound``, or at or
/// below its negative. The estimate ± bound × standard error, at every look, is an interval that holds the truth at all
/// looks together (repeated confidence interval, Jennison & Turnbull 1989). Computed by numerical recursion (Jennison &
/// Turnbull 2000, chapter 19) to better than 10⁻⁶.
public struct GroupSequentialBoundaries: Hashable, Sendable {
  /// One look.
  public struct Look: Hashable, Sendable {
    /// The share of the planned information in hand, above 0 and at most 1: for means and proportions that of matured
    /// installs.
    ///
    /// Each look adds at least ``smallestStep`` of its own to the one before. The last may come before 1 (a test still
    /// running); a test that has overrun its plan is read as if it were at 1.
    public let fraction: Double
    /// The score that stops the test; `nil` where nothing can, for less than 10⁻²⁸⁰ may be spent.
    public let bound: Double?
  }

  /// The looks, in order.
  public let looks: [Look]

  /// The smallest share of its information that a look may add to the look before it: nearer looks would need a grid finer
  /// than the recursion promises to afford.
  static let smallestStep = 1e-5

  /// Less than this is nothing to spend: its boundary would lie beyond 35 standard deviations.
  static let leastSpending = 1e-280

  /// Boundaries of O'Brien–Fleming type, which spend a level by a function of the information (Lan & DeMets 1983):
  /// half of it on each side, and hardly anything early, so that the last look costs little.
  ///
  /// A running test may be given the looks so far: later looks, whatever their number and timing,
  /// do not change the boundaries of earlier ones.
  /// - Parameters:
  ///   - level: the false-positive rate of the whole test, both sides together, in (0, 0.5].
  ///   - fractions: when the looks are: the share of the planned information in hand at each, as ``looks`` has it.
  ///   - isComplete: whether the last look spends all of the level that is left, although the information is
  ///     less than planned: the test ends there.
  /// - Throws: `NumericsError.outOfDomain` for another level, and what the root finder throws.
  public init(
    level: Double, fractions: [Double], isComplete: Bool = false
  ) throws(NumericsError) {
    guard level > 0, level <= 0.5 else {
      throw .outOfDomain(argument: "level", value: level, expected: "above 0 and at most 0.5")
    }
    var recursion = try BoundaryRecursion(fractions)
    var bounds: [Double?] = []
    var spent = 0.0
    for (index, fraction) in fractions.enumerated() {
      let isLast = isComplete && index == fractions.count - 1
      let due = try spentOfSide(level / 2, at: isLast ? 1 : fraction) - spent
      if due >= Self.leastSpending {
        bounds.append(try recursion.bound(crossedWith: due))
        spent += due
      } else {
        bounds.append(nil)
      }
      recursion.advance(past: bounds[bounds.count - 1])
    }
    self.init(bounds: bounds, fractions: fractions)
  }

  /// Boundaries given as they are.
  ///
  /// - Parameters:
  ///   - bounds: the score that stops the test at each look, 0 to 40; `nil` where it cannot stop.
  ///   - fractions: when the looks are.
  public init(bounds: [Double?], fractions: [Double]) {
    looks = zip(fractions, bounds).map { Look(fraction: $0, bound: $1) }
  }

  /// How probable each look is to stop the test, given an effect.
  ///
  /// - Parameter drift: the mean of the score when all the planned information is in: effect over its
  ///   standard error at the end of the plan. Between −8 and 8.
  /// - Throws: `NumericsError.outOfDomain` for another drift.
  public func stopping(drift: Double) throws(NumericsError) -> StoppingProbabilities {
    guard abs(drift) <= 8 else {
      throw .outOfDomain(argument: "drift", value: drift, expected: "between -8 and 8")
    }
    let fractions = looks.map(\.fraction)
    var recursion = try BoundaryRecursion(fractions)
    var (upper, lower): ([Double], [Double]) = ([], [])
    for bound in looks.map(\.bound) {
      upper.append(bound.map { recursion.crossing($0, drift: drift) } ?? 0)
      lower.append(bound.map { recursion.crossing(-$0, direction: -1, drift: drift) } ?? 0)
      recursion.advance(past: bound)
    }
    return StoppingProbabilities(upper: upper, lower: lower, fractions: fractions)
  }
}

/// How much of a level one side has used up when a share of the information is in: 2 − 2Φ(z₁₋α⸝₂ / √t).
///
/// Lan & DeMets 1983, whose boundaries of this kind resemble those of O'Brien & Fleming 1979. All of the level at 1.
private func spentOfSide(_ level: Double, at fraction: Double) throws(NumericsError) -> Double {
  if fraction == 1 { return level }
  return 2 * StandardNormal.upperTail(-(try StandardNormal.quantile(level / 2)) / fraction.squareRoot())
}
