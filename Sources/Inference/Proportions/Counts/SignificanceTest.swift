/// A p-value, in [0, 1].
public struct PValue: Hashable, Sendable, Comparable {
  /// The number; 0 where it is below the smallest `Double`.
  public let value: Double

  /// - Parameter value: above 1 by rounding alone, and then cut to 1.
  init(_ value: Double) { self.value = min(1, value) }

  /// The smaller shows more.
  public static func < (first: PValue, second: PValue) -> Bool { first.value < second.value }

  /// k times as large, at most 1.
  public func multiplied(by factor: Double) -> PValue { PValue(value * factor) }
}

extension PValue: Encodable {
  /// The number alone.
  public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

/// What a test came to.
public struct SignificanceTest: Encodable, Hashable, Sendable {
  /// The statistic: a signed normal deviate (arm minus baseline), Student's t or a χ².
  public let statistic: Double
  /// Degrees of freedom of a χ²; `nil` otherwise.
  public let degreesOfFreedom: Int?
  /// The p-value, two-sided unless the test that made it says that it is one-sided.
  public let p: PValue

  init(statistic: Double, degreesOfFreedom: Int? = nil, p: PValue) {
    self.statistic = statistic
    self.degreesOfFreedom = degreesOfFreedom
    self.p = p
  }
}
