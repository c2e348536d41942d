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
  func logRatios(to others: RetentionFigures) -> [Double] {
    [
      log(d1 / others.d1), log(d7 / others.d7), log(d30 / others.d30),
      log(sessionsPerActiveDay / others.sessionsPerActiveDay),
    ]
  }
}

/// The session rate and leaving laws whose retention comes nearest to four targets.
public struct RetentionFit: Equatable, Sendable {
  /// How near the fit comes; the bounds are those of the model page, 2 % and 20 %.
  public enum Agreement: Equatable, Sendable {
    /// Every figure is met within 2 %.
    case met
    /// The worst figure is off by more than 2 %, worth a warning that shows target and fit.
    case loose
    /// The worst figure is off by more than 20 %: no life of this kind has these figures.
    case missed
  }

  /// The shape of λ ~ Gamma, six significant digits.
  public let shape: Double
  /// The rate of λ ~ Gamma in days, six significant digits.
  public let rate: Double
  /// The first parameter of p ~ Beta, six significant digits.
  public let a: Double
  /// The second parameter of p ~ Beta, six significant digits.
  public let b: Double
  /// What was asked for.
  public let targets: RetentionFigures
  /// What the rounded parameters give.
  public let fitted: RetentionFigures

  /// The largest of fitted/target and target/fitted over the four figures; 1 is perfect.
  public var worstRatio: Double {
    exp(fitted.logRatios(to: targets).map { abs($0) }.reduce(0, max))
  }

  /// How near the worst figure comes.
  public var agreement: Agreement {
    switch worstRatio {
    case ...1.02: .met
    case ...1.2: .loose
    case _: .missed
    }
  }
}

/// Why four retention targets cannot be fitted at all.
public enum RetentionFitError: Error, Equatable, Sendable {
  /// The named target (`d1`, `d7`, `d30`) is not strictly between 0 and 1.
  case notAShare(target: String, value: Double)
  /// Fewer than one session, or no finite number of them, on a day that has one.
  case sessionsPerActiveDayBelowOne(value: Double)
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
    case .sessionsPerActiveDayBelowOne(let value):
      "'sessions_per_active_day' must be a finite number of at least 1, not \(value)"
    case .rising(let earlier, let earlierValue, let later, let laterValue):
      "'\(later)' must not be above '\(earlier)': \(laterValue) is above \(earlierValue)"
    case .numerics(let error): "the search failed: \(error)"
    }
  }
}

/// Fits λ ~ Gamma(shape, rate) and p ~ Beta(a, b) to classic retention on days 1, 7 and 30 and to
/// sessions per active day.
///
/// Minimises the sum of squared log-ratios of the four fitted figures to their targets, equally
/// weighted, over the four log-parameters in [−6, 6]. The starts are the six best points of the
/// grid {−3, −1, 1, 3}⁴, in order of their value; the search stops at the first that meets all four
/// figures to about one part in a hundred million, or once two starts agree on the best. For
/// figures that a life of this kind can have, every start tried by an independent least-squares fit
/// ended at the same four parameters, so the starts are a precaution. Deterministic.
/// - Parameters:
///   - d1: share of installs with a session in [1, 2) days after the install.
///   - d7: the same for [7, 8) days.
///   - d30: the same for [30, 31) days.
///   - sessionsPerActiveDay: mean sessions on a day that has one, over days 1 to 30, at least 1.
/// - Throws: `RetentionFitError`. A poor fit is not thrown: see
///   ``RetentionFit/agreement-swift.property``.
public func fitRetention(
  d1: Double, d7: Double, d30: Double, sessionsPerActiveDay: Double
) throws(RetentionFitError) -> RetentionFit {
  let targets = RetentionFigures(d1: d1, d7: d7, d30: d30, sessionsPerActiveDay: sessionsPerActiveDay)
  try requireFittable(targets)
  do throws(NumericsError) {
    func misfit(_ lnParameters: [Double]) -> Double {
      // Outside the box: the value at its edge, and a wall that points back in.
      let inside = lnParameters.map { min(6, max(-6, $0)) }
      let outside = zip(lnParameters, inside).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
      return squaredLogRatios(inside.map { exp($0) }, targets) + outside
    }
    let found = try minimum(
      startingAt: retentionStarts(misfit), step: 0.5, tolerance: 1e-7, goodEnough: 1e-16,
      confirmations: 2, of: misfit)
    let parameters = found.point.map { sixSignificantDigits(exp(min(6, max(-6, $0)))) }
    let curve = try retentionCurve(parameters)
    return RetentionFit(
      shape: parameters[0], rate: parameters[1], a: parameters[2], b: parameters[3],
      targets: targets, fitted: RetentionFigures(of: curve))
  } catch {
    throw .numerics(error)
  }
}

private func requireFittable(_ targets: RetentionFigures) throws(RetentionFitError) {
  let shares = [("d1", targets.d1), ("d7", targets.d7), ("d30", targets.d30)]
  for (target, value) in shares {
    guard value > 0, value < 1 else { throw .notAShare(target: target, value: value) }
  }
  let sessions = targets.sessionsPerActiveDay
  guard sessions >= 1, sessions.isFinite else {
    throw .sessionsPerActiveDayBelowOne(value: sessions)
  }
  for (earlier, later) in zip(shares, shares.dropFirst()) where later.1 > earlier.1 {
    throw .rising(
      earlier: earlier.0, earlierValue: earlier.1, later: later.0, laterValue: later.1)
  }
}

private func retentionCurve(_ parameters: [Double]) throws(NumericsError) -> RetentionCurve {
  try RetentionCurve(
    rate: .gamma(shape: parameters[0], rate: parameters[1]),
    leaving: .beta(a: parameters[2], b: parameters[3]))
}

/// The sum of squared log-ratios, or infinity where a figure underflows.
private func squaredLogRatios(_ parameters: [Double], _ targets: RetentionFigures) -> Double {
  guard let curve = try? retentionCurve(parameters) else { return .infinity }
  return RetentionFigures(of: curve).logRatios(to: targets).reduce(0) { $0 + $1 * $1 }
}

/// The six points of the grid {−3, −1, 1, 3}⁴ with the smallest misfit, best first.
private func retentionStarts(_ misfit: ([Double]) -> Double) -> [[Double]] {
  let levels: [Double] = [-3, -1, 1, 3]
  var grid: [(point: [Double], value: Double)] = []
  for shape in levels {
    for rate in levels {
      for a in levels {
        for b in levels {
          let point = [shape, rate, a, b]
          let value = misfit(point)
          if value.isFinite { grid.append((point, value)) }
        }
      }
    }
  }
  // Stable order for ties: by position in the grid.
  let ranked = grid.enumerated().sorted {
    ($0.element.value, $0.offset) < ($1.element.value, $1.offset)
  }
  return ranked.prefix(6).map(\.element.point)
}

/// The value as six significant decimal digits would be read back.
private func sixSignificantDigits(_ value: Double) -> Double {
  Double(String(format: "%.6g", value)) ?? value
}
