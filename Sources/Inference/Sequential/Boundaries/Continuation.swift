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
  /// The share of the information at the look.
  let fraction: Double
  /// Where the region begins.
  private let lower: Double
  /// How long each of its panels is.
  private let panelLength: Double
  /// The grid of scores, increasing.
  private let points: [Double]
  /// Quadrature weight times h at each point.
  private let weights: [Double]
  private let rule: GaussLegendreRule

  /// Where a region without a boundary ends: farther out no `Double` is above 0.
  static let farthest = 40.0
  /// A normal deviate is this far from its mean with probability under 10⁻¹⁶.
  private static let reach = 8.3

  /// The paths after the first look.
  init(
    first fraction: Double, within region: ClosedRange<Double>, next: Double?, rule: GaussLegendreRule
  ) {
    self.init(
      fraction: fraction, region: region, scale: Self.scale(from: fraction, to: next), rule: rule
    ) { _ in 1 }
  }

  private init(
    fraction: Double, region: ClosedRange<Double>, scale: Double, rule: GaussLegendreRule,
    noCrossing: (Double) -> Double
  ) {
    self.fraction = fraction
    self.rule = rule
    let length = region.upperBound - region.lowerBound
    let panels = max(1, Int((length / (6 * scale)).rounded(.up)))
    let panelLength = length / Double(panels)
    lower = region.lowerBound
    self.panelLength = panelLength
    var points: [Double] = []
    var weights: [Double] = []
    points.reserveCapacity(panels * rule.points.count)
    weights.reserveCapacity(panels * rule.points.count)
    for panel in 0..<panels {
      let middle = region.lowerBound + (Double(panel) + 0.5) * panelLength
      for (point, weight) in zip(rule.points, rule.weights) {
        let score = middle + point * panelLength / 2
        points.append(score)
        weights.append(weight * panelLength / 2 * noCrossing(score))
      }
    }
    self.points = points
    self.weights = weights
  }

  /// The paths that also go on at the look after this one.
  func advanced(to fraction: Double, within region: ClosedRange<Double>, next: Double?) -> Continuation {
    let correlation = (self.fraction / fraction).squareRoot()
    let deviation = ((fraction - self.fraction) / fraction).squareRoot()
    let scale = min(deviation, Self.scale(from: fraction, to: next))
    return Continuation(fraction: fraction, region: region, scale: scale, rule: rule) { score in
      expectation(around: correlation * score, deviation: deviation)
    }
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
  func crossing(_ bound: Double, at fraction: Double, drift: Double, direction: Double) -> Double {
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

  /// The standard deviation of a score given the next one: the finest detail the next step asks for.
  private static func scale(from fraction: Double, to next: Double?) -> Double {
    guard let next else { return 1 }
    return ((next - fraction) / next).squareRoot()
  }
}
