import Foundation
import GSLNumerics

/// A fixed quadrature rule for E[(1 − p)·h(p)], p ~ Beta(a, b), accurate for every a and b in [e⁻⁶,
/// e⁶].
///
/// On the logit scale t = ln(p/(1 − p)) the integrand is pᵃ(1 − p)ᵇ⁺¹h(p)/B(a, b): the end points'
/// singularities are gone, and all others lie at Im t = ±π, so that the trapezoidal rule converges
/// geometrically (Trefethen & Weideman 2014, theorem 5.1). For small a the left tail is long,
/// e^(at), but h no longer changes in it; t = u − e^(u₀ − u) shortens it to a double-exponential
/// one (Takahasi & Mori 1974), starting where h has become constant, at e^u₀. The step is 0.35, or
/// 0.7 standard deviations where the distribution is narrower, and the sum runs over where the weight is
/// above e⁻³⁶ of its peak: 60 to 160 nodes, relative error below 1e-10.
struct LeavingNodes: Sendable {
  /// How finely the integral is divided.
  enum Spacing: Sendable {
    /// 60 to 160 nodes; relative error below 1e-10.
    case fine
    /// Half as many nodes; relative error about 1e-6, for a search that a fine rule polishes.
    case coarse

    /// The largest step on the logit scale.
    var step: Double { self == .fine ? 0.35 : 0.7 }
    /// The largest step in standard deviations of the distribution.
    var deviations: Double { self == .fine ? 0.7 : 1 }
    /// The sum runs over where the weight is above e to the minus this of its peak.
    var reach: Double { self == .fine ? 36 : 20 }
  }

  /// The probabilities of leaving at which h is evaluated, never 0.
  let leaving: [Double]
  /// The weight of each, the factor 1 − p included.
  let weight: [Double]
  /// ln(p) of each node, exact where p itself is rounded up to a tiny number; empty for a constant.
  let lnLeaving: [Double]
  /// ln(1 − p) of each node; empty for a constant.
  let lnStaying: [Double]

  /// The rule for one known probability.
  init(constant leaving: Double) {
    self.leaving = [leaving]
    self.weight = [1 - leaving]
    self.lnLeaving = []
    self.lnStaying = []
  }

  /// - Parameter flatBelow: a probability below which h may be taken as constant but for terms of
  ///   first order.
  init(
    a: Double, b: Double, flatBelow: Double, spacing: Spacing = .fine
  ) throws(NumericsError) {
    let lnNormaliser = try lnBeta(a, b)
    func lnWeight(_ t: Double) -> Double {
      -a * softplus(-t) - (b + 1) * softplus(t) - lnNormaliser
    }
    let peak = log(a / (b + 1))
    let floor = lnWeight(peak) - spacing.reach
    let narrowness = a * (b + 1) / (a + b + 1)
    let step = min(spacing.step, spacing.deviations / narrowness.squareRoot())
    // In each direction the weight falls at least as fast as its exponential tail beyond a few
    // units.
    let left = crossing(of: floor, between: peak - 40 - 40 / a, and: peak, lnWeight)
    let right = crossing(of: floor, between: peak + 40 + 40 / (b + 1), and: peak, lnWeight)
    let bend = min(log(flatBelow) - 3, peak)
    let first = straightened(left, bend: bend)
    let count = Int(((straightened(right, bend: bend) - first) / step).rounded(.up)) + 1
    var leaving: [Double] = []
    var weight: [Double] = []
    var lnLeaving: [Double] = []
    var lnStaying: [Double] = []
    leaving.reserveCapacity(count)
    weight.reserveCapacity(count)
    lnLeaving.reserveCapacity(count)
    lnStaying.reserveCapacity(count)
    for index in 0..<count {
      let u = first + Double(index) * step
      let stretch = exp(bend - u)
      let t = u - stretch
      // Far to the left p underflows; h is constant there, so any tiny p stands for it.
      let (lnP, lnRest) = (-softplus(-t), -softplus(t))
      leaving.append(max(exp(lnP), 1e-200))
      weight.append(exp(a * lnP + (b + 1) * lnRest - lnNormaliser) * (1 + stretch) * step)
      lnLeaving.append(lnP)
      lnStaying.append(lnRest)
    }
    self.leaving = leaving
    self.weight = weight
    self.lnLeaving = lnLeaving
    self.lnStaying = lnStaying
  }
}

/// Where a function that rises from `outside` to `inside` passes `level`, to a hundredth of their
/// distance or better.
private func crossing(
  of level: Double, between outside: Double, and inside: Double, _ function: (Double) -> Double
) -> Double {
  var below = outside
  var above = inside
  for _ in 0..<24 where function(below) < level {
    let middle = (below + above) / 2
    if function(middle) < level { below = middle } else { above = middle }
  }
  return below
}

/// The u with u − e^(bend − u) = t, by bisection; the left side rises with u.
private func straightened(_ t: Double, bend: Double) -> Double {
  var below = min(t, bend - log(1 + abs(bend - t)) - 1)
  var above = max(t + 1, bend) + 1
  for _ in 0..<40 {
    let middle = (below + above) / 2
    if middle - exp(bend - middle) < t { below = middle } else { above = middle }
  }
  return below
}
