extension ElementaryFunctions {
  /// The probability with log-odds x: 1/(1 + e^−x).
  ///
  /// Computed from e^−|x|, so that neither tail overflows or loses digits: small
  /// probabilities are accurate down to 10⁻³⁰⁷, −∞ gives 0, +∞ gives 1, NaN gives NaN.
  @inlinable
  public static func logistic(_ x: Double) -> Double {
    let e = exp(-x.magnitude)
    return (x < 0 ? e : 1) / (1 + e)
  }

  /// The log-odds of probability p: log(p/(1 − p)).
  ///
  /// 0 gives −∞ and 1 gives +∞; outside [0, 1] and for NaN the answer is NaN. Around
  /// ½, where log(p/(1 − p)) would cancel, it is 2 artanh(2p − 1), with 2p − 1 exact.
  @inlinable
  public static func logit(_ p: Double) -> Double {
    let s = 2 * p - 1
    if s.magnitude < 0.17 {
      return 2 * s + s * artanhRemainder(s * s)
    }
    return p == 1 ? .infinity : log(p / (1 - p))
  }
}
