/// What a formula of the model is worked out for: one install's number, or those of two side by side.
///
/// The engines disagree in no formula that is written for lanes: the reference asks for one, a batch for two.
protocol Lane {
  static func + (_ one: Self, _ other: Self) -> Self
  static func + (_ one: Double, _ other: Self) -> Self
  static func + (_ one: Self, _ other: Double) -> Self
  static func * (_ factor: Double, _ number: Self) -> Self
}

extension Double: Lane {}
extension SIMD2<Double>: Lane {}
