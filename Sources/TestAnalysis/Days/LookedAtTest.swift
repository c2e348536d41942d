public import GSLNumerics
public import Inference

/// How the comparisons of a test that is looked at while it runs share its level, and the installs planned for it.
///
/// What reads a real test and what plans one ask here, so that both decide by the same bounds.
public struct LookedAtTest: Sendable {
  /// The installs of all options together.
  private let planned: Int
  /// How these are split, one share for each option, in any unit.
  private let shares: [Double]
  /// Of all comparisons together, however p-values are adjusted.
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

  private func installs(_ option: Int) -> Int {
    max(1, Int((Double(planned) * shares[option] / shares.reduce(0, +)).rounded()))
  }

  /// What is fixed of one comparison before its first look, with looks that are planned.
  ///
  /// - Throws: `NumericsError.outOfDomain` for more installs than the statistics are tested for.
  public func plan(
    arm: Int, baseline: Int
  ) throws(NumericsError) -> GroupSequentialPlan {
    try GroupSequentialPlan(
      level: level, comparisons: shares.count - 1, plannedArm: installs(arm),
      plannedBaseline: installs(baseline))
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
