/// An interval with the confidence (or, for a posterior, the probability) it was made for.
public struct ConfidenceInterval: Hashable, Sendable {
  /// The lower limit, never NaN.
  public let lower: Double
  /// The upper limit, never NaN; ∞ where a ratio has no upper limit.
  public let upper: Double
  /// The confidence it was made for.
  public let level: ConfidenceLevel

  /// - Parameters:
  ///   - lower: the lower limit.
  ///   - upper: the upper limit.
  ///   - level: the confidence it was made for.
  public init(lower: Double, upper: Double, level: ConfidenceLevel) {
    self.lower = lower
    self.upper = upper
    self.level = level
  }

  /// Whether a value lies between the limits, limits included.
  public func contains(_ value: Double) -> Bool { lower <= value && value <= upper }
}

extension ConfidenceInterval: Encodable {
  /// Its two ends.
  public func encode(to encoder: any Encoder) throws { try [lower, upper].encode(to: encoder) }
}
