import Foundation
import GSLNumerics

/// The posterior of one arm's proportion, with what integrals over it need to know of its shape.
struct Posterior {
  let distribution: BetaDistribution
  let deviation: Double
  /// Points between which the density is smooth and beyond which it is negligible (10⁻¹⁹ of mass).
  let edges: [BetaDistribution.Point]
  /// Whether the density, or a low derivative of it, breaks at 0, and at 1.
  let breaksAtZero: Bool
  let breaksAtOne: Bool

  /// After Jeffreys' prior, Beta(½, ½).
  init(_ count: ObservedCount) throws(NumericsError) {
    let distribution = try BetaDistribution(a: 0.5 + Double(count.x), b: 0.5 + Double(count.complement.x))
    self.distribution = distribution
    deviation = distribution.deviation
    breaksAtZero = distribution.a < Self.smooth
    breaksAtOne = distribution.b < Self.smooth
    let zero = BetaDistribution.Point(0)
    let one = BetaDistribution.Point(1)
    func below(_ deviate: Double) throws(NumericsError) -> BetaDistribution.Point {
      try distribution.lowerQuantile(StandardNormal.cumulative(-deviate))
    }
    func above(_ deviate: Double) throws(NumericsError) -> BetaDistribution.Point {
      try distribution.upperQuantile(StandardNormal.cumulative(-deviate))
    }
    edges =
      switch (breaksAtZero, breaksAtOne) {
      case (false, false): [try below(9), try below(4.5), try below(0), try above(4.5), try above(9)]
      case (true, false): [zero, try above(1), try above(4.5), try above(9)]
      case (false, true): [try below(9), try below(4.5), try below(1), one]
      case (true, true): [zero, try below(0), one]
      }
  }

  /// From this exponent on, the rule of 32 points does not notice that a power of t ends at 0.
  private static let smooth = 10.0

  /// Whether the point lies between the outermost edges.
  func hasMass(at point: BetaDistribution.Point) -> Bool {
    guard let first = edges.first, let last = edges.last else { return false }
    return !isAbove(first, point) && !isAbove(point, last)
  }

  /// ln F; beyond the edges, where 10⁻¹⁹ of the mass lies, as if there were none.
  func lnLowerTail(_ point: BetaDistribution.Point) -> Double {
    guard let first = edges.first, let last = edges.last, !isAbove(first, point) else { return -.infinity }
    return isAbove(point, last) ? 0 : distribution.lnTails(point).lower
  }

  /// The points at which this posterior breaks.
  var breaks: [Double] { (breaksAtZero ? [0] : []) + (breaksAtOne ? [1] : []) }
}

/// A rule of integration over part of [0, 1]: points with weights, in ascending order.
struct PosteriorRule {
  var points: [(at: BetaDistribution.Point, weight: Double)] = []

  /// - Parameters:
  ///   - edges: where pieces may end; those outside of the two outermost are dropped.
  ///   - lower: where the rule begins.
  ///   - upper: where it ends, above `lower`.
  ///   - breaks: points at which an integrand may behave like a broken power of the distance.
  init(
    edges: [BetaDistribution.Point], from lower: BetaDistribution.Point,
    to upper: BetaDistribution.Point, breaks: [Double]
  ) {
    let inner = edges.filter { isAbove($0, lower) && isAbove(upper, $0) }
    var ends = [lower]
    for edge in inner.sorted(by: { isAbove($1, $0) }) + [upper] where isAbove(edge, ends.last ?? lower) {
      ends.append(edge)
    }
    for (start, end) in zip(ends, ends.dropFirst()) {
      addGraded(from: start, to: end, breaks)
    }
  }

  /// Splits a piece that spans many times its distance to a break, by factors of ten.
  private mutating func addGraded(
    from start: BetaDistribution.Point, to end: BetaDistribution.Point, _ breaks: [Double]
  ) {
    let width = distance(start, end)
    for point in breaks {
      let before = point == 0 ? start.value : start.value - point
      if before > 0, width > 11 * before {
        let cut = moved(start, by: 9 * before)
        add(from: start, to: cut, breaks)
        addGraded(from: cut, to: end, breaks)
        return
      }
      let after = point == 1 ? end.complement : point - end.value
      if after > 0, width > 11 * after {
        let cut = moved(end, by: -9 * after)
        addGraded(from: start, to: cut, breaks)
        add(from: cut, to: end, breaks)
        return
      }
    }
    add(from: start, to: end, breaks)
  }

  private mutating func add(
    from start: BetaDistribution.Point, to end: BetaDistribution.Point, _ breaks: [Double]
  ) {
    let width = distance(start, end)
    guard width > 0 else { return }
    let touches = breaks.contains { $0 == start.value || $0 == end.value }
    for node in touches ? doubleExponentialRule : smoothRule {
      let point = BetaDistribution.Point(
        start.value + width * node.below, complement: end.complement + width * node.above)
      points.append((point, node.weight * width))
    }
  }
}

/// Ordered by whichever of the two coordinates is the more accurate.
private func isAbove(_ first: BetaDistribution.Point, _ second: BetaDistribution.Point) -> Bool {
  distance(second, first) > 0
}

private func distance(_ start: BetaDistribution.Point, _ end: BetaDistribution.Point) -> Double {
  start.value < 0.5 ? end.value - start.value : start.complement - end.complement
}

private func moved(_ point: BetaDistribution.Point, by step: Double) -> BetaDistribution.Point {
  BetaDistribution.Point(point.value + step, complement: point.complement - step)
}

/// A node of a rule on [0, 1] with its distances to both ends.
private typealias Node = (below: Double, above: Double, weight: Double)

private let smoothRule: [Node] = UnitInterval.smoothRule.map { ($0.node, 1 - $0.node, $0.weight) }

/// The tanh-sinh rule (Takahasi & Mori 1974), which does not mind how an integrand ends.
///
/// Its outermost nodes lie 10⁻²⁵⁰ from the ends: the density of the prior, t^(½ − 1), has no mass beyond.
private let doubleExponentialRule: [Node] = {
  let step = 1.0 / 16
  return (-93...93).map { index in
    let t = Double(index) * step
    let stretched = Double.pi * sinh(t)
    let below = 1 / (1 + exp(-stretched))
    let above = 1 / (1 + exp(stretched))
    return (below, above, step * Double.pi * cosh(t) * below * above)
  }
}()
