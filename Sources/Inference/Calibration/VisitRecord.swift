import Foundation

/// What a log of sessions knows of one person, the session of the install left out.
public struct VisitRecord: Hashable, Sendable {
  /// Later sessions.
  public let sessions: Int
  /// Days from the install to the last session; 0 without a later one.
  public let last: Double
  /// Days from the install to the end of the log.
  public let watched: Double

  /// - Returns: `nil` for what cannot be: a time before the install, a last session after the end, or sessions
  ///   without a time of their own.
  public init?(sessions: Int, last: Double, watched: Double) {
    guard sessions >= 0, last >= 0, watched >= last, watched.isFinite, sessions > 0 || last == 0 else {
      return nil
    }
    self.sessions = sessions
    self.last = last
    self.watched = watched
  }
}

extension VisitPattern {
  /// The natural logarithm of the probability of what was recorded of a person.
  ///
  /// The life of the model, in which the session of the install can be the last (MBG/NBD: Batislam, Denizel & Filiztekin
  /// 2007; Hoppe & Wagner 2007), with x later sessions, the last after t of T days:
  ///
  ///     ln Γ(r + x)/Γ(r) + r ln β + ln (e^A + e^B),
  ///     A = ln B(a, b + x + 1)/B(a, b) − (r + x) ln(β + T),  B = ln B(a + 1, b + x)/B(a, b) − (r + x) ln(β + t).
  public func logLikelihood(_ record: VisitRecord) -> Double {
    let (visits, times) = (Double(record.sessions), shape + Double(record.sessions))
    let whole = logBeta(a, b)
    let stays = logBeta(a, b + visits + 1) - whole - times * log(rate + record.watched)
    let left = logBeta(a + 1, b + visits) - whole - times * log(rate + record.last)
    let larger = max(stays, left)
    return lgamma(times) - lgamma(shape) + shape * log(rate)
      + larger + log(exp(stays - larger) + exp(left - larger))
  }
}

private func logBeta(_ a: Double, _ b: Double) -> Double { lgamma(a) + lgamma(b) - lgamma(a + b) }
