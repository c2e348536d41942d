/// Probabilities of the standard normal distribution, with the same bits everywhere.
public enum NormalProbability {
  /// The probability below z, to 13 digits; NaN for NaN.
  ///
  /// Below and near the middle by the series φ(z)·(z + z³/3 + z⁵/15 + …), in the tails by Laplace's continued fraction
  /// (Abramowitz and Stegun 1964, 26.2.11 and 26.2.14).
  ///
  /// - Parameter parts: of the fraction; twenty give all digits but the last.
  public static func below(_ z: Double, parts: Int = 100) -> Double {
    z < 0 ? above(-z, parts) : 1 - above(z, parts)
  }

  /// The probability above z, of z at least 0.
  private static func above(_ z: Double, _ parts: Int) -> Double {
    guard z < 3 else { return density(z) * fraction(z, parts) }
    var term = z
    var sum = z
    var divisor = 1.0
    while term > 1e-17 {
      divisor += 2
      term *= z * z / divisor
      sum += term
    }
    return 0.5 - density(z) * sum
  }

  /// The natural logarithm of the density.
  static func logDensity(_ z: Double) -> Double { -0.5 * z * z - 0.9189385332046727 }

  private static func density(_ z: Double) -> Double { ElementaryFunctions.exp(logDensity(z)) }

  /// 1/(z + 1/(z + 2/(z + 3/…))); from the hundredth part on it is past all digits from 3 on.
  private static func fraction(_ z: Double, _ parts: Int) -> Double {
    guard z < 40 else { return z.isNaN ? .nan : 0 }
    var tail = z
    for part in (1...parts).reversed() { tail = z + Double(part) / tail }
    return 1 / tail
  }
}
