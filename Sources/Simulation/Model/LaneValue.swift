/// What a formula of the model is worked out for: one install's number, or those of two side by side.
///
/// The engines disagree in no formula that is written for lanes: the reference asks for one, a batch for two.
protocol LaneValue {
  static func + (_ one: Self, _ other: Self) -> Self
  static func + (_ one: Double, _ other: Self) -> Self
  static func + (_ one: Self, _ other: Double) -> Self
  static func * (_ factor: Double, _ number: Self) -> Self
  /// The lesser of two numbers, lane by lane.
  static func lesser(_ one: Self, _ other: Self) -> Self
}

extension Double: LaneValue {
  @inline(__always)
  static func lesser(_ one: Double, _ other: Double) -> Double { other < one ? other : one }
}

extension SIMD2<Double>: LaneValue {
  @inline(__always)
  static func lesser(_ one: Self, _ other: Self) -> Self { one.replacing(with: other, where: other .< one) }
}
