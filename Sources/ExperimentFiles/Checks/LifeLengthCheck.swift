import ExperimentDesign
import Foundation

extension SegmentDecoder {
  /// Refuses rates at which more than one life in a million million has more sessions than sums can count.
  ///
  /// Where somebody comes back more often all the same, a run ends with an error. Visits that are fitted to retention
  /// are checked once they are.
  mutating func checkLives(_ visits: VisitModel, _ reader: SectionReader) {
    guard visits.fittedTo == nil, visits.hasOverlongLives(horizonDays: horizonDays) else { return }
    problems.error(lifePoint(reader), overlongLives(horizonDays))
  }

  /// Where too many sessions per install are reported.
  func lifePoint(_ reader: SectionReader) -> SourcePoint {
    let sessions = reader.optionalSection("sessions")?.node
    return sessions?["rate"]?.point ?? reader.optionalSection("retention")?.node.point ?? reader.node.point
  }
}

func overlongLives(_ horizonDays: Double) -> String {
  "expected at most \(TallyLimits.sessionsOfALife) sessions per install, found rates at which more than one "
    + "install in 10^12 has more in \(horizonDays.shortText) days. Lower the rate or its spread, or "
    + "shorten 'horizon_days'"
}

extension VisitModel {
  /// Whether more than one life in a million million has more sessions than sums can count.
  func hasOverlongLives(horizonDays: Double) -> Bool {
    guard let logChance = logChanceOfOverlongLife(horizonDays: horizonDays) else { return false }
    return logChance > log(1e-12)
  }

  /// An upper bound of the logarithm of the chance that a life is longer than a tally counts.
  ///
  /// Of a gamma rate by Chernoff's bound, ln P(X > x) ≤ k·(1 + ln(x/kθ)) − x/θ for x above the mean kθ;
  /// times the chance not to leave after any of these sessions. Numbers that are not known are taken
  /// at their far ends.
  ///
  /// - Returns: `nil` where a joint distribution sets one of them.
  func logChanceOfOverlongLife(horizonDays: Double) -> Double? {
    let longest = Double(TallyLimits.sessionsOfALife)
    // The sessions of a given rate scatter by their square root.
    let most = longest - 10 * longest.squareRoot()
    let tail: Double
    switch rate {
    case .constant(let rate):
      guard let rate = rate.farEnd(.high) else { return nil }
      tail = rate * horizonDays > most ? 0 : -.infinity
    case .gamma(let shape, let rate):
      guard let shape = shape.farEnd(.high), let rate = rate.farEnd(.low) else { return nil }
      let scale = horizonDays / rate
      let mean = shape * scale
      tail = most > mean ? shape * (1 + log(most / mean)) - most / scale : 0
    }
    guard tail > -.infinity, let stay = logChanceOfStaying(longest) else { return tail }
    return tail + stay
  }

  /// The logarithm of the chance not to leave after any of a number of sessions.
  private func logChanceOfStaying(_ sessions: Double) -> Double? {
    switch leaving {
    case .constant(let chance): return chance.farEnd(.low).map { sessions * log1p(-min(1, $0)) }
    case .beta(let a, let b):
      guard let a = a.farEnd(.low), let b = b.farEnd(.high) else { return nil }
      return lgamma(b + sessions) - lgamma(a + b + sessions) + lgamma(a + b) - lgamma(b)
    }
  }
}

extension Parameter {
  enum End {
    case low
    case high
  }

  /// A value that next to no draw lies beyond: one in 30,000, where there is no end; `nil` of a joint.
  fileprivate func farEnd(_ end: End) -> Double? {
    let sign = end == .high ? 4.0 : -4.0
    let value: Double
    switch distribution {
    case .constant(let known): value = known
    case .normal(let mean, let sd): value = mean + sign * sd
    case .lognormal(let median, let sigma): value = median * exp(sign * sigma)
    case .beta: value = end == .high ? 1 : 0
    case .uniform(let low, let high): value = end == .high ? high : low
    case .triangular(let low, _, let high): value = end == .high ? high : low
    case .joint: return nil
    }
    // A legal range without an end below begins above 0.
    return max(min(value, range.high), max(range.low, .leastNormalMagnitude))
  }
}
