import CGSL
import Foundation

/// The building blocks of binomial and hypergeometric probabilities after Loader (2000).
///
/// Differences of log-gammas lose as many digits as ln n! has before the point: eleven at n = 10⁹.
/// Written as a saddle point, x ln(x/m) + m − x and the error of Stirling's formula, the same
/// probability loses none near its mode and keeps its *logarithm* to full relative accuracy
/// everywhere.
enum SaddlePoint {
  /// x ln(x/m) + m − x, for `x` ≥ 0 and `m` > 0.
  static func deviance(_ x: Double, _ m: Double) -> Double {
    let gap = x - m
    guard abs(gap) < 0.1 * (x + m) else {
      return x > 0 ? x * log(x / m) + m - x : m
    }
    // x ln((1 + v)/(1 − v)) as its odd series in v; the leading terms cancel by hand.
    let v = gap / (x + m)
    let squared = v * v
    var sum = gap * v
    var term = 2 * x * v
    for k in 1..<200 {
      term *= squared
      let next = sum + term / Double(2 * k + 1)
      if next == sum { return sum }
      sum = next
    }
    return sum
  }

  /// ln x! − ln(√(2πx) (x/e)ˣ): what Stirling's formula leaves out, for `x` > 0.
  static func stirlingError(_ x: Double) -> Double {
    guard x >= 15 else {
      var result = gsl_sf_result()
      _ = ScientificLibrary.errorsAreReturned
      // Γ*(x) is regular for every x above 0, so the code is always that of success.
      _ = gsl_sf_gammastar_e(x, &result)
      return log(result.val)
    }
    // Stirling's series; the first term left out is below 10⁻¹⁷ from 15 on.
    let s = 1 / (x * x)
    return
      (1.0 / 12
      - (1.0 / 360
        - (1.0 / 1260
          - (1.0 / 1680
            - (1.0 / 1188 - (691.0 / 360_360 - (1.0 / 156 - 3617.0 / 122_400 * s) * s) * s) * s) * s)
          * s)
        * s)
      / x
  }

  /// ln of C(x + y, x) pˣ qʸ, also for x and y that are not whole.
  ///
  /// `q` is 1 − p and y is n − x; they are given apart because the difference may have lost digits.
  static func lnBinomial(_ x: Double, _ rest: Double, p: Double, q: Double) -> Double {
    if p <= 0 { return x > 0 ? -.infinity : 0 }
    if q <= 0 { return rest > 0 ? -.infinity : 0 }
    if x <= 0 { return rest <= 0 ? 0 : rest * (p < 0.5 ? log1p(-p) : log(q)) }
    if rest <= 0 { return x * (q < 0.5 ? log1p(-q) : log(p)) }
    let n = x + rest
    return stirlingError(n) - stirlingError(x) - stirlingError(rest)
      - deviance(x, n * p) - deviance(rest, n * q)
      - 0.5 * log(2 * Double.pi * x * (rest / n))
  }
}
