import GSLNumerics

/// An estimate that is normally distributed.
struct NormalEstimate {
  var mean: Double
  var error: Double

  /// With its sign turned.
  var turned: NormalEstimate { NormalEstimate(mean: -mean, error: error) }

  /// The chance that it exceeds a bound.
  func above(_ bound: Double) -> Double { normalUpperTail((bound - mean) / error) }

  /// E[x; x > bound] (Lu, Qiu & Deng 2019).
  func sumAbove(_ bound: Double) -> Double {
    let deviate = (bound - mean) / error
    return mean * normalUpperTail(deviate) + error * normalDensity(deviate)
  }

  /// The chance that it is smaller in size than a bound above 0.
  func within(_ bound: Double) -> Double { max(0, 1 - above(bound) - turned.above(bound)) }
}

/// The sizes of an estimated difference at which its p-value passes a level, and below which the options are equal.
struct ComparisonBounds {
  /// By level, the largest first.
  let bounds: [Double]
  /// Below this size the two are shown to be equal, whatever the p-value; at most 0 for never.
  let nearest: Double

  init(_ bounds: [Double], nearest: Double) {
    self.bounds = bounds
    self.nearest = nearest
  }

  /// What an estimate does between two levels.
  struct Parts {
    /// By interval, from below the first level on, the chance that the p-value lies in it.
    var intervals: [Double] = []
    /// By interval but the last, the chance that it is above and not called equal.
    var above: [Double] = []
    /// The same below.
    var below: [Double] = []
    /// The mean size there, times the chance of both.
    var sums: [Double] = []
  }

  func parts(_ estimate: NormalEstimate) -> Parts {
    var parts = Parts()
    let turned = estimate.turned
    var (outside, above, below, sum) = (0.0, 0.0, 0.0, 0.0)
    for bound in bounds {
      let far = max(bound, nearest)
      let found = (
        outside: estimate.above(bound) + turned.above(bound), above: estimate.above(far),
        below: turned.above(far), sum: estimate.sumAbove(far) + turned.sumAbove(far)
      )
      parts.intervals.append(max(0, found.outside - outside))
      parts.above.append(found.above - above)
      parts.below.append(found.below - below)
      parts.sums.append(found.sum - sum)
      (outside, above, below, sum) = (found.outside, found.above, found.below, found.sum)
    }
    parts.intervals.append(max(0, 1 - outside))
    return parts
  }

  /// By interval but the last, the chance that an estimate is there and not called equal.
  func shown(_ estimate: NormalEstimate) -> [Double] {
    let parts = parts(estimate)
    return zip(parts.above, parts.below).map { $0 + $1 }
  }
}
