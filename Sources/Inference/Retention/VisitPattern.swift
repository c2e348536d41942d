import Foundation
public import GSLNumerics

/// How often people come back and when they leave for good: λ ~ Gamma(shape, rate), p ~ Beta(a, b).
public struct VisitPattern: Equatable, Sendable {
  /// The shape of λ ~ Gamma.
  public let shape: Double
  /// The rate of λ ~ Gamma in days.
  public let rate: Double
  /// The first parameter of p ~ Beta.
  public let a: Double
  /// The second parameter of p ~ Beta.
  public let b: Double

  /// The parameters as they are.
  public init(shape: Double, rate: Double, a: Double, b: Double) {
    self.shape = shape
    self.rate = rate
    self.a = a
    self.b = b
  }

  /// The share of installs that leave for good after the first session: the mean of p.
  public var shareNeverBack: Double { a / (a + b) }

  /// The share of installs with a second session by this day, above 0.
  public func secondSession(byDay day: Double) -> Double {
    (1 - shareNeverBack) * -expm1(-shape * log1p(day / rate))
  }

  /// The mean number of sessions of an install by this day, above 0, the first included.
  ///
  /// - Throws: `NumericsError.outOfDomain` for parameters outside the ranges of the distributions.
  public func meanSessions(byDay day: Double) throws(NumericsError) -> Double {
    try 1 + RetentionCurve(of: self).meanSessions(from: 0, to: day)
  }

  /// Whether nobody would tell the two apart: installs have the same number of sessions within 1%, and
  /// the same share comes back within half a percentage point.
  func resembles(_ other: VisitPattern) throws(NumericsError) -> Bool {
    let (sessions, others) = (try meanSessions(byDay: 30), try other.meanSessions(byDay: 30))
    return abs(sessions / others - 1) < 0.01 && abs(shareNeverBack - other.shareNeverBack) < 0.005
  }
}

extension RetentionCurve {
  /// The curve of a visit pattern.
  ///
  /// - Throws: `NumericsError.outOfDomain` for parameters outside the ranges of the distributions.
  public init(of pattern: VisitPattern) throws(NumericsError) {
    try self.init(
      rate: .gamma(shape: pattern.shape, rate: pattern.rate),
      leaving: .beta(a: pattern.a, b: pattern.b))
  }
}
