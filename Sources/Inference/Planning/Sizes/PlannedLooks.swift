import GSLNumerics

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
      return GroupSequentialBoundaries(bounds: bounds, fractions: fractions)
    }
  }
}
