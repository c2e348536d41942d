import Foundation

/// A p-value that stays meaningful where a `Double` underflows: its logarithm is kept beside it.
public struct PValue: Hashable, Sendable, Comparable {
  /// The natural logarithm of p, at most 0.
  public let ln: Double
  /// The p-value, in [0, 1]; 0 where it is below the smallest `Double`, and then ``ln`` tells.
  public let value: Double

  /// No evidence at all.
  public static let one = PValue(ln: 0)

  /// - Parameter ln: the natural logarithm; above 0 by rounding alone, and then cut to 0.
  init(ln: Double) {
    self.ln = min(0, ln)
    value = exp(self.ln)
  }

  /// - Parameter value: above 0; above 1 by rounding alone, and then cut to 1.
  init(_ value: Double) {
    self.value = min(1, value)
    ln = log(self.value)
  }

  /// By the logarithm, so that values too small for a `Double` keep their order.
  public static func < (first: PValue, second: PValue) -> Bool { first.ln < second.ln }

  /// k times as large, at most 1.
  public func multiplied(by factor: Double) -> PValue { PValue(ln: ln + log(factor)) }
}

/// What a test came to.
public struct SignificanceTest: Hashable, Sendable {
  /// The statistic: a signed normal deviate (arm minus baseline), Student's t or a χ²; `nil` for a martingale.
  public let statistic: Double?
  /// Degrees of freedom of a χ²; `nil` otherwise.
  public let degreesOfFreedom: Int?
  /// The p-value, two-sided unless the test that made it says that it is one-sided.
  public let p: PValue

  init(statistic: Double? = nil, degreesOfFreedom: Int? = nil, p: PValue) {
    self.statistic = statistic
    self.degreesOfFreedom = degreesOfFreedom
    self.p = p
  }
}
