/// Two values at a time, for what is computed side by side: the same bits as one by one (``Lane``).
extension ElementaryFunctions {
  /// e to the power of each lane, a lane beyond ±708 counting as ±708.
  ///
  /// Without a branch, behind which compilers take the lanes apart again.
  @inlinable
  @inline(__always)
  public static func moderateExp(_ x: SIMD2<Double>) -> SIMD2<Double> {
    expNearZero(x.replacing(with: 708, where: x .> 708).replacing(with: -708, where: x .< -708))
  }

  /// e to the power of each lane within ±708.
  @inlinable
  @inline(__always)
  static func expNearZero(_ x: SIMD2<Double>) -> SIMD2<Double> {
    let (mantissa, shifted) = reducedExp(x)
    let bits = unsafeBitCast(mantissa, to: SIMD2<UInt64>.self)
    let exponent = unsafeBitCast(shifted, to: SIMD2<UInt64>.self) &<< 52
    return unsafeBitCast(bits &+ exponent, to: SIMD2<Double>.self)
  }

  /// The probability with each lane's log-odds, those beyond ±708 counting as ±708.
  ///
  /// Without a branch, as ``moderateExp(_:)``.
  @inlinable
  @inline(__always)
  public static func moderateLogistic(_ x: SIMD2<Double>) -> SIMD2<Double> {
    let sign = SIMD2<UInt64>(repeating: 1 << 63)
    let minus = unsafeBitCast(unsafeBitCast(x, to: SIMD2<UInt64>.self) | sign, to: SIMD2<Double>.self)
    let e = expNearZero(minus.replacing(with: -708, where: minus .< -708))
    return e.replacing(with: 1, where: x .>= 0) / (1 + e)
  }

  /// The natural logarithm of lanes that are positive, normal and finite, as uniforms are.
  ///
  /// Without a branch, as ``moderateExp(_:)``; of other lanes the answer means nothing.
  @inlinable
  @inline(__always)
  public static func logOfNormals(_ x: SIMD2<Double>) -> SIMD2<Double> {
    let bits = unsafeBitCast(x, to: SIMD2<UInt64>.self)
    // The exponent counted from √½, with 1,023 added so that it is not negative.
    let shifted = (bits &- 0x3FE6_A09E_667F_3BCD &+ 0x3FF0_0000_0000_0000) &>> 52
    let f =
      unsafeBitCast(bits &- (shifted &<< 52) &+ 0x3FF0_0000_0000_0000, to: SIMD2<Double>.self) - 1
    // Small whole numbers turn into doubles in the low bits of 2⁵².
    let k =
      unsafeBitCast(shifted | 0x4330_0000_0000_0000, to: SIMD2<Double>.self) - (0x1p52 + 1023)
    return logOfProduct(f: f, k: k)
  }
}

extension Quantile {
  /// The standard normal quantile of each lane, for uniforms of a stream more than 0.425 from ½.
  @inlinable
  @inline(__always)
  static func outside(_ u: SIMD2<Double>) -> SIMD2<Double> {
    let isLow = u .< 0.5
    let minusLog = -ElementaryFunctions.logOfNormals((1 - u).replacing(with: u, where: isLow))
    let r = minusLog.squareRoot()
    guard r[0] <= 5, r[1] <= 5 else { return SIMD2(normal(u[0]), normal(u[1])) }
    let magnitude = nearTailRatio(r - 1.6)
    return magnitude.replacing(with: -magnitude, where: isLow)
  }

  /// The standard normal quantile of ½ + q, for |q| up to 0.425.
  @inlinable
  @inline(__always)
  static func nearMiddle(_ q: SIMD2<Double>) -> SIMD2<Double> { q * centralRatio(0.180625 - q * q) }
}
