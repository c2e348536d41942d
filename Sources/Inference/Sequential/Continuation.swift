import Foundation
import GSLNumerics

/// Paths of a test statistic that have crossed no boundary so far, as a function of where they are.
///
/// The recursion is that of Armitage, McPherson & Rowe 1969 over the scores Z at the looks, of which Z(s) and Z(t), s < t,
/// have correlation ρ = √(s/t). It is written for h(z), the probability of having crossed nothing *given* Z = z: h lies in
/// [0, 1], follows h(z) = E[h(U)] with U ~ N(ρz, 1 − ρ²) cut to the region of going on, and does not depend on the drift
/// (Z is sufficient), so that one recursion serves size and power.
///
/// Each region is cut into panels of six standard deviations of the narrower of the two steps around it, with sixteen
/// Gauss–Legendre points each: the integral of a product of two Gaussians is then off by about 10⁻⁹.
struct Continuation {
  /// The share of the information at the look; 0 before the first.
  private var fraction = 0.0
  /// Where the region begins.
  private var lower = 0.0
  /// How long each of its panels is.
  private var panelLength = 1.0
  /// The grid of scores, increasing.
  private var points: [Double] = []
  /// Quadrature weight times h at each point.
  private var weights: [Double] = []
  private let rule: GaussLegendreRule

  /// Where a region without a boundary ends: farther out no `Double` is above 0.
  static let farthest = 40.0
  /// A normal deviate is this far from its mean with probability under 10⁻¹⁶.
  private static let reach = 8.3

  /// All paths, before the first look.
  init() throws(NumericsError) { rule = try GaussLegendreRule(count: 16) }

  /// Goes on to a look with the paths that do not cross its boundary.
  ///
  /// - Parameters:
  ///   - bound: the upper boundary; `nil` where the test cannot stop.
  ///   - fraction: the share of the information at the look.
  ///   - next: that of the look after it, which asks for the finest detail; `nil` for none.
  mutating func advance(past bound: Double?, at fraction: Double, next: Double?) {
    let upper = min(bound ?? Self.farthest, Self.farthest)
    let correlation = (self.fraction / fraction).squareRoot()
    let deviation = ((fraction - self.fraction) / fraction).squareRoot()
    let scale = min(deviation, next.map { (($0 - fraction) / $0).squareRoot() } ?? 1)
    // A boundary of 0 stops every path; the sliver left stands for none.
    let length = max(upper, -upper + 1e-9) + upper
    let panels = max(1, Int((length / (6 * scale)).rounded(.up)))
    let panelLength = length / Double(panels)
    var after = self
    (after.fraction, after.lower, after.panelLength) = (fraction, -upper, panelLength)
    (after.points, after.weights) = ([], [])
    for panel in 0..<panels {
      let middle = -upper + (Double(panel) + 0.5) * panelLength
      for (point, weight) in zip(rule.points, rule.weights) {
        let score = middle + point * panelLength / 2
        let noCrossing =
          self.fraction == 0 ? 1 : expectation(around: correlation * score, deviation: deviation)
        after.points.append(score)
        after.weights.append(weight * panelLength / 2 * noCrossing)
      }
    }
    self = after
  }

  /// E[h(U)] for U ~ N(`mean`, `deviation`²), h taken as 0 outside the region.
  private func expectation(around mean: Double, deviation: Double) -> Double {
    let reach = Self.reach * deviation
    let size = rule.points.count
    let panels = points.count / size
    let first = ((mean - reach - lower) / panelLength).rounded(.down)
    let last = ((mean + reach - lower) / panelLength).rounded(.down)
    guard last >= 0, first < Double(panels) else { return 0 }
    let range = Int(max(0, first)) * size..<(Int(min(Double(panels - 1), last)) + 1) * size
    let half = -0.5 / (deviation * deviation)
    var sum = 0.0
    for index in range {
      let distance = points[index] - mean
      sum += weights[index] * exp(half * distance * distance)
    }
    return sum / (deviation * (2 * Double.pi).squareRoot())
  }

  /// The probability of going on here and scoring beyond `bound` at the next look.
  ///
  /// - Parameters:
  ///   - drift: the mean of the score when all the information is in; the score at a share t has mean drift·√t.
  ///   - direction: 1 for above the bound, −1 for below.
  func crossing(_ bound: Double, at fraction: Double, drift: Double = 0, direction: Double = 1) -> Double {
    guard self.fraction > 0 else {
      return StandardNormal.upperTail(direction * (bound - drift * fraction.squareRoot()))
    }
    let correlation = (self.fraction / fraction).squareRoot()
    let step = fraction - self.fraction
    let deviation = (step / fraction).squareRoot()
    let offset = bound - drift * step / fraction.squareRoot()
    let mean = drift * self.fraction.squareRoot()
    var sum = 0.0
    for (point, weight) in zip(points, weights) {
      let density = StandardNormal.density(point - mean)
      guard density > 0 else { continue }
      sum +=
        weight * density * StandardNormal.upperTail(direction * (offset - correlation * point) / deviation)
    }
    return sum
  }

  /// The upper boundary that is crossed at the next look with a given probability.
  ///
  /// - Parameter probability: of one side, above 0, at most what is left on that side.
  func bound(crossedWith probability: Double, at fraction: Double) throws(NumericsError) -> Double {
    // Without the looks before, the boundary would be crossed more often: the quantile is above it.
    let highest = min(Self.farthest, -(try StandardNormal.quantile(probability)) + 1e-6)
    let target = lnOrLowest(probability)
    return try root(from: min(0, highest - 1e-6), to: highest, absoluteTolerance: 1e-11) { bound in
      lnOrLowest(crossing(bound, at: fraction)) - target
    }
  }
}

/// ln x, with the logarithm of the smallest `Double` for 0.
func lnOrLowest(_ x: Double) -> Double { log(max(x, Double.leastNonzeroMagnitude)) }
