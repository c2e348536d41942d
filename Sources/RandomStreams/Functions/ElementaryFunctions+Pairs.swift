extension ElementaryFunctions {
  /// The probability with each lane's log-odds, those beyond ±708 counting as ±708: else the bits of ``logistic(_:)``.
  ///
  /// Without a branch, behind which compilers take the lanes apart again.
  @inlinable
  @inline(__always)
  public static func moderateLogistic(_ x: SIMD2<Double>) -> SIMD2<Double> {
    let sign = SIMD2<UInt64>(repeating: 1 << 63)
    let minus = unsafeBitCast(unsafeBitCast(x, to: SIMD2<UInt64>.self) | sign, to: SIMD2<Double>.self)
    let (mantissa, shifted) = reducedExp(minus.replacing(with: -708, where: minus .< -708))
    let exponent = unsafeBitCast(shifted, to: SIMD2<UInt64>.self) &<< 52
    let e = unsafeBitCast(unsafeBitCast(mantissa, to: SIMD2<UInt64>.self) &+ exponent, to: SIMD2<Double>.self)
    return e.replacing(with: 1, where: x .>= 0) / (1 + e)
  }
}
