public import GSLNumerics

/// How often an interval is to hold the truth, as 1 − α with α kept exactly.
public struct ConfidenceLevel: Hashable, Sendable {
  /// The share of intervals allowed to miss, α, in (0, 1).
  public let alpha: Double

  /// The level itself, 1 − α.
  public var value: Double { 1 - alpha }

  /// 0.95, the level everywhere nobody says otherwise.
  public static let ninetyFive = ConfidenceLevel(alpha: 1 - 0.95)

  /// - Parameter value: the level, 0.5 to 0.9999, the range the intervals are tested over.
  /// - Throws: `NumericsError.outOfDomain` outside of it.
  public init(_ value: Double) throws(NumericsError) {
    guard value >= 0.5, value <= 0.9999 else {
      throw .outOfDomain(argument: "confidence", value: value, expected: "from 0.5 to 0.9999")
    }
    alpha = 1 - value
  }

  private init(alpha: Double) {
    self.alpha = alpha
  }

  /// The level whose normal deviate, exceeded in either direction with probability α, is this one.
  init(deviate: Double) { alpha = StandardNormal.bothTails(deviate) }

  /// The level of each of several intervals that are to hold *together* at this level: 1 − α/k.
  ///
  /// Bonferroni's: valid whatever the dependence between them, and for every method alike.
  /// - Parameter comparisons: how many intervals, k; below 2 the level is left as it is.
  public func simultaneous(over comparisons: Int) -> ConfidenceLevel {
    ConfidenceLevel(alpha: alpha / Double(max(1, comparisons)))
  }

  /// The two-sided level whose ends are each a one-sided test at α: 1 − 2α, not below 0.
  ///
  /// Two one-sided tests at α show equivalence exactly where this interval lies inside the margin.
  public var ofTwoOneSidedTests: ConfidenceLevel { ConfidenceLevel(alpha: min(2 * alpha, 1)) }

  /// The normal deviate exceeded in either direction with probability α.
  func deviate() throws(NumericsError) -> Double {
    alpha < 1 ? -(try StandardNormal.quantile(alpha / 2)) : 0
  }
}

extension ConfidenceLevel: Encodable {
  /// The level itself, such as 0.95.
  public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}
