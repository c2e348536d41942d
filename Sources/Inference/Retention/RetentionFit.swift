import Foundation
public import GSLNumerics

/// The four retention figures that product people know, as targets or as fitted.
public struct RetentionFigures: Equatable, Sendable {
  /// The share of installs with a session in [1, 2) days after the install.
  public let d1: Double
  /// The share of installs with a session in [7, 8) days.
  public let d7: Double
  /// The share of installs with a session in [30, 31) days.
  public let d30: Double
  /// Mean sessions on a day that has one, over days 1 to 30.
  public let sessionsPerActiveDay: Double

  /// The four figures as they are; ``fitRetention(d1:d7:d30:sessionsPerActiveDay:)`` checks
  /// targets.
  public init(d1: Double, d7: Double, d30: Double, sessionsPerActiveDay: Double) {
    self.d1 = d1
    self.d7 = d7
    self.d30 = d30
    self.sessionsPerActiveDay = sessionsPerActiveDay
  }

  /// The figures of a curve.
  public init(of curve: RetentionCurve) {
    self.init(
      d1: curve.retention(onDay: 1), d7: curve.retention(onDay: 7), d30: curve.retention(onDay: 30),
      sessionsPerActiveDay: curve.sessionsPerActiveDay())
  }

  /// ln(these/others), figure by figure, in the order of the properties.
  func logRatios(to others: RetentionFigures) -> SIMD4<Double> { logs - others.logs }

  /// The natural logarithms, in the order of the properties.
  var logs: SIMD4<Double> { SIMD4(log(d1), log(d7), log(d30), log(sessionsPerActiveDay)) }
}

/// The visit pattern whose retention comes nearest to four targets.
public struct RetentionFit: Equatable, Sendable {
  /// How far a figure may be off and still count as met (the model page's 2%).
  public static let near = 0.02
  /// How far a figure may be off before the fit is refused (the model page's 20%).
  public static let most = 0.2

  /// How near the fit comes.
  public enum Agreement: Equatable, Sendable {
    /// Every figure is met within ``RetentionFit/near``.
    case met
    /// The worst figure is off by more, worth a warning that shows target and fit.
    case loose
    /// The worst figure is off by more than ``RetentionFit/most``: no visit pattern of this kind has these figures.
    case missed
  }

  /// The pattern to use, parameters rounded to six significant digits.
  public let pattern: VisitPattern
  /// What was asked for.
  public let targets: RetentionFigures
  /// What the rounded parameters give.
  public let fitted: RetentionFigures

  /// The largest of fitted/target and target/fitted over the four figures; 1 is perfect.
  public var worstRatio: Double { exp(fitted.logRatios(to: targets).largest) }

  /// How near the worst figure comes.
  public var agreement: Agreement {
    switch worstRatio {
    case ...(1 + Self.near): .met
    case ...(1 + Self.most): .loose
    case _: .missed
    }
  }
}

/// Why retention targets cannot be fitted at all.
public enum RetentionFitError: Error, Equatable, Sendable {
  /// The named target (`d1`, `d7`, `d30`) is not strictly between 0 and 1.
  case notAShare(target: String, value: Double)
  /// Fewer than one session, or more than 1,000, on a day that has one.
  case sessionsPerActiveDayOutOfRange(value: Double)
  /// The later target is above the earlier one; people do not come back from leaving.
  case rising(earlier: String, earlierValue: Double, later: String, laterValue: Double)
  /// The search itself failed.
  case numerics(NumericsError)
}

extension RetentionFitError: CustomStringConvertible {
  /// What is wrong with the figures, or with the search.
  public var description: String {
    switch self {
    case .notAShare(let target, let value):
      "'\(target)' must be a number strictly between 0 and 1, not \(value)"
    case .sessionsPerActiveDayOutOfRange(let value):
      "'sessions_per_active_day' must be a number from 1 to 1000, not \(value)"
    case .rising(let earlier, let earlierValue, let later, let laterValue):
      "'\(later)' must not be above '\(earlier)': \(laterValue) is above \(earlierValue)"
    case .numerics(let error): "the search failed: \(error)"
    }
  }
}

/// Fits λ ~ Gamma(shape, rate) and p ~ Beta(a, b) to classic retention on days 1, 7 and 30 and to
/// sessions per active day.
///
/// Finds the global minimum of the sum of squared log-ratios of the four fitted figures to their
/// targets, equally weighted, over the four log-parameters in [−6, 6]. Every start is run: the centre and
/// the corners of the box, and points with the rate near its lower end and b near 1 (``RetentionSearch``).
/// Where two patterns that meet all four figures are found, the one with the larger share of installs that never come
/// back is used. Deterministic; about 20 ms.
/// - Parameters:
///   - d1: share of installs with a session in [1, 2) days after the install.
///   - d7: the same for [7, 8) days.
///   - d30: the same for [30, 31) days.
///   - sessionsPerActiveDay: mean sessions on a day that has one, over days 1 to 30, from 1 to 1,000.
/// - Throws: `RetentionFitError`. A poor fit is not thrown: see
///   ``RetentionFit/agreement-swift.property``.
public func fitRetention(
  d1: Double, d7: Double, d30: Double, sessionsPerActiveDay: Double
) throws(RetentionFitError) -> RetentionFit {
  let targets = RetentionFigures(d1: d1, d7: d7, d30: d30, sessionsPerActiveDay: sessionsPerActiveDay)
  try requireFittable(targets)
  do throws(NumericsError) {
    let point = try RetentionSearch(lnTargets: targets.logs).solution()
    let pattern = VisitPattern(
      shape: sixSignificantDigits(exp(point[0])), rate: sixSignificantDigits(exp(point[1])),
      a: sixSignificantDigits(exp(point[2])), b: sixSignificantDigits(exp(point[3])))
    return RetentionFit(
      pattern: pattern, targets: targets, fitted: RetentionFigures(of: try RetentionCurve(of: pattern)))
  } catch {
    throw .numerics(error)
  }
}

private func requireShare(_ value: Double, _ target: String) throws(RetentionFitError) {
  guard value > 0, value < 1 else { throw .notAShare(target: target, value: value) }
}

private func requireFittable(_ targets: RetentionFigures) throws(RetentionFitError) {
  let shares = [("d1", targets.d1), ("d7", targets.d7), ("d30", targets.d30)]
  for (target, value) in shares { try requireShare(value, target) }
  let sessions = targets.sessionsPerActiveDay
  guard sessions >= 1, sessions <= 1000 else {
    throw .sessionsPerActiveDayOutOfRange(value: sessions)
  }
  for (earlier, later) in zip(shares, shares.dropFirst()) where later.1 > earlier.1 {
    throw .rising(
      earlier: earlier.0, earlierValue: earlier.1, later: later.0, laterValue: later.1)
  }
}

/// The value as six significant decimal digits would be read back.
private func sixSignificantDigits(_ value: Double) -> Double {
  Double(String(format: "%.6g", value)) ?? value
}
