extension ElementaryFunctions {
  /// The natural logarithm of x.
  ///
  /// log(0) and log(−0) are −∞, a negative number or NaN gives NaN, +∞ gives +∞;
  /// subnormal numbers are accurate too.
  ///
  /// Method: x = 2^k·(1 + f) with 1 + f in [√½, √2); with s = f/(2 + f),
  /// log(1 + f) = 2 artanh s = f − (½f² − s·(½f² + R)), which loses nothing to
  /// cancellation (the arrangement is that of fdlibm's `e_log.c`, Sun Microsystems
  /// 1993). R = s²·P(s²), P the minimax polynomial of degree 6 (own Remez fit,
  /// relative error below 2⁻⁵⁹).
  @inlinable
  public static func log(_ x: Double) -> Double {
    let bits = x.bitPattern
    guard x.isPositiveNormal else { return logOfUnusual(x) }
    return logOfNormal(bits, exponentOffset: 0)
  }

  /// The logarithm of a positive normal number, its exponent taken to be larger.
  @inlinable
  static func logOfNormal(_ bits: UInt64, exponentOffset: Int64) -> Double {
    // 0x3FE6A09E667F3BCD is √½: subtracting it makes the exponent field count from there.
    let exponent = Int64(bitPattern: bits &- 0x3FE6_A09E_667F_3BCD) >> 52
    let f = Double(bitPattern: bits &- UInt64(bitPattern: exponent << 52)) - 1
    let k = Double(exponent &+ exponentOffset)
    let s = f / (2 + f)
    let halfSquare = 0.5 * f * f
    let remainder = artanhRemainder(s * s)
    return k * ln2High - ((halfSquare - (s * (halfSquare + remainder) + k * ln2Low)) - f)
  }

  /// (2 artanh(s) − 2s)/s as a function of z = s², for z up to 0.0295.
  @inlinable
  @inline(__always)
  static func artanhRemainder(_ z: Double) -> Double {
    let w = z * z
    let even = 0.3999999999941109 + w * (0.2222219847598908 + w * 0.15313903249932703)
    // One at a time, or the compiler takes seconds over the type of the sum.
    var odd = 0.18183569739671385 + w * 0.1479750767904653
    odd = 0.28571428743262645 + w * odd
    odd = 0.6666666666666735 + w * odd
    return z * odd + w * even
  }

  /// Everything that is not a positive normal number.
  @usableFromInline
  static func logOfUnusual(_ x: Double) -> Double {
    if x == 0 { return -.infinity }
    if x < 0 { return .nan }
    guard x.isFinite else { return x }
    return logOfNormal((x * 0x1p54).bitPattern, exponentOffset: -54)
  }
}

extension Double {
  /// One comparison for positive, normal, finite.
  @inlinable
  @inline(__always)
  var isPositiveNormal: Bool { bitPattern &- 0x0010_0000_0000_0000 < 0x7FE0_0000_0000_0000 }
}
