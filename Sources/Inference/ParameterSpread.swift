public import GSLNumerics

/// What the trials say about one expectation as the unknown parameters vary, sampling noise
/// removed.
///
/// A trial's value is μ(θ) plus the noise of its finite number of installs. With s² the variance of the values over trials
/// and v̄ the mean of their sampling variances, the parameters' share of the variance is B = max(0, 1 − v̄/s²), and each
/// deviation from the mean is multiplied by √B, which leaves the parameters' variance itself (Louis 1984; Ghosh 1992,
/// "constrained" empirical Bayes).
///
/// A share that is not more than three of its errors is not distinguished from the noise: B is then the most that it can
/// be, the share and 1.645 of its errors, and ``isAtMost`` says so. Without that the spread would fall with the
/// installs where they hide what the parameters do.
public struct ParameterSpread: Equatable, Sendable {
  /// One value per trial, in the order given.
  public let values: [Double]
  /// B: the share of the variance over trials that is the parameters'; 0 when the values do not
  /// vary.
  public let parameterShare: Double
  /// Whether the noise hides the parameters' share, so that the spread is an upper bound.
  public let isAtMost: Bool
  /// Positions of the values from the smallest to the largest.
  private let order: [Int]

  /// - Parameters:
  ///   - values: at least one trial's estimate.
  ///   - noise: v̄ and its error (``TrialSeries/meanSamplingVariance``); `nil` when unknown, in which case
  ///     nothing is removed and the spread is an upper bound.
  ///   - parametersVary: false when no parameter is uncertain; all of the spread is noise then.
  public init(
    of values: [Double], noise: MonteCarloNumber?, parametersVary: Bool
  ) throws(NumericsError) {
    let mean = try sampleMean(values)
    self.init(
      of: values, mean: mean, variance: values.count > 1 ? try sampleVariance(values, about: mean) : 0,
      noise: noise, parametersVary: parametersVary)
  }

  /// The same for values whose mean and variance are known.
  init(
    of values: [Double], mean: Double, variance: Double, noise: MonteCarloNumber?, parametersVary: Bool
  ) {
    var share = 0.0
    var isAtMost = false
    if parametersVary, variance > 0 {
      if let noise {
        share = 1 - noise.value / variance
        // Noise alone has the same error in the variance over the trials as in its own mean; where that is
        // exact, the error of a normal distribution.
        let error =
          (noise.mcse > 0
            ? 2.0.squareRoot() * noise.mcse : noise.value * (2 / Double(values.count)).squareRoot())
          / variance
        if share <= Self.errorsToTell * error {
          share = min(1, share + 1.645 * error)
          isAtMost = share > 0
        }
        share = max(0, share)
      } else {
        share = 1
        isAtMost = true
      }
    }
    self.isAtMost = isAtMost
    let factor = share.squareRoot()
    let left = values.map { mean + factor * ($0 - mean) }
    self.values = left
    order = sortedPositions(left)
    parameterShare = share
  }

  /// A share counts where it is more than this many of its errors.
  static let errorsToTell = 3.0

  /// Where the expectation lies in the central 90% of what is thought possible: type-6 quantiles.
  public func interval() throws(NumericsError) -> Interval {
    let ends = try quantiles(ofOrdered: order.map { values[$0] }, at: Interval.central90)
    return Interval(lower: ends[0], upper: ends[1])
  }

  /// Where the estimate of one real test would lie, in 90 of 100 tests.
  ///
  /// Given the parameters, the estimate of a test is normal about its expectation. Over the parameters the expectation
  /// Q(u) and the variance w(u) at rank u are those of the trials, ordered by value and interpolated as type-6 quantiles
  /// are; the interval runs between the 5% and 95% points of the mixture ∫₀¹ Φ((x − Q(u))/√w(u)) du, at 200 midpoints.
  /// For a difference of two arms the variance is the sum of the two arms' own: the people of a real test are
  /// independent, and the variance of paired differences has no place here.
  /// - Parameter testVariances: one variance per trial, at least 0, in the trials' order.
  public func testInterval(testVariances: [Double]) throws(NumericsError) -> Interval {
    guard testVariances.count == values.count else {
      throw .unequalLengths(first: values.count, second: testVariances.count)
    }
    var widest = 0.0
    for variance in testVariances {
      guard variance >= 0, variance.isFinite else {
        throw .outOfDomain(argument: "testVariances", value: variance, expected: "finite and at least 0")
      }
      widest = max(widest, variance)
    }
    guard widest > 0 else { return try interval() }
    let parts = midpoints(testVariances)
    let reach = 9 * widest.squareRoot()
    let lowest = (values.min() ?? 0) - reach
    let highest = (values.max() ?? 0) + reach
    var ends: [Double] = []
    for probability in Interval.central90 {
      ends.append(
        try root(from: lowest, to: highest, absoluteTolerance: 1e-7 * (highest - lowest)) {
          Self.below($0, parts) - probability
        })
    }
    return Interval(lower: ends[0], upper: ends[1])
  }

  /// The expectation and the standard deviation of a test at 200 evenly spaced ranks of the
  /// parameters.
  private func midpoints(_ testVariances: [Double]) -> [(mean: Double, deviation: Double)] {
    let last = order.count - 1
    let count = 200
    return (0..<count).map { index in
      let rank = (Double(index) + 0.5) / Double(count) * Double(order.count + 1) - 1
      let inside = min(Double(last), max(0, rank))
      let below = Int(inside)
      let weight = inside - Double(below)
      let lower = order[below]
      let upper = order[min(last, below + 1)]
      let variance = (1 - weight) * testVariances[lower] + weight * testVariances[upper]
      return ((1 - weight) * values[lower] + weight * values[upper], variance.squareRoot())
    }
  }

  /// The probability of at most `x` in an equal mixture of normals; a deviation of 0 is a point mass.
  private static func below(_ x: Double, _ parts: [(mean: Double, deviation: Double)]) -> Double {
    parts.reduce(0) { sum, part in
      sum
        + (part.deviation > 0
          ? StandardNormal.upperTail((part.mean - x) / part.deviation) : x >= part.mean ? 1 : 0)
    } / Double(parts.count)
  }
}
