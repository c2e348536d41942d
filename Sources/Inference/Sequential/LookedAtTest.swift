public import GSLNumerics

/// How the comparisons of a test that is looked at while it runs share its level, and the installs planned for it, all
/// fixed before the first look.
///
/// What reads a real test and what plans one ask here, so that both decide by the same bounds.
public struct LookedAtTest: Sendable {
  private let planned: Int
  private let shares: [Double]
  private let level: ConfidenceLevel

  /// - Parameters:
  ///   - planned: the installs of all options together that the test is planned for, at least 1.
  ///   - shares: how these are split, one for each option, in any unit.
  ///   - level: how often no look at any comparison is to find a difference that is not there.
  public init(planned: Int, shares: [Double], level: ConfidenceLevel) {
    self.planned = planned
    self.shares = shares
    self.level = level
  }

  /// The two-sided level of each comparison to the baseline: α divided by their number.
  var comparisonLevel: ConfidenceLevel { level.simultaneous(over: shares.count - 1) }

  /// The share of the planned information that the installs of two options hold, at most 1.
  ///
  /// Information on a difference goes with n₁n₂/(n₁ + n₂), so an uneven split counts for less.
  func fraction(_ installs: (arm: Int, baseline: Int), of arm: Int, and baseline: Int) -> Double {
    func harmonic(_ first: Int, _ second: Int) -> Double {
      let sum = Double(first) + Double(second)
      return sum > 0 ? Double(first) / sum * Double(second) : 0
    }
    let whole = [arm, baseline].map {
      max(1, Int((Double(planned) * shares[$0] / shares.reduce(0, +)).rounded()))
    }
    return min(1, harmonic(installs.arm, installs.baseline) / harmonic(whole[0], whole[1]))
  }

  /// What gives intervals that hold at every look, for some comparisons together.
  ///
  /// - Parameter comparisons: how many there are; `nil` for all of the test.
  /// - Throws: `NumericsError.outOfDomain` for more installs than the statistics are tested for.
  public func sequence(comparisons: Int? = nil) throws(NumericsError) -> ConfidenceSequence {
    // What is planned for all options is shared; the sequence compares two of them.
    try ConfidenceSequence(
      plannedInstalls: max(1, planned * 2 / shares.count), level: level,
      comparisons: comparisons ?? shares.count - 1)
  }
}
