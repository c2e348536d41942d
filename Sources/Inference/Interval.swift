/// The central 90% of a distribution: from its 5% to its 95% quantile.
///
/// Which of the three kinds of uncertainty it carries is said by the property that holds it.
public struct CentralInterval: Equatable, Sendable {
  /// The probabilities of the two ends.
  public static let probabilities = [0.05, 0.95]

  /// The 5% quantile.
  public let lower: Double
  /// The 95% quantile.
  public let upper: Double

  /// - Parameters:
  ///   - lower: the 5% quantile.
  ///   - upper: the 95% quantile.
  public init(lower: Double, upper: Double) {
    self.lower = lower
    self.upper = upper
  }

  /// The interval of the quantity with its sign turned.
  var negated: CentralInterval { CentralInterval(lower: -upper, upper: -lower) }

  /// The smallest interval that holds both.
  func hull(_ other: CentralInterval) -> CentralInterval {
    CentralInterval(lower: min(lower, other.lower), upper: max(upper, other.upper))
  }

  /// The smallest interval that holds this one and a value.
  func reaching(_ value: Double) -> CentralInterval { hull(CentralInterval(lower: value, upper: value)) }

  /// The part of the interval inside a metric's legal range.
  func clamped(to range: ClosedRange<Double>) -> CentralInterval {
    CentralInterval(
      lower: min(range.upperBound, max(range.lowerBound, lower)),
      upper: min(range.upperBound, max(range.lowerBound, upper)))
  }
}

extension CentralInterval: Encodable {
  /// Its two ends.
  public func encode(to encoder: any Encoder) throws { try [lower, upper].encode(to: encoder) }
}
