/// The lower tail of a beta distribution as a function of the log-odds, with the same bits everywhere.
///
/// Everything is a logarithm, so that shares next to 0 and tails far out keep their digits.
struct BetaTail {
  let a: Double
  let b: Double
  /// ln B(a, b).
  private let logBeta: Double

  /// - Precondition: both shapes are from ``BetaQuantile/shapes``.
  init(_ a: Double, _ b: Double) {
    self.a = a
    self.b = b
    logBeta = Self.logBeta(a, b)
  }

  /// ln of dP/dy at log-odds y: ln(x^a·(1 − x)^b/B(a, b)).
  func logSlope(_ y: Double) -> Double {
    -a * Self.softplus(-y) - b * Self.softplus(y) - logBeta
  }

  /// The derivative of ``logSlope(_:)``.
  func slopeOfLogSlope(_ y: Double) -> Double {
    a * ElementaryFunctions.logistic(-y) - b * ElementaryFunctions.logistic(y)
  }

  /// ln of the probability of log-odds below y.
  func log(_ y: Double) -> Double {
    let x = ElementaryFunctions.logistic(y)
    let front = logSlope(y)
    if x < (a + 1) / (a + b + 2) {
      return front + ElementaryFunctions.log(Self.fraction(a, b, x) / a)
    }
    let upper =
      ElementaryFunctions.exp(front) * Self.fraction(b, a, ElementaryFunctions.logistic(-y)) / b
    return upper < 1 ? ElementaryFunctions.log(1 - upper) : -.infinity
  }

  /// The log-odds below which lies the probability with this logarithm.
  ///
  /// By Newton's method on ``log(_:)``, which rises and is concave: from below it approaches without passing, and one
  /// step from above leads below.
  ///
  /// - Parameters:
  ///   - logProbability: at most that of the median.
  ///   - start: any number; the nearer the quicker.
  func logOdds(logProbability: Double, from start: Double) -> Double {
    var y = start
    for _ in 0..<200 {
      let found = log(y)
      let slope = ElementaryFunctions.exp(logSlope(y) - found)
      let step = (logProbability - found) / slope
      guard step.isFinite else {
        // So far out that the tail is all there is, or that its slope is none: back towards the middle.
        y /= 2
        continue
      }
      y += step
      if step.magnitude <= 1e-13 * max(1, y.magnitude) { break }
    }
    return y
  }

  /// ln(1 + eˣ).
  private static func softplus(_ x: Double) -> Double {
    let e = ElementaryFunctions.exp(-x.magnitude)
    let sum = 1 + e
    // The rounding of the sum is taken out again (Kahan's log1p).
    let log = sum == 1 ? e : ElementaryFunctions.log(sum) * (e / (sum - 1))
    return max(x, 0) + log
  }

  /// The continued fraction of the incomplete beta function, by Lentz's method as modified by Thompson and Barnett
  /// (DLMF 8.17.22).
  private static func fraction(_ a: Double, _ b: Double, _ x: Double) -> Double {
    let least = 1e-300
    func kept(_ value: Double) -> Double { value.magnitude < least ? least : value }
    var c = 1.0
    var d = 1 / kept(1 - (a + b) * x / (a + 1))
    var product = d
    for step in 1...1_000_000 {
      let m = Double(step)
      let even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
      d = 1 / kept(1 + even * d)
      c = kept(1 + even / c)
      product *= d * c
      let odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
      d = 1 / kept(1 + odd * d)
      c = kept(1 + odd / c)
      let factor = d * c
      product *= factor
      if (factor - 1).magnitude < 1e-15 { break }
    }
    return product
  }

  /// By Stirling's series of all three gamma functions, whose large parts cancel on paper; small shapes are raised to
  /// 10 by B(a, b) = B(a + 1, b)·(a + b)/a.
  private static func logBeta(_ a: Double, _ b: Double) -> Double {
    var (a, b, raised) = (a, b, 0.0)
    while a < 10 {
      raised += ElementaryFunctions.log((a + b) / a)
      a += 1
    }
    while b < 10 {
      raised += ElementaryFunctions.log((a + b) / b)
      b += 1
    }
    let sum = a + b
    return raised + 0.9189385332046727 + (a - 0.5) * ElementaryFunctions.log(a / sum)
      + b * ElementaryFunctions.log(b / sum) - 0.5 * ElementaryFunctions.log(b)
      + remainder(a) + remainder(b) - remainder(sum)
  }

  /// What Stirling's formula leaves of ln Γ(x), for x of at least 10 (DLMF 5.11.1).
  private static func remainder(_ x: Double) -> Double {
    let square = 1 / (x * x)
    let series =
      1.0 / 12 - square
      * (1.0 / 360 - square
        * (1.0 / 1260 - square * (1.0 / 1680 - square * (1.0 / 1188 - square * 691 / 360_360))))
    return series / x
  }
}
