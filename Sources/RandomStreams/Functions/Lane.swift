/// What a formula is worked out for: one number, or two side by side.
///
/// Processors do two for little more than the price of one. A formula that is written for lanes stands once, and its
/// operations come in one order, so that a number has the same bits alone and beside another.
public protocol Lane: Sendable {
  static func + (_ one: Self, _ other: Self) -> Self
  static func + (_ one: Double, _ other: Self) -> Self
  static func + (_ one: Self, _ other: Double) -> Self
  static func - (_ one: Self, _ other: Self) -> Self
  static func - (_ one: Double, _ other: Self) -> Self
  static func - (_ one: Self, _ other: Double) -> Self
  static func * (_ one: Self, _ other: Self) -> Self
  static func * (_ one: Double, _ other: Self) -> Self
  static func * (_ one: Self, _ other: Double) -> Self
  static func / (_ one: Self, _ other: Self) -> Self
  /// The lesser of two numbers, lane by lane.
  static func lesser(_ one: Self, _ other: Self) -> Self
}

extension Double: Lane {
  /// The lesser of two numbers.
  @inlinable
  @inline(__always)
  public static func lesser(_ one: Double, _ other: Double) -> Double { other < one ? other : one }
}

extension SIMD2<Double>: Lane {
  /// The lesser of two numbers, lane by lane.
  @inlinable
  @inline(__always)
  public static func lesser(_ one: Self, _ other: Self) -> Self {
    one.replacing(with: other, where: other .< one)
  }
}
