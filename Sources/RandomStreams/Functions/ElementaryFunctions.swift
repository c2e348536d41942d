/// The elementary functions the samplers and the model need, with the same bits everywhere.
///
/// C libraries agree on `+ − × ÷ √`, which IEEE 754 rounds correctly, and differ in
/// the last bits of everything else. These functions use only the former and bit
/// patterns, never a fused multiply-add, so a platform cannot change them.
///
/// | function | error against the true value |
/// | --- | --- |
/// | ``exp(_:)``, ``log(_:)`` | below 1 ulp |
/// | ``logistic(_:)`` | below 2 ulp |
/// | ``logit(_:)`` | below 5 ulp |
///
/// The functions are named as in C; call them qualified.
public enum ElementaryFunctions {
  /// ln 2 to 21 bits: its product with a binary exponent is exact.
  @usableFromInline static var ln2High: Double { @inline(__always) @inlinable get { 0x1.62e42p-1 } }
  /// ln 2 − `ln2High`.
  @usableFromInline static var ln2Low: Double { @inline(__always) @inlinable get { 0x1.fdf473de6af28p-22 } }
}
