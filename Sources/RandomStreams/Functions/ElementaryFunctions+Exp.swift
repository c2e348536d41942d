extension ElementaryFunctions {
  /// e to the power x.
  ///
  /// NaN gives NaN; above 709.78… the answer is infinite; below −708.39… it is
  /// subnormal, and below −745.13… it is zero.
  ///
  /// Method: x = k·ln 2 + r with |r| ≤ ½ ln 2, ln 2 in two pieces (Cody and Waite);
  /// e^r = 1 + r + ½r² + r³·T(r), T the minimax polynomial of degree 8 (own Remez
  /// fit, relative error of e^r below 2⁻⁵⁷); then scaling by 2^k.
  @inlinable
  public static func exp(_ x: Double) -> Double {
    guard x.magnitude <= 708 else { return expNearTheEnds(x) }
    let (mantissa, shifted) = reducedExp(x)
    return Double(bitPattern: mantissa.bitPattern &+ shifted.bitPattern << 52)
  }

  /// Splits e^x into a factor in [0.70, 1.42] and a number with the exponent of 2 in its low bits.
  @inlinable
  @inline(__always)
  static func reducedExp<Number: Lane>(_ x: Number) -> (mantissa: Number, shifted: Number) {
    // Adding 1.5·2⁵² rounds to an integer and leaves it in the low bits.
    let shifted = x * 0x1.71547652b82fep+0 + 0x1.8p52
    let k = shifted - 0x1.8p52
    let high = x - k * ln2High
    let low = k * ln2Low
    let r = high - low
    let r2 = r * r
    let r4 = r2 * r2
    let t01 = 0.16666666666666433 + r * 0.04166666666660375
    let t23 = 0.00833333333350058 + r * 0.0013888888926891858
    let t45 = 0.00019841269465311424 + r * 2.4801508550138875e-05
    let t67 = 2.7557641374444032e-06 + r * 2.7625244091196354e-07
    let t03 = t01 + r2 * t23
    let t48 = t45 + r2 * t67 + r4 * 2.49783276170664e-08
    let tail = 0.5 + r * (t03 + r4 * t48)
    // `high` is exact; adding it before `low` would round the error back in.
    return (1 + (high + (r2 * tail - low)), shifted)
  }

  /// Overflow, underflow, NaN, and results that need two scalings.
  @usableFromInline
  static func expNearTheEnds(_ x: Double) -> Double {
    if x.isNaN { return x }
    if x > 709.782712893384 { return .infinity }
    if x < -745.1332191019412 { return 0 }
    let (mantissa, shifted) = reducedExp(x)
    let k = Int64(bitPattern: shifted.bitPattern << 12) >> 12
    let half = k >> 1
    // Two powers of two, as one may not be representable; only the last product rounds.
    return mantissa * powerOfTwo(half) * powerOfTwo(k - half)
  }

  static func powerOfTwo(_ exponent: Int64) -> Double {
    Double(bitPattern: UInt64(bitPattern: exponent &+ 1023) << 52)
  }
}
