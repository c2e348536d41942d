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
    var paths = try Continuation()
    var bounds: [Double?] = []
    var spent = 0.0
    for (index, fraction) in fractions.enumerated() {
      let isLast = isComplete && index == fractions.count - 1
      let due = try spentOfSide(level / 2, at: isLast ? 1 : fraction) - spent
      let bound = due >= Self.leastSpending ? try paths.bound(crossedWith: due, at: fraction) : nil
      if bound != nil { spent += due }
      bounds.append(bound)
      paths.advance(past: bound, at: fraction, next: fractions.dropFirst(index + 1).first)
    }
    self.init(bounds: bounds, fractions: fractions)
  }

  /// Boundaries given as they are.
  ///
  /// - Parameters:
  ///   - bounds: the score that stops the test at each look, 0 to 40; `nil` where it cannot stop.
  ///   - fractions: when the looks are.
  init(bounds: [Double?], fractions: [Double]) {
    looks = zip(fractions, bounds).map { Look(fraction: $0, bound: $1) }
  }
}

extension GroupSequentialBoundaries {
  /// How probable it is to stop at each look, given an effect.
  public struct Stopping: Sendable {
    /// The probability of crossing the upper boundary at each look, for the first time.
    public let upper: [Double]
    /// The probability of crossing the lower boundary at each look, for the first time.
    public let lower: [Double]
    /// The expected share of the planned information that the test uses: it stops at the boundary, or
    /// else at its last look.
    public let expectedInformation: Double

    /// The probability of crossing either boundary at each look, for the first time.
    public var atEachLook: [Double] { zip(upper, lower).map { $0 + $1 } }
  }

  /// How probable each look is to stop the test, given an effect.
  ///
  /// - Parameter drift: the mean of the score when all the planned information is in: effect over its
  ///   standard error at the end of the plan. Between −8 and 8.
  /// - Throws: `NumericsError.outOfDomain` for another drift.
  public func stopping(drift: Double) throws(NumericsError) -> Stopping {
    guard abs(drift) <= 8 else {
      throw .outOfDomain(argument: "drift", value: drift, expected: "between -8 and 8")
    }
    var paths = try Continuation()
    var (upper, lower): ([Double], [Double]) = ([], [])
    for (index, look) in looks.enumerated() {
      func crossing(_ direction: Double) -> Double {
        guard let bound = look.bound else { return 0 }
        return paths.crossing(direction * bound, at: look.fraction, drift: drift, direction: direction)
      }
      upper.append(crossing(1))
      lower.append(crossing(-1))
      paths.advance(past: look.bound, at: look.fraction, next: looks.dropFirst(index + 1).first?.fraction)
    }
    let isNever = 1 - min(1, upper.reduce(0, +) + lower.reduce(0, +))
    return Stopping(
      upper: upper, lower: lower,
      expectedInformation: looks.indices.reduce((looks.last?.fraction ?? 0) * isNever) {
        $0 + looks[$1].fraction * (upper[$1] + lower[$1])
      })
  }

  /// The drift at which the test has a given power in the upper direction.
  ///
  /// - Parameter power: above the probability of an upper crossing without an effect, at most 0.999999.
  /// - Throws: `NumericsError.outOfDomain` for another power, and what the root finder throws.
  public func drift(power: Double) throws(NumericsError) -> Double {
    let atNull = try stopping(drift: 0).upper.reduce(0, +)
    guard power > atNull, power <= 0.999_999 else {
      throw .outOfDomain(
        argument: "power", value: power, expected: "above \(atNull) and at most 0.999999")
    }
    return try root(from: 0, to: 8, absoluteTolerance: 1e-9) {
      ((try? stopping(drift: $0))?.upper.reduce(0, +) ?? .nan) - power
    }
  }

  /// How many times the sample size of a test without looks the plan needs at most, for equal power.
  ///
  /// The inflation factor R of Jennison & Turnbull 2000 (tables 2.2 and 2.4): the squared ratio of the
  /// drifts. The expected size is smaller; see ``Stopping/expectedInformation``.
  /// - Parameters:
  ///   - power: of both tests, as for ``drift(power:)``.
  ///   - level: the level of the test without looks, both sides together; that of this test.
  /// - Throws: `NumericsError.outOfDomain` for a power outside of its range.
  public func inflation(power: Double, level: Double) throws(NumericsError) -> Double {
    let withoutLooks =
      try StandardNormal.quantile(power) - StandardNormal.quantile(level / 2)
    let ratio = try drift(power: power) / withoutLooks
    return ratio * ratio
  }
}

/// How much of a level one side has used up when a share of the information is in: 2 − 2Φ(z₁₋α⸝₂ / √t).
///
/// Lan & DeMets 1983, whose boundaries of this kind resemble those of O'Brien & Fleming 1979. All of the level at 1.
private func spentOfSide(_ level: Double, at fraction: Double) throws(NumericsError) -> Double {
  if fraction == 1 { return level }
  return 2 * StandardNormal.upperTail(-(try StandardNormal.quantile(level / 2)) / fraction.squareRoot())
}
