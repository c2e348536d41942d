import Foundation
public import GSLNumerics

/// Intervals for the difference of two arms that may be read after every install.
///
/// The asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy & Ramdas 2024 (Annals of
/// Statistics 52, theorem 2.2): with t installs in the two arms together, their difference d and its
/// variance v̂, the interval is
///
///     d ± √v̂ · √( 2 (tρ² + 1)/(tρ²) · ln( √(tρ² + 1)/α ) )
///
/// and the chance that *any* of them misses the truth is at most α in large samples, however often and for whatever
/// reason one looks; it is wider than an interval for one look, which is the price. The installs are those of age d or
/// more (matured), assigned to the two arms in a fixed ratio. ρ is fixed beforehand and makes the interval narrowest at a
/// planned size; choosing it by what the data show would void the promise. The variance of a proportion is taken at
/// (x + 1)/(n + 2), so that a run of equal answers does not make it 0. Before ``fewestInstalls`` installs and
/// ``fewestEvents`` events of either kind in each arm there is no interval, as the arms must be nearly normal by then. α is
/// divided by the number of comparisons to the baseline (Bonferroni).
public struct ConfidenceSequence: Hashable, Sendable {
  /// The fewest installs an arm needs before there is an interval.
  public static let fewestInstalls = 100
  /// The fewest people of an arm who did, and who did not, do what is counted.
  public static let fewestEvents = 10

  /// The level of each comparison: α divided by their number.
  public let level: ConfidenceLevel
  /// The tuning parameter squared, per install.
  public let rhoSquared: Double

  /// - Parameters:
  ///   - plannedInstalls: the installs of the two arms together that the test is planned for, 1 to
  ///     2·10⁹; fixed before the first look.
  ///   - level: how often all comparisons, at all looks, are to hold together.
  ///   - comparisons: how many arms are compared to the baseline, at least 1.
  /// - Throws: `NumericsError.outOfDomain` for another plan.
  public init(
    plannedInstalls: Int, level: ConfidenceLevel, comparisons: Int = 1
  ) throws(NumericsError) {
    guard (1...2 * ObservedCount.largest).contains(plannedInstalls) else {
      throw .outOfDomain(
        argument: "plannedInstalls", value: Double(plannedInstalls), expected: "from 1 to 2e9")
    }
    self.level = level.simultaneous(over: comparisons)
    rhoSquared = try Self.bestRelativeRho(alpha: self.level.alpha) / Double(plannedInstalls)
  }

  /// The interval for the difference of two proportions, arm minus baseline, within [−1, 1].
  ///
  /// - Returns: `nil` before the burn-in is over.
  public func interval(arm: ObservedCount, baseline: ObservedCount) -> Interval? {
    let isBurnIn = [arm, baseline].contains {
      $0.n < Self.fewestInstalls || min($0.x, $0.n - $0.x) < Self.fewestEvents
    }
    guard !isBurnIn, let difference = TwoArms(arm, against: baseline).difference else { return nil }
    return interval(
      around: difference, variance: Self.smoothedVariance(arm) + Self.smoothedVariance(baseline),
      installs: Double(arm.n) + Double(baseline.n)
    ).clamped(to: -1...1)
  }

  /// The interval for the difference of two means, arm minus baseline.
  ///
  /// - Returns: `nil` before each arm has ``fewestInstalls`` installs and some spread.
  public func interval(arm: SampleMoments, baseline: SampleMoments) -> Interval? {
    let isBurnIn = [arm, baseline].contains { $0.count < Self.fewestInstalls || !($0.varianceOfMean > 0) }
    guard !isBurnIn else { return nil }
    return interval(
      around: arm.mean - baseline.mean, variance: arm.varianceOfMean + baseline.varianceOfMean,
      installs: Double(arm.count) + Double(baseline.count))
  }

  private func interval(around difference: Double, variance: Double, installs: Double) -> Interval {
    let margin = Self.bound(intrinsicTime: installs * rhoSquared, alpha: level.alpha) * variance.squareRoot()
    return Interval(lower: difference - margin, upper: difference + margin)
  }

  /// The variance of a proportion at (x + 1)/(n + 2).
  private static func smoothedVariance(_ count: ObservedCount) -> Double {
    let n = Double(count.n)
    let rate = (Double(count.x) + 1) / (n + 2)
    return rate * (1 - rate) / n
  }

  /// The score bound at tρ² = `intrinsicTime`.
  static func bound(intrinsicTime time: Double, alpha: Double) -> Double {
    ((time + 1) / time * (log1p(time) - 2 * log(alpha))).squareRoot()
  }

  /// nρ² for the ρ that makes the interval narrowest at n: the x with x = ln(x + 1) − 2 ln α.
  ///
  /// Setting the derivative of the margin to 0 gives it; −W₋₁(−α²/e) − 1 in the paper's notation.
  static func bestRelativeRho(alpha: Double) throws(NumericsError) -> Double {
    let evidence = -2 * log(alpha)
    return try root(from: evidence, to: 2 * evidence + 2, absoluteTolerance: 1e-13) {
      $0 - log1p($0) - evidence
    }
  }
}
