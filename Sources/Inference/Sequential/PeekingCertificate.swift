public import GSLNumerics

/// How often each rule for looking at a running test finds a difference that is not there.
///
/// By the same recursion as the boundaries, for equally spaced looks at an A/A test in large samples:
/// a rule that keeps its level has at most ``level``, one that reads each look alone has what Armitage,
/// McPherson & Rowe 1969 published.
public struct PeekingCertificate: Hashable, Sendable {
  /// A rule for looking.
  public enum Rule: String, CaseIterable, Hashable, Sendable {
    /// Each look read as if it were the only one.
    case uncorrected
    /// Lan–DeMets boundaries of O'Brien–Fleming type.
    case obrienFlemingType
    /// Lan–DeMets boundaries of Pocock type.
    case pocockType
    /// The asymptotic confidence sequence, narrowest at the last look.
    ///
    /// It pays for any number of looks, so over few it stays well below the level.
    case confidenceSequence

    /// Whether the rule keeps the level whatever the number of looks.
    public var correctsForLooks: Bool { self != .uncorrected }
  }

  /// One rule at one number of looks.
  public struct Row: Hashable, Sendable {
    /// The rule.
    public let rule: Rule
    /// How many equally spaced looks.
    public let looks: Int
    /// The two-sided probability that some look finds a difference without one.
    public let falsePositiveRate: Double
  }

  /// The two-sided level every rule is run at.
  public let level: ConfidenceLevel
  /// Every rule at every number of looks, in the order of the rules.
  public let rows: [Row]

  /// - Parameters:
  ///   - level: its α is the two-sided level of each rule.
  ///   - looks: the numbers of looks, each 1 to ``LookSchedule/mostLooks``.
  /// - Throws: `NumericsError.outOfDomain` for another number of looks, and what the recursion throws.
  public init(level: ConfidenceLevel, looks: [Int]) throws(NumericsError) {
    self.level = level
    var rows: [Row] = []
    for rule in Rule.allCases {
      for count in looks {
        let schedule = try LookSchedule(equallySpaced: count)
        let boundaries = try rule.boundaries(level: level, schedule: schedule)
        rows.append(Row(rule: rule, looks: count, falsePositiveRate: boundaries.falsePositiveRate))
      }
    }
    self.rows = rows
  }
}

extension PeekingCertificate.Rule {
  /// The two-sided boundaries that the rule stops at.
  ///
  /// - Parameters:
  ///   - level: its α is the level of the whole test.
  ///   - schedule: when the looks are; the confidence sequence is planned for the end, 1.
  /// - Throws: what the recursion throws.
  public func boundaries(
    level: ConfidenceLevel, schedule: LookSchedule
  ) throws(NumericsError) -> GroupSequentialBoundaries {
    switch self {
    case .uncorrected:
      return try .uncorrected(level: level.alpha, sides: .two, schedule: schedule)
    case .obrienFlemingType:
      return try GroupSequentialBoundaries(
        AlphaSpending.obrienFlemingType, level: level.alpha, sides: .two, schedule: schedule)
    case .pocockType:
      return try GroupSequentialBoundaries(
        AlphaSpending.pocockType, level: level.alpha, sides: .two, schedule: schedule)
    case .confidenceSequence:
      let end = try ConfidenceSequence.bestRelativeRho(alpha: level.alpha)
      let bounds = schedule.fractions.map { fraction -> Double? in
        let bound = ConfidenceSequence.bound(intrinsicTime: fraction * end, alpha: level.alpha)
        return bound < Continuation.farthest ? bound : nil
      }
      return try GroupSequentialBoundaries(bounds: bounds, sides: .two, schedule: schedule)
    }
  }
}
