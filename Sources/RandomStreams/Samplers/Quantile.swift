/// Inverse distribution functions: one uniform in (0, 1) to one draw.
///
/// Each consumes exactly one uniform and is monotone in it up to rounding, which keeps
/// draws comparable between arms and lets a uniform be reasoned about as a rank.
public enum Quantile {
  /// The standard normal quantile of u.
  ///
  /// Algorithm AS 241, PPND16 (Wichura, "The percentage points of the normal
  /// distribution", Applied Statistics 37 (1988), 477–484): three rational
  /// approximations, relative error about 1 part in 10¹⁶. Outside (0, 1): −∞ at 0,
  /// +∞ at 1, else NaN. On the uniforms of a stream the answers lie within ±8.3, and
  /// `normal(1 − u)` is exactly `−normal(u)`.
  @inlinable
  public static func normal(_ u: Double) -> Double {
    let q = u - 0.5
    guard q.magnitude > 0.425 else { return q * centralRatio(0.180625 - q * q) }
    return tail(u, q)
  }

  @inlinable
  @inline(__always)
  static func centralRatio(_ r: Double) -> Double {
    // One at a time, or the compiler takes seconds over the type of the sum.
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
    return numerator / denominator
  }

  @inlinable
  static func tail(_ u: Double, _ q: Double) -> Double {
    let p = q < 0 ? u : 1 - u
    guard p > 0 else { return p == 0 ? (q < 0 ? -.infinity : .infinity) : .nan }
    let r = (-ElementaryFunctions.log(p)).squareRoot()
    let magnitude = r <= 5 ? nearTailRatio(r - 1.6) : farTailRatio(r - 5)
    return q < 0 ? -magnitude : magnitude
  }

  @inlinable
  @inline(__always)
  static func nearTailRatio(_ r: Double) -> Double {
    // One at a time, or the compiler takes seconds over the type of the sum.
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

  @inlinable
  static func farTailRatio(_ r: Double) -> Double {
    let numerator =
      ((((((2.01033439929228813265e-7 * r + 2.71155556874348757815e-5) * r + 1.24266094738807843860e-3) * r
        + 2.65321895265761230930e-2) * r + 2.96560571828504891230e-1) * r + 1.78482653991729133580) * r
        + 5.46378491116411436990) * r + 6.65790464350110377720
    let denominator =
      ((((((2.04426310338993978564e-15 * r + 1.42151175831644588870e-7) * r + 1.84631831751005468180e-5) * r
        + 7.86869131145613259100e-4) * r + 1.48753612908506148525e-2) * r + 1.36929880922735805310e-1) * r
        + 5.99832206555887937690e-1) * r + 1
    return numerator / denominator
  }
}
