import Foundation
public import GSLNumerics

extension TestPlan {
  /// A size, and the power that a test of it has by the formula.
  public struct SizePower: Hashable, Sendable {
    /// Installs of all arms together.
    public let total: Int
    /// The smallest of the powers, or that of all comparisons together where that is asked for.
    public let power: Double

    /// The parts, unchanged.
    package init(total: Int, power: Double) {
      self.total = total
      self.power = power
    }
  }

  /// Sizes from an eighth of the planned one to four times it, for a curve; the smallest first.
  ///
  /// - Throws: `NumericsError` never, for a plan that was made.
  public func powerCurve() throws(NumericsError) -> [SizePower] {
    var found: [SizePower] = []
    for step in -12...8 {
      // Each the fourth root of 2 times the one before.
      let total = step == 0 ? answer.total : Int((Double(answer.total) * pow(2, Double(step) / 4)).rounded())
      guard total >= design.allocation.count, found.last.map({ $0.total < total }) ?? true else { continue }
      let installs = Double(total)
      let all =
        design.mustShowAll ? try design.jointPower(installs: installs, shares: shares)?.all : nil
      let least = try design.powers(installs: installs, shares: shares).min()
      found.append(SizePower(total: total, power: all ?? least ?? 0))
    }
    return found
  }
}
