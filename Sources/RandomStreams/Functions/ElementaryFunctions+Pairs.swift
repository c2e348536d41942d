/// Two values at a time, for what is computed side by side: the same bits as one by one.
///
/// Processors do two of these for little more than the price of one; each lane goes through the
/// scalar function's operations in the scalar function's order.
extension ElementaryFunctions {
  /// e to the power of each lane.
  @inlinable
  @inline(__always)
  public static func exp(_ x: SIMD2<Double>) -> SIMD2<Double> {
    guard x[0].magnitude <= 708, x[1].magnitude <= 708 else { return SIMD2(exp(x[0]), exp(x[1])) }
    return expNearZero(x)
  }

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
    let mantissa = 1 + (high + (r2 * tail - low))
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

  /// The natural logarithm of each lane.
  @inlinable
  @inline(__always)
  public static func log(_ x: SIMD2<Double>) -> SIMD2<Double> {
    guard x[0].isPositiveNormal, x[1].isPositiveNormal else { return SIMD2(log(x[0]), log(x[1])) }
    return logOfNormals(x)
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
    let s = f / (2 + f)
    let halfSquare = 0.5 * f * f
    let z = s * s
    let w = z * z
    let even = 0.3999999999941109 + w * (0.2222219847598908 + w * 0.15313903249932703)
    let odd =
      0.6666666666666735 + w * (0.28571428743262645 + w * (0.18183569739671385 + w * 0.1479750767904653))
    let remainder = z * odd + w * even
    return k * ln2High - ((halfSquare - (s * (halfSquare + remainder) + k * ln2Low)) - f)
  }
}

extension Double {
  @inlinable
  @inline(__always)
  var isPositiveNormal: Bool { bitPattern &- 0x0010_0000_0000_0000 < 0x7FE0_0000_0000_0000 }
}

extension Quantile {
  /// The standard normal quantile of each lane.
  @inlinable
  @inline(__always)
  public static func normal(_ u: SIMD2<Double>) -> SIMD2<Double> {
    let q = u - 0.5
    guard q[0].magnitude <= 0.425, q[1].magnitude <= 0.425 else {
      return SIMD2(normal(u[0]), normal(u[1]))
    }
    return nearMiddle(q)
  }

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

  @inlinable
  @inline(__always)
  static func nearTailRatio(_ r: SIMD2<Double>) -> SIMD2<Double> {
    var numerator = 7.74545014278341407640e-4 * r + 2.27238449892691845833e-2
    numerator = numerator * r + 2.41780725177450611770e-1
    numerator = numerator * r + 1.27045825245236838258
    numerator = numerator * r + 3.64784832476320460504
    numerator = numerator * r + 5.76949722146069140550
    numerator = numerator * r + 4.63033784615654529590
    numerator = numerator * r + 1.42343711074968357734
    var denominator = 1.05075007164441684324e-9 * r + 5.47593808499534494600e-4
    denominator = denominator * r + 1.51986665636164571966e-2
    denominator = denominator * r + 1.48103976427480074590e-1
    denominator = denominator * r + 6.89767334985100004550e-1
    denominator = denominator * r + 1.67638483018380384940
    denominator = denominator * r + 2.05319162663775882187
    denominator = denominator * r + 1
    return numerator / denominator
  }

  /// The standard normal quantile of ½ + q, for |q| up to 0.425.
  @inlinable
  @inline(__always)
  static func nearMiddle(_ q: SIMD2<Double>) -> SIMD2<Double> {
    let r = 0.180625 - q * q
    // One at a time, or the compiler takes a minute over the sum's type.
    var numerator = 2.5090809287301226727e3 * r + 3.3430575583588128105e4
    numerator = numerator * r + 6.7265770927008700853e4
    numerator = numerator * r + 4.5921953931549871457e4
    numerator = numerator * r + 1.3731693765509461125e4
    numerator = numerator * r + 1.9715909503065514427e3
    numerator = numerator * r + 1.3314166789178437745e2
    numerator = numerator * r + 3.3871328727963666080
    var denominator = 5.2264952788528545610e3 * r + 2.8729085735721942674e4
    denominator = denominator * r + 3.9307895800092710610e4
    denominator = denominator * r + 2.1213794301586595867e4
    denominator = denominator * r + 5.3941960214247511077e3
    denominator = denominator * r + 6.8718700749205790830e2
    denominator = denominator * r + 4.2313330701600911252e1
    denominator = denominator * r + 1
    return q * (numerator / denominator)
  }
}

extension AddressedStream {
  /// The uniforms at two addresses.
  @inlinable
  @inline(__always)
  public func uniforms(_ first: Address, _ second: Address) -> SIMD2<Double> {
    SIMD2(uniform(first), uniform(second))
  }

  /// Two exponential draws with mean 1.
  @inlinable
  @inline(__always)
  public func exponentials(_ first: Address, _ second: Address) -> SIMD2<Double> {
    -ElementaryFunctions.logOfNormals(uniforms(first, second))
  }

  /// Two log-normal draws.
  @inlinable
  @inline(__always)
  public func logNormals(
    _ first: Address, _ second: Address, medians: SIMD2<Double>, sigmas: SIMD2<Double>
  ) -> SIMD2<Double> {
    medians * ElementaryFunctions.exp(sigmas * Quantile.normal(uniforms(first, second)))
  }
}
