import GSLNumerics

/// How often a running test is looked at, and how that is paid for.
public struct PlannedLooks: Codable, Hashable, Sendable {
  /// How many looks there are; of looks at any time those that the power counts on.
  public let count: Int
  /// Whether they are at any time, by the confidence sequence.
  public let anyTime: Bool

  /// Looks at equal steps of the installs, the last one at the end, with boundaries of O'Brien–Fleming type that spend the
  /// level over them.
  public static func fixed(_ count: Int) -> PlannedLooks { PlannedLooks(count: count, anyTime: false) }

  /// Looks at any time; the power counts on one a day of the enrolment, and on 200 at most.
  ///
  /// - Parameter days: of enrolment; `nil` where they are not known, which counts as 30.
  public static func anyTime(days: Int?) -> PlannedLooks {
    PlannedLooks(count: min(200, max(1, days ?? 30)), anyTime: true)
  }

  /// What stops a comparison at each look.
  func boundaries(level: ConfidenceLevel) throws(NumericsError) -> GroupSequentialBoundaries {
    let fractions = (1...max(1, count)).map { Double($0) / Double(max(1, count)) }
    guard anyTime else { return try GroupSequentialBoundaries(level: level.alpha, fractions: fractions) }
    // Narrowest at the last look, which is the end of the plan.
    let end = try ConfidenceSequence.bestRelativeRho(alpha: level.alpha)
    let bounds = fractions.map { fraction -> Double? in
      let bound = ConfidenceSequence.bound(intrinsicTime: fraction * end, alpha: level.alpha)
      return bound < Continuation.farthest ? bound : nil
    }
    return GroupSequentialBoundaries(bounds: bounds, fractions: fractions)
  }
}
