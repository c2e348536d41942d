package import GSLNumerics

/// How often a running test is looked at, and how that is paid for.
public enum PlannedLooks: Hashable, Sendable {
  /// A number of looks at equal steps of the installs, the last one at the end, with boundaries of O'Brien–Fleming type that
  /// spend the level over them.
  case fixed(Int)
  /// Looks at any time, by the confidence sequence; the number is that of the looks that the power counts on.
  case anyTime(Int)

  /// How many looks there are.
  public var count: Int {
    switch self {
    case .fixed(let count), .anyTime(let count): count
    }
  }

  /// Looks that the power of a test which is looked at any time counts on, where its days are not known.
  public static let usualLooksOfPeeking = 30
  /// The most looks that the power of such a test counts on.
  public static let mostLooksOfPeeking = 200

  /// Looks at any time; the power counts on one a day of the enrolment.
  ///
  /// - Parameter days: of enrolment; `nil` where they are not known.
  public static func anyTime(days: Int?) -> PlannedLooks {
    .anyTime(min(mostLooksOfPeeking, max(1, days ?? usualLooksOfPeeking)))
  }

  /// A plan whose looks at any time are one a day of its own calendar, which the size without that sets.
  ///
  /// - Parameters:
  ///   - looks: `nil` for a single one.
  ///   - plan: with some looks.
  ///   - calendar: of a plan; `nil` where nobody says how many take part a day.
  public static func settled<Plan>(
    _ looks: PlannedLooks?, _ plan: (PlannedLooks?) throws -> Plan, calendar: (Plan) -> TestCalendar?
  ) throws -> Plan {
    let found = try plan(looks)
    guard case .anyTime? = looks, let days = calendar(found)?.enrolmentDays else { return found }
    let daily = anyTime(days: days)
    return daily == looks ? found : try plan(daily)
  }

  /// What stops a comparison at each look.
  func boundaries(level: ConfidenceLevel) throws(NumericsError) -> GroupSequentialBoundaries {
    let fractions = (1...max(1, count)).map { Double($0) / Double(max(1, count)) }
    switch self {
    case .fixed:
      return try GroupSequentialBoundaries(level: level.alpha, fractions: fractions)
    case .anyTime:
      // Narrowest at the last look, which is the end of the plan.
      let end = try ConfidenceSequence.bestRelativeRho(alpha: level.alpha)
      let bounds = fractions.map { fraction -> Double? in
        let bound = ConfidenceSequence.bound(intrinsicTime: fraction * end, alpha: level.alpha)
        return bound < Continuation.farthest ? bound : nil
      }
      return try GroupSequentialBoundaries(bounds: bounds, fractions: fractions)
    }
  }
}

extension TestDesign {
  /// The drift beyond which power is 1 but for 10⁻⁶.
  private static let mostDrift = 8.0

  /// The mean of each comparison's score at the end of a test with looks; none for a test with a single one.
  ///
  /// - Parameters:
  ///   - installs: of all arms together.
  ///   - shares: of each arm, the baseline first, each in (0, 1).
  package func drifts(installs: Double, shares: [Double]) throws(NumericsError) -> [Double] {
    guard let boundaries else { return [] }
    var drifts: [Double] = []
    for arm in 1...comparisons {
      drifts.append(
        try drift(
          boundaries, people: baselinePeople(ofInstalls: installs), baseline: shares[0], arm: shares[arm],
          allocation: ratio(arm)))
    }
    return drifts
  }

  /// The mean of the score at the end of a test with looks, so that the size has the power which belongs to it.
  ///
  /// The power b at a drift needs the size of a single look at b times the squared ratio of the two drifts, the
  /// inflation. This finds the drift whose size is the one that is given.
  /// - Parameters:
  ///   - people: of the baseline.
  ///   - allocation: people of the arm for one of the baseline.
  private func drift(
    _ boundaries: GroupSequentialBoundaries, people: Double, baseline: Double, arm: Double, allocation: Double
  ) throws(NumericsError) -> Double {
    func excess(_ drift: Double) throws(NumericsError) -> Double {
      let power = try boundaries.stopping(drift: drift).upper.reduce(0, +)
      let target = try target(power: min(power, 0.999_999))
      let ratio = drift / target.drift
      let size = try target.baselineSize(baseline: baseline, arm: arm, allocation: allocation) * ratio * ratio
      return lnOrLowest(size) - lnOrLowest(people)
    }
    if try excess(Self.mostDrift) <= 0 { return Self.mostDrift }
    // So few people that the test finds hardly more than a single look at equal arms would.
    let least = try boundaries.drift(power: 1.5 * levelOfOneSide)
    if try excess(least) >= 0 { return 0 }
    return try root(from: least, to: Self.mostDrift, absoluteTolerance: 1e-7) { (try? excess($0)) ?? .nan }
  }
}
