extension Quantile {
  /// The exponential quantile with mean 1, taken from the upper end: −log u.
  ///
  /// Small uniforms give large draws, so this *falls* in u; the upper tail keeps its
  /// digits that way. Multiply by the mean.
  @inlinable
  public static func exponential(_ u: Double) -> Double {
    -ElementaryFunctions.log(u)
  }

  /// The log-normal quantile with this median and this standard deviation of the logarithm.
  @inlinable
  public static func logNormal(_ u: Double, median: Double, sigma: Double) -> Double {
    median * ElementaryFunctions.exp(sigma * normal(u))
  }

  /// The uniform quantile on [low, high].
  ///
  /// The result never leaves [low, high] by rounding.
  @inlinable
  public static func uniform(_ u: Double, low: Double, high: Double) -> Double {
    Swift.min(high, Swift.max(low, low + u * (high - low)))
  }

  /// The triangular quantile on [low, high] with its peak at `mode`.
  ///
  /// Needs low ≤ mode ≤ high; low = high gives that number. Inversion of the
  /// distribution function, which is quadratic on each side of the mode.
  @inlinable
  public static func triangular(_ u: Double, low: Double, mode: Double, high: Double) -> Double {
    let width = high - low
    guard width > 0 else { return low }
    // As shares of the width, so that wide intervals cannot overflow.
    let peak = (mode - low) / width
    let value =
      u < peak
      ? low + width * (u * peak).squareRoot()
      : high - width * ((1 - u) * (1 - peak)).squareRoot()
    return Swift.min(high, Swift.max(low, value))
  }
}
