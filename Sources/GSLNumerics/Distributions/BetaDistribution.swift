import CGSL
import Foundation

/// The beta distribution.
///
/// The library's distribution function takes too few steps for large parameters. There the smaller tail is the density at
/// the end times the mean distance below it, by Gauss–Legendre quadrature.
public struct BetaDistribution: Hashable, Sendable {
  /// The exponent at 0, plus 1.
  public let a: Double
  /// The exponent at 1, plus 1.
  public let b: Double
  private let lnBeta: Double

  /// - Throws: `NumericsError.outOfDomain` unless both lie from 0.1 to 2.1·10⁹.
  public init(a: Double, b: Double) throws(NumericsError) {
    for (name, value) in [("a", a), ("b", b)] {
      guard value >= 0.1, value <= 2.1e9 else {
        throw .outOfDomain(argument: name, value: value, expected: "from 0.1 to 2.1e9")
      }
    }
    _ = ScientificLibrary.errorsAreReturned
    self.a = a
    self.b = b
    lnBeta = gsl_sf_lnbeta(a, b)
  }

  /// The density; at 0 and 1 themselves it is 0.
  public func density(_ x: Double) -> Double {
    guard x > 0, x < 1 else { return 0 }
    return exp((a - 1) * log(x) + (b - 1) * log1p(-x) - lnBeta)
  }

  /// The probability of a value at most `x`, and of one above.
  public func tails(_ x: Double) -> (lower: Double, upper: Double) {
    guard x > 0 else { return (0, 1) }
    guard x < 1 else { return (1, 0) }
    guard min(a, b) > Self.largeEnough else { return (gsl_cdf_beta_P(x, a, b), gsl_cdf_beta_Q(x, a, b)) }
    let isLower = x * (a + b - 2) <= a - 1
    let relative = isLower ? Self.relativeTail(a, b, x) : Self.relativeTail(b, a, 1 - x)
    let small = min(1, density(x) * x * (1 - x) * relative)
    return isLower ? (small, 1 - small) : (1 - small, small)
  }

  /// From here on, in both parameters, the tails are found by quadrature.
  private static let largeEnough = 30.0

  /// ∫₀ˣ f(t)/f(x) dt over x(1 − x), for an x at or below the mode, from where the integrand is below e⁻⁴⁰.
  private static func relativeTail(_ a: Double, _ b: Double, _ x: Double) -> Double {
    let (before, after) = (a - 1, b - 1)
    let odds = x / (1 - x)
    // In units of x, so that nothing overflows however near to 0 it lies.
    let slope = max(0, before - after * odds)
    let curvature = before + after * odds * odds
    func exponent(_ distance: Double) -> Double {
      before * log1p(-distance) + after * log1p(distance * odds)
    }
    var reach = 80 / (slope + (slope * slope + 80 * curvature).squareRoot())
    while reach < 1, exponent(reach) > -40 { reach *= 1.1 }
    reach = min(reach, 1 - 1e-9)
    let sum = UnitInterval.smoothRule.reduce(0) { $0 + $1.weight * exp(exponent(reach * $1.node)) }
    return sum * reach / (1 - x)
  }

  /// The point below which a share `probability` lies.
  ///
  /// - Throws: `NumericsError.outOfDomain` unless 0 < `probability` < 1, and what the root finder throws.
  public func quantile(_ probability: Double) throws(NumericsError) -> Double {
    try requireOpenUnit(probability)
    // On the scale of the logit, on which points near 0 keep their digits.
    return Self.share(try root(from: -700, to: 700) { tails(Self.share($0)).lower - probability })
  }

  /// The share with a logit.
  fileprivate static func share(_ logit: Double) -> Double { 1 / (1 + exp(-logit)) }
}

extension BetaDistribution {
  /// The beta distribution with a share `tail` below one point and the same share above another.
  ///
  /// Newton's method for the logarithms of both tails, over the logit of the mean and the logarithm of a + b, which
  /// move the middle and the width nearly apart. It starts from the logit normal with these quantiles, and a step that
  /// does not come nearer is halved.
  ///
  /// - Parameters:
  ///   - tail: above 0, below ½.
  ///   - low: above 0.
  ///   - high: above `low`, below 1.
  /// - Throws: `NumericsError.outOfDomain` for points or a tail out of range, and where a parameter would lie outside
  ///   what ``init(a:b:)`` takes; `.notConverged` where either share misses `tail` by more than a millionth of it.
  public init(tail: Double, below low: Double, above high: Double) throws(NumericsError) {
    guard low > 0, low < high, high < 1 else {
      throw .outOfDomain(
        argument: "low", value: low, expected: "above 0 and below the high end, which is below 1")
    }
    guard tail > 0, tail < 0.5 else {
      throw .outOfDomain(argument: "tail", value: tail, expected: "above 0 and below 0.5")
    }
    func distribution(_ at: SIMD2<Double>) throws(NumericsError) -> BetaDistribution {
      try BetaDistribution(a: exp(at.y) * Self.share(at.x), b: exp(at.y) * Self.share(-at.x))
    }
    /// ln of both tails over what they should be.
    func misses(_ at: SIMD2<Double>) throws(NumericsError) -> SIMD2<Double> {
      let found = try distribution(at)
      return [log(found.tails(low).lower / tail), log(found.tails(high).upper / tail)]
    }
    func slope(_ at: SIMD2<Double>, _ move: SIMD2<Double>) throws(NumericsError) -> SIMD2<Double> {
      (try misses(at + move) - misses(at - move)) / (2 * move.sum())
    }
    func size(_ misses: SIMD2<Double>) -> Double { max(abs(misses.x), abs(misses.y)) }
    let (bottom, top) = (log(low / (1 - low)), log(high / (1 - high)))
    let width = (top - bottom) / (2 * -(try StandardNormal.quantile(tail)))
    let mean = Self.share((bottom + top) / 2)
    // Var logit ≈ 1/a + 1/b.
    let start = max(1 / (width * width * mean * (1 - mean)), 0.2 / min(mean, 1 - mean))
    var at: SIMD2 = [(bottom + top) / 2, log(start)]
    var now = try misses(at)
    search: for _ in 0..<200 where size(now) > 1e-13 {
      let here = try distribution(at)
      let deviation = (1 / here.a + 1 / here.b).squareRoot()
      let byLogit = try slope(at, [1e-5 * min(deviation, 1), 0])
      let bySize = try slope(at, [0, 1e-5])
      let step =
        SIMD2(now.y * bySize.x - now.x * bySize.y, now.x * byLogit.y - now.y * byLogit.x)
        / (byLogit.x * bySize.y - byLogit.y * bySize.x)
      guard step.x.isFinite, step.y.isFinite else { throw .noFiniteResult(routine: "beta fit") }
      var scale = min(1, 2 * deviation / abs(step.x), 2 / abs(step.y))
      while scale > 1e-6 {
        let next = at + scale * step
        if let there = try? misses(next), size(there) < size(now) {
          (at, now) = (next, there)
          continue search
        }
        scale /= 2
      }
      break
    }
    guard size(now) < 1e-6 else { throw .notConverged(routine: "beta fit", iterations: 200) }
    self = try distribution(at)
  }
}
