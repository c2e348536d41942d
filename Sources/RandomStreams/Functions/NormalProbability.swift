/// Probabilities of the standard normal distribution, with the same bits everywhere.
public enum NormalProbability {
  /// The probability below z, to 13 digits; NaN for NaN.
  ///
  /// Below and near the middle by the series φ(z)·(z + z³/3 + z⁵/15 + …), in the tails by Laplace's continued fraction
  /// (Abramowitz and Stegun 1964, 26.2.11 and 26.2.14).
  public static func below(_ z: Double) -> Double {
    z < 0 ? above(-z) : 1 - above(z)
  }

  /// The probability above z, of z at least 0.
  static func above(_ z: Double) -> Double {
    guard z < 3 else { return density(z) * fraction(z) }
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

  /// 1/(z + 1/(z + 2/(z + 3/…))), from its hundredth part on, which is past all digits from 3 on.
  private static func fraction(_ z: Double) -> Double {
    guard z < 40 else { return z.isNaN ? .nan : 0 }
    var tail = z
    for part in (1...100).reversed() { tail = z + Double(part) / tail }
    return 1 / tail
  }
}
