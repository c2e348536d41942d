public import ExperimentDesign
import Foundation
public import GSLNumerics

/// Retention and sessions per day of the undisturbed life, that is, without any prompt.
///
/// Session 1 is at day 0. After every session the person leaves for good with probability p, otherwise the next session
/// starts Exponential(λ) days later. With λ ~ Gamma and p ~ Beta this is the MBG/NBD model (Batislam, Denizel &
/// Filiztekin 2007), in which the first session can be the last. The figures are integrals over p by a Gauss–Jacobi rule;
/// the integral over λ is closed. For lives that apps have the relative error is below 1e-6.
public struct RetentionCurve: Sendable {
  private let rate: VisitModel.Rate<Double>
  /// The probabilities of leaving that stand for all, and what each counts for, the factor 1 − p included.
  private let leaving: [(probability: Double, weight: Double)]

  private static let nodes = 96

  /// - Throws: `NumericsError.outOfDomain` for parameters outside the ranges of the two distributions.
  public init(
    rate: VisitModel.Rate<Double>, leaving: VisitModel.Leaving<Double>
  ) throws(NumericsError) {
    switch rate {
    case .constant(let perDay): try requirePositive(perDay, "rate")
    case .gamma(let shape, let rate):
      try requirePositive(shape, "shape")
      try requirePositive(rate, "rate")
    }
    self.rate = rate
    switch leaving {
    case .constant(let probability):
      guard probability >= 0, probability <= 1 else {
        throw .outOfDomain(argument: "leave", value: probability, expected: "between 0 and 1")
      }
      self.leaving = [(probability, 1 - probability)]
    case .beta(let a, let b):
      try requirePositive(a, "a")
      try requirePositive(b, "b")
      let rule = try BetaRule(count: Self.nodes, a: a, b: b + 1)
      let staying = b / (a + b)
      self.leaving = zip(rule.points, rule.weights).map { ($0, staying * $1) }
    }
  }

  /// D(n): the share of installs with a session in [n, n + 1) days after the install, n at least 1.
  public func retention(onDay day: Int) -> Double {
    let start = Double(day)
    return mean { survival($0 * start) - survival($0 * start + 1) }
  }

  /// The mean number of sessions per install that start after `start` and by `end` days, 0 ≤ start
  /// ≤ end.
  ///
  /// The install session at day 0 itself is not counted.
  public func meanSessions(from start: Double, to end: Double) -> Double {
    mean { sessions(leaving: $0, from: start, to: end) }
  }

  /// Σ S(n) / Σ D(n) over n = 1 … `lastDay`, with S(n) the mean number of sessions per install in [n, n + 1) days after the
  /// install: the mean number of sessions on a day that has one.
  public func sessionsPerActiveDay(through lastDay: Int = 30) -> Double {
    let activeDays = (1...lastDay).reduce(0) { $0 + retention(onDay: $1) }
    // The sum of S telescopes.
    return meanSessions(from: 1, to: Double(lastDay + 1)) / activeDays
  }

  /// The share of installs without a second session within `days` of the install.
  public func neverBack(within days: Double) -> Double {
    1 - mean { _ in 1 } * (1 - survival(days))
  }

  /// E[(1 − p)·h(p)].
  private func mean(_ h: (Double) -> Double) -> Double {
    leaving.reduce(0) { $0 + $1.weight * h($1.probability) }
  }

  /// E[exp(−λx)] over the distribution of λ.
  private func survival(_ x: Double) -> Double {
    switch rate {
    case .constant(let perDay): exp(-perDay * x)
    case .gamma(let shape, let rate): exp(-shape * log1p(x / rate))
    }
  }

  /// (E[exp(−λps)] − E[exp(−λpe)])/p without cancellation for small p.
  private func sessions(leaving: Double, from start: Double, to end: Double) -> Double {
    switch rate {
    case .constant(let perDay):
      guard leaving > 0 else { return perDay * (end - start) }
      return survival(leaving * start) * -expm1(-perDay * leaving * (end - start)) / leaving
    case .gamma(let shape, let rate):
      guard leaving > 0 else { return shape / rate * (end - start) }
      let growth = leaving * (end - start) / (rate + leaving * start)
      return survival(leaving * start) * -expm1(-shape * log1p(growth)) / leaving
    }
  }
}
