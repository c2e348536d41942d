import Foundation
public import GSLNumerics

/// How much of a test's false positives may be used up by a share of its information.
///
/// Lan & DeMets 1983: with the share t of the information in hand, a one-sided test at level α has
/// spent α*(t), whatever the number and the timing of the looks so far. α*(0) = 0 and α*(1) = α.
/// Two-sided tests spend α/2 on each side by the same function (see ``TestSides/two``).
public enum AlphaSpending: String, CaseIterable, Hashable, Sendable {
  /// α*(t) = 2 − 2Φ(z₁₋α⸝₂ / √t): hardly anything early, so the last look costs little.
  ///
  /// Its boundaries resemble those of O'Brien & Fleming 1979. For a two-sided 5% test each side has
  /// α = 0.025, and z is 2.2414.
  case obrienFlemingType
  /// α*(t) = α ln(1 + (e − 1)t): nearly evenly, so stopping early is easy and the last look is dear.
  ///
  /// Its boundaries resemble those of Pocock 1977.
  case pocockType

  /// What one boundary of level `level` has spent when a share `fraction` of the information is in.
  ///
  /// - Parameters:
  ///   - fraction: t, in (0, 1].
  ///   - level: α of the one boundary, in (0, 1).
  /// - Throws: `NumericsError.outOfDomain` outside of these.
  public func spent(at fraction: Double, level: Double) throws(NumericsError) -> Double {
    guard fraction > 0, fraction <= 1 else {
      throw .outOfDomain(argument: "fraction", value: fraction, expected: "above 0 and at most 1")
    }
    guard level > 0, level < 1 else {
      throw .outOfDomain(argument: "level", value: level, expected: "above 0 and below 1")
    }
    if fraction == 1 { return level }
    switch self {
    case .obrienFlemingType:
      return 2 * normalUpperTail(-(try StandardNormal.quantile(level / 2)) / fraction.squareRoot())
    case .pocockType:
      return level * log1p((M_E - 1) * fraction)
    }
  }
}
