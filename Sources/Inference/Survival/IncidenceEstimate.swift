import Foundation
public import GSLNumerics

/// One of the two decisions that compete: an install takes one of them, once.
public enum PermissionDecision: String, CaseIterable, Hashable, Sendable {
  /// Permission was allowed.
  case allowed
  /// Permission was denied.
  case denied
}

/// The share of installs that have taken a decision by a day, with those not followed so far allowed for.
///
/// The Aalen–Johansen estimator: Σ S(t−) d/n over the times up to the day, where n are the installs still
/// followed and undecided, d of them take this decision, and S is the share of undecided. The variance is
/// of Greenwood's type, the delta method on the multinomial of each time (Dinse & Larson 1986; Gaynor et
/// al. 1993), and is F(1 − F)/n exactly where everybody is followed to the day.
public struct IncidenceEstimate: Hashable, Sendable {
  /// Which decision.
  public let decision: PermissionDecision
  /// By which day since the install, that day included.
  public let day: Double
  /// The estimated share, in [0, 1].
  public let probability: Double
  /// Its standard error; 0 where nobody or everybody decided so.
  public let standardError: Double
  /// The estimated share that has decided neither way.
  public let undecidedShare: Double
  /// How many installs are still followed and undecided after the day.
  public let stillFollowed: Int

  /// The interval by the complementary log–log: symmetric in ln(−ln(1 − F)), so within (0, 1).
  ///
  /// - Returns: `nil` where the standard error is 0: nobody or everybody decided so, and the transform
  ///   has no value.
  /// - Throws: `NumericsError.outOfDomain` for a level the normal quantile refuses.
  public func interval(_ level: ConfidenceLevel) throws(NumericsError) -> ConfidenceInterval? {
    guard let transformed else { return nil }
    let reach = try level.deviate() * transformed.standardError
    return ConfidenceInterval(
      lower: -expm1(-exp(transformed.value - reach)), upper: -expm1(-exp(transformed.value + reach)),
      level: level)
  }

  /// ln(−ln(1 − F)) and its standard error by the delta method; `nil` without one.
  var transformed: (value: Double, standardError: Double)? {
    guard standardError > 0, probability > 0, probability < 1 else { return nil }
    let hazard = -log1p(-probability)
    return (log(hazard), standardError / ((1 - probability) * hazard))
  }
}

extension DecisionTimes {
  /// The share of installs that have taken a decision by each of some days.
  ///
  /// One pass, whatever the number of days.
  /// - Parameters:
  ///   - decision: which.
  ///   - days: in any order, each at least 0.
  /// - Returns: an estimate per day, in the order asked; `nil` where there are no installs, or where the
  ///   last of them was lost from sight undecided before the day: the data say nothing about it.
  public func incidence(of decision: PermissionDecision, at days: [Double]) -> [IncidenceEstimate?] {
    var estimates: [IncidenceEstimate?] = days.map { _ in nil }
    let ordered = days.indices.filter { days[$0] >= 0 }.sorted { days[$0] < days[$1] }
    var pending = ordered[...]
    var recursion = IncidenceRecursion(installs: installs)
    for moment in moments {
      while let position = pending.first, days[position] < moment.time {
        estimates[position] = recursion.estimate(decision, day: days[position])
        pending.removeFirst()
      }
      recursion.pass(moment, decision)
    }
    guard let last = moments.last else { return estimates }
    for position in pending where days[position] == last.time || recursion.undecided == 0 {
      estimates[position] = recursion.estimate(decision, day: days[position])
    }
    return estimates
  }

  /// The share of installs that have taken a decision by a day; see ``incidence(of:at:)-days``.
  public func incidence(of decision: PermissionDecision, by day: Double) -> IncidenceEstimate? {
    incidence(of: decision, at: [day])[0]
  }
}

/// The estimate and its covariance with the undecided share, carried from one time to the next.
///
/// With q the share of those at risk who decide at all and p the share who decide this way,
/// F ← F + S p and S ← S (1 − q); the variances follow by the delta method from those of p and q,
/// multinomial given who is at risk. Nothing divides by what can be 0.
private struct IncidenceRecursion {
  private var atRisk: Int
  private var incidence = 0.0
  private(set) var undecided = 1.0
  private var variance = 0.0
  private var covariance = 0.0
  private var undecidedVariance = 0.0

  init(installs: Int) { atRisk = installs }

  mutating func pass(_ moment: DecisionTimes.Moment, _ decision: PermissionDecision) {
    let thisWay =
      switch decision {
      case .allowed: moment.allowed
      case .denied: moment.denied
      }
    let deciding = moment.allowed + moment.denied
    if deciding > 0 {
      let n = Double(atRisk)
      let p = Double(thisWay) / n
      let q = Double(deciding) / n
      let square = undecided * undecided / n
      variance += 2 * p * covariance + p * p * undecidedVariance + square * p * (1 - p)
      covariance = (1 - q) * (covariance + p * undecidedVariance) - square * p * (1 - q)
      undecidedVariance = (1 - q) * (1 - q) * undecidedVariance + square * q * (1 - q)
      incidence += undecided * p
      undecided *= 1 - q
    }
    atRisk -= moment.leaving
  }

  func estimate(_ decision: PermissionDecision, day: Double) -> IncidenceEstimate {
    IncidenceEstimate(
      decision: decision, day: day, probability: min(1, incidence),
      // Rounding alone can take a variance that is 0 below it.
      standardError: max(0, variance).squareRoot(), undecidedShare: undecided, stillFollowed: atRisk)
  }
}
