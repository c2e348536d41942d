import CGSL
import Foundation

/// The beta distribution, to full accuracy for parameters from 0.1 to 2·10⁹.
///
/// The library's own beta distribution function loses digits as the parameters grow, and its
/// quantile returns NaN or wrong digits without an error (from parameters of 10⁴ in the tails).
/// Neither is used here. The smaller tail is the saddle-point density at the end times the mean
/// distance below it: a continued fraction while one parameter is small, Gauss–Legendre quadrature
/// of the density relative to its value at the end where both are large. Quantiles solve for it.
public struct BetaDistribution: Hashable, Sendable {
  /// The exponent at 0, plus 1.
  public let a: Double
  /// The exponent at 1, plus 1.
  public let b: Double

  /// - Throws: `NumericsError.outOfDomain` unless both lie from 0.1 to 2.1·10⁹.
  public init(a: Double, b: Double) throws(NumericsError) {
    for (name, value) in [("a", a), ("b", b)] {
      guard value >= 0.1, value <= 2.1e9 else {
        throw .outOfDomain(argument: name, value: value, expected: "from 0.1 to 2.1e9")
      }
    }
    self.a = a
    self.b = b
  }

  /// The mean, a/(a + b).
  public var mean: Double { a / (a + b) }

  /// The standard deviation.
  public var deviation: Double { (a / (a + b) * (b / (a + b)) / (a + b + 1)).squareRoot() }

  /// A point of [0, 1] with its distance to 1, which near 1 is the more accurate of the two.
  public struct Point: Hashable, Sendable {
    /// The distance from 0.
    public let value: Double
    /// The distance from 1.
    public let complement: Double

    /// - Parameters:
    ///   - value: the distance from 0.
    ///   - complement: the distance from 1.
    public init(_ value: Double, complement: Double) {
      self.value = value
      self.complement = complement
    }

    /// - Parameter value: the distance from 0, cut to [0, 1].
    public init(_ value: Double) {
      self.value = min(1, max(0, value))
      complement = 1 - self.value
    }

    /// - Parameter logit: ln(value/complement).
    public init(logit: Double) {
      value = 1 / (1 + exp(-logit))
      complement = 1 / (1 + exp(logit))
    }

    var mirrored: Point { Point(complement, complement: value) }
  }

  /// The density; ∞ never: at 0 and 1 themselves it is 0.
  public func density(_ point: Point) -> Double {
    guard point.value > 0, point.complement > 0 else { return 0 }
    return exp(lnLogitDensity(point)) / (point.value * point.complement)
  }

  /// The logarithm of the density on the scale of the logit, t(1 − t) times that of t.
  func lnLogitDensity(_ point: Point) -> Double {
    let all = a + b
    return log(a * (b / all))
      + SaddlePoint.lnBinomial(a, b, p: point.value, q: point.complement)
  }

  /// The probability of a value at most, and of one above, each to full relative accuracy.
  public func tails(_ point: Point) -> (lower: Double, upper: Double) {
    guard point.value > 0 else { return (0, 1) }
    guard point.complement > 0 else { return (1, 0) }
    let tail = smallerTail(point)
    let small = min(1, exp(tail.ln))
    return tail.isLower ? (small, 1 - small) : (1 - small, small)
  }

  /// The logarithms of both tails.
  public func lnTails(_ point: Point) -> (lower: Double, upper: Double) {
    guard point.value > 0 else { return (-.infinity, 0) }
    guard point.complement > 0 else { return (0, -.infinity) }
    let tail = smallerTail(point)
    let ln = min(0, tail.ln)
    let other = log1p(-min(1, exp(ln)))
    return tail.isLower ? (ln, other) : (other, ln)
  }

  /// The tail on the outer side of the point, of which the other is the complement.
  private func smallerTail(_ point: Point) -> (isLower: Bool, ln: Double) {
    if min(a, b) > Self.largeEnough {
      let isLower = point.value * (a + b - 2) <= a - 1
      let (distribution, at) = isLower ? (self, point) : (mirrored, point.mirrored)
      return (isLower, distribution.lnLogitDensity(at) + log(distribution.relativeTail(at)))
    }
    let isLower = point.value <= mean
    let (distribution, at) = isLower ? (self, point) : (mirrored, point.mirrored)
    return (isLower, distribution.lnLogitDensity(at) + log(distribution.continuedFraction(at)))
  }

  private var mirrored: BetaDistribution { BetaDistribution(uncheckedA: b, b: a) }

  private init(uncheckedA a: Double, b: Double) {
    self.a = a
    self.b = b
  }

  /// From here on, in both parameters, quadrature is faster than the continued fraction.
  private static let largeEnough = 500.0

  /// Iₓ(a, b) over the logit density, for x below the mean.
  ///
  /// The continued fraction of Didonato and Morris (1992, TOMS 708, `BFRAC`), by forward recurrence.
  /// It sees x through λ = a − (a + b)x, which is formed from the smaller of x and 1 − x: the
  /// fraction in x itself (DLMF 8.17.22) loses nine digits at a = 10⁹ and b = ½.
  private func continuedFraction(_ point: Point) -> Double {
    let x = point.value
    let lambda = x < 0.5 ? a - (a + b) * x : (a + b) * point.complement - b
    let c = 1 + lambda
    let c0 = b / a
    let c1 = 1 + 1 / a
    var p = 1.0
    var s = a + 1
    var before = (numerator: 0.0, denominator: 1.0)
    var now = (numerator: 1.0, denominator: c / c1)
    var ratio = c1 / c
    for n in 1...100_000 {
      let n = Double(n)
      let t = n / a
      let w = n * (b - n) * x
      let e = a / s
      let alpha = p * (p + c0) * e * e * w * x
      let beta = n + w / s + (1 + t) / (c1 + 2 * t) * (c + n * (1 + point.complement))
      p = 1 + t
      s += 2
      let numerator = alpha * before.numerator + beta * now.numerator
      let denominator = alpha * before.denominator + beta * now.denominator
      let next = numerator / denominator
      let moved = abs(next - ratio)
      ratio = next
      if moved <= 1e-15 * ratio { break }
      before = (now.numerator / denominator, now.denominator / denominator)
      now = (ratio, 1)
    }
    return ratio
  }

  /// The lower tail over the logit density at its end, which lies at or below the mode.
  ///
  /// ∫₀ˣ f(t)/f(x) dt over x(1 − x), by Gauss–Legendre from where the integrand is below e⁻⁴⁰.
  private func relativeTail(_ point: Point) -> Double {
    let before = a - 1
    let after = b - 1
    let x = point.value
    let y = point.complement
    let odds = x / y
    // In units of x, so that nothing overflows however near to 0 it lies.
    let slope = max(0, before - after * odds)
    let curvature = before + after * odds * odds
    func exponent(_ distance: Double) -> Double {
      before * log1p(-distance) + after * log1p(distance * odds)
    }
    var reach = 80 / (slope + (slope * slope + 80 * curvature).squareRoot())
    while reach < 1, exponent(reach) > -40 { reach *= 1.1 }
    reach = min(reach, 1 - 1e-9)
    var sum = 0.0
    for (node, weight) in UnitInterval.smoothRule {
      sum += weight * exp(exponent(reach * node))
    }
    return sum * reach / y
  }

  /// The point below which a share `probability` lies.
  ///
  /// - Throws: `NumericsError.outOfDomain` unless 0 < `probability` < 1, `.notConverged`.
  public func lowerQuantile(_ probability: Double) throws(NumericsError) -> Point {
    try requireOpenUnit(probability)
    if probability > 0.5 { return try mirrored.solveLower(1 - probability).mirrored }
    return try solveLower(probability)
  }

  /// The point above which a share `probability` lies, accurate for the smallest shares.
  ///
  /// - Throws: as ``lowerQuantile(_:)``.
  public func upperQuantile(_ probability: Double) throws(NumericsError) -> Point {
    try mirrored.lowerQuantile(probability).mirrored
  }

  /// Newton's method for ln P(T ≤ t) = ln probability on the scale of the logit.
  ///
  /// The density of the logit is log-concave, hence so is its distribution function: the steps
  /// approach from below without overshooting, from any start. They end when they stop growing.
  private func solveLower(_ probability: Double) throws(NumericsError) -> Point {
    let target = log(probability)
    var logit =
      log(a / b) + (try StandardNormal.quantile(probability)) * (1 / a + 1 / b).squareRoot()
    let limit = 200
    var previous = Double.infinity
    for _ in 0..<limit {
      let point = Point(logit: logit)
      guard point.value > 0 else { return point }
      let ln = lnTails(point).lower
      let slope = exp(lnLogitDensity(point) - ln)
      let step = (target - ln) / slope
      guard step.isFinite else { throw .noFiniteResult(routine: "beta quantile") }
      let next = max(logit + step, -744)
      let moved = abs(next - logit)
      logit = next
      if moved <= 4 * Double.ulpOfOne * max(abs(logit), 1e-300) { break }
      // Rounding alone moves it now.
      if moved < 1e-9 * (1 / a + 1 / b).squareRoot(), moved >= previous { break }
      previous = moved
    }
    return Point(logit: logit)
  }
}
