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
