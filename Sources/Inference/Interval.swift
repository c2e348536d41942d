/// Two ends between which a number is thought to lie.
///
/// What it holds for is said by the property that has it: a confidence level, or the central 90% over uncertain inputs.
public struct Interval: Hashable, Sendable {
  /// The probabilities of the two ends of a central 90%.
  public static let central90 = [0.05, 0.95]

  /// The lower end, never NaN.
  public let lower: Double
  /// The upper end, never NaN; ∞ where a ratio has no upper limit.
  public let upper: Double

  /// - Parameters:
  ///   - lower: the lower end.
  ///   - upper: the upper end.
  public init(lower: Double, upper: Double) {
    self.lower = lower
    self.upper = upper
  }

  /// Whether a value lies between the ends, ends included.
  public func contains(_ value: Double) -> Bool { lower <= value && value <= upper }

  /// The interval of the quantity with its sign turned.
  var negated: Interval { Interval(lower: -upper, upper: -lower) }

  /// The smallest interval that holds this one and a value.
  func reaching(_ value: Double) -> Interval { Interval(lower: min(lower, value), upper: max(upper, value)) }

  /// The part of the interval inside a range.
  func clamped(to range: ClosedRange<Double>) -> Interval {
    Interval(
      lower: min(range.upperBound, max(range.lowerBound, lower)),
      upper: min(range.upperBound, max(range.lowerBound, upper)))
  }
}

extension Interval: Codable {
  /// Its two ends.
  public func encode(to encoder: any Encoder) throws { try [lower, upper].encode(to: encoder) }

  /// From the two ends.
  public init(from decoder: any Decoder) throws {
    let ends = try [Double](from: decoder)
    guard ends.count == 2 else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "an interval has two ends"))
    }
    self.init(lower: ends[0], upper: ends[1])
  }
}
