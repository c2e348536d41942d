/// What a formula is worked out for: one number, or two side by side.
///
/// Processors do two for little more than the price of one. A formula that is written for lanes stands once, and its
/// operations come in one order, so that a number has the same bits alone and beside another.
public protocol Lane {
  static func + (_ one: Self, _ other: Self) -> Self
  static func + (_ one: Double, _ other: Self) -> Self
  static func + (_ one: Self, _ other: Double) -> Self
  static func - (_ one: Self, _ other: Self) -> Self
  static func - (_ one: Self, _ other: Double) -> Self
  static func * (_ one: Self, _ other: Self) -> Self
  static func * (_ one: Double, _ other: Self) -> Self
  static func * (_ one: Self, _ other: Double) -> Self
}

extension Double: Lane {}

extension SIMD2<Double>: Lane {}
