import RandomStreams

/// Finds the log-odds at which a share of people with spread-out willingness says yes.
///
/// Solves E[logistic(A + spread·W)] = rate for A, where
/// W = ρ₂·s + √(1 − ρ₂²)·z with z standard normal and s the standardised staying:
/// of the distribution of the leaving probability where that is a Beta, else without effect.
/// Both means are taken by the trapezoid rule, which converges geometrically for
/// analytic integrands that vanish at both ends; on the Beta after the
/// double-exponential substitution (Takahasi & Mori 1974), whose normalising
/// constant cancels.
///
/// A rule of its own, beside those of the estimators: a run promises its bits on every machine, so it
/// may use no function but the ``ElementaryFunctions``, where an estimator takes the system's and GSL's. And it
/// needs neither of what theirs are made for, an integrand that is flat to the left or nodes in panels.
struct Intercept {
  /// Nodes and weights of W, two at a time.
  private let nodes: [SIMD2<Double>]
  private let weights: [SIMD2<Double>]

  /// The rule's error is near exp(−2π²/(step·spread)): 1e-11 at a spread of 3.
  private static let normals = (-28...28).map { Double($0) * 0.25 }
  private static let normalWeights = normals.map { ElementaryFunctions.exp(-0.5 * $0 * $0) }

  /// - Parameters:
  ///   - withStaying: ρ₂.
  ///   - leaving: the Beta's shapes; `nil` for a constant leaving probability.
  init(withStaying: Double, leaving: (a: Double, b: Double)?) {
    let normals = Self.normals
    let normalWeights = Self.normalWeights
    var stays: [(value: Double, weight: Double)] = [(0, 1)]
    var (slope, remainder, negligible) = (0.0, 1.0, 0.0)
    if withStaying != 0, let leaving {
      stays = Self.standardisedStaying(leaving)
      slope = withStaying
      remainder = max(0, 1 - withStaying * withStaying).squareRoot()
      negligible = 1e-13 * (stays.map(\.weight).max() ?? 0)
    }
    var (nodes, weights) = ([SIMD2<Double>](), [SIMD2<Double>]())
    nodes.reserveCapacity(stays.count * normals.count / 2 + 1)
    weights.reserveCapacity(stays.count * normals.count / 2 + 1)
    let nothing = SIMD2(0.0, 0.0)
    var (node, weight) = (nothing, nothing)
    var lane = 0
    var total = 0.0
    for stay in stays {
      for index in normals.indices where stay.weight * normalWeights[index] > negligible {
        let own = stay.weight * normalWeights[index]
        node[lane] = slope * stay.value + remainder * normals[index]
        weight[lane] = own
        total += own
        if lane == 1 {
          nodes.append(node)
          weights.append(weight)
          (node, weight) = (nothing, nothing)
        }
        lane = 1 - lane
      }
    }
    if lane == 1 {
      nodes.append(node)
      weights.append(weight)
    }
    self.nodes = nodes
    self.weights = weights.map { $0 / total }
  }

  /// The intercept A; `rate` strictly between 0 and 1.
  func solve(rate: Double, spread: Double) -> Double {
    guard spread != 0 else { return ElementaryFunctions.logit(rate) }
    // The mean is increasing in A; Newton's steps are kept inside a shrinking bracket.
    var low = ElementaryFunctions.logit(rate) - 40 - 40 * abs(spread)
    var high = ElementaryFunctions.logit(rate) + 40 + 40 * abs(spread)
    // What a normal spread does to log-odds, nearly: a start two steps closer.
    var guess = ElementaryFunctions.logit(rate) * (1 + 0.346 * spread * spread).squareRoot()
    for _ in 0..<200 {
      let (mean, slope) = moments(guess, spread)
      if mean < rate { low = guess } else { high = guess }
      let newton = guess - (mean - rate) / slope
      let next = newton > low && newton < high ? newton : (low + high) / 2
      if abs(next - guess) <= 1e-7 * max(1, abs(guess)) { return next }  // quadratic: next is good to 1e-13
      guess = next
    }
    return guess
  }

  /// E[logistic(A + spread·W)] and its derivative in A.
  private func moments(_ intercept: Double, _ spread: Double) -> (mean: Double, slope: Double) {
    var means = SIMD2(0.0, 0.0)
    var slopes = SIMD2(0.0, 0.0)
    nodes.withUnsafeBufferPointer { nodes in
      weights.withUnsafeBufferPointer { weights in
        for index in nodes.indices {  // not `zip`, whose iterator costs more than the sum
          let weight = weights[index]
          let p = ElementaryFunctions.moderateLogistic(intercept + spread * nodes[index])
          let own = weight * p
          means += own
          slopes += own * (1 - p)
        }
      }
    }
    return (means[0] + means[1], slopes[0] + slopes[1])
  }

  /// s = (E[p] − p)/sd(p) over the distribution of p, as nodes with weights that sum to anything.
  private static func standardisedStaying(
    _ leaving: (a: Double, b: Double)
  ) -> [(value: Double, weight: Double)] {
    let (a, b) = leaving
    let mean = a / (a + b)
    let deviation = (a * b / ((a + b) * (a + b) * (a + b + 1))).squareRoot()
    var nodes: [(value: Double, weight: Double)] = []
    // p = logistic(π sinh t): p^a (1−p)^b cosh t dt is what remains of the density.
    let step = 0.125
    for index in -40...40 {
      let t = Double(index) * step
      let e = ElementaryFunctions.exp(t)
      let sinh = (e - 1 / e) / 2
      let cosh = (e + 1 / e) / 2
      let x = 3.141592653589793 * sinh
      let p = ElementaryFunctions.logistic(x)
      let logDensity = a * logLogistic(x) + b * logLogistic(-x)
      let weight = ElementaryFunctions.exp(logDensity) * cosh
      if weight > 0 { nodes.append(((mean - p) / deviation, weight)) }
    }
    let largest = nodes.map(\.weight).max() ?? 0
    return nodes.filter { $0.weight > 1e-17 * largest }
  }

  /// ln logistic(x), without cancellation.
  private static func logLogistic(_ x: Double) -> Double {
    x > 0
      ? -ElementaryFunctions.log(1 + ElementaryFunctions.exp(-x))
      : x - ElementaryFunctions.log(1 + ElementaryFunctions.exp(x))
  }
}
