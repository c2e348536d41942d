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
  /// One value of s, its weight, and the normals that are not negligible beside it.
  private struct Stay {
    var value: Double
    var weight: Double
    var normals: Range<Int>
  }

  private let stays: [Stay]
  /// The normal's nodes and their weights, two at a time.
  private let normals: [SIMD2<Double>]
  private let weights: [SIMD2<Double>]
  /// What all weights sum to.
  private let total: Double
  private let withStaying: Double
  private let remainder: Double

  /// Steps between the normal's nodes, and how far they reach to each side at least: there the density is 2e-11 of its
  /// highest.
  private static let largestStep = 0.6
  private static let smallestStep = 0.125
  private static let reach = 7.0
  /// Weights below this share of the largest are left out.
  private static let negligible = 1e-13

  /// - Parameters:
  ///   - withStaying: ρ₂.
  ///   - leaving: the Beta's shapes; `nil` for a constant leaving probability.
  ///   - widest: the largest spread that is to be solved for.
  init(withStaying: Double, leaving: (a: Double, b: Double)?, widest: Double) {
    let isSpread = withStaying != 0 && leaving != nil
    self.withStaying = isSpread ? withStaying : 0
    remainder = isSpread ? max(0, 1 - withStaying * withStaying).squareRoot() : 1
    let values = leaving.flatMap { isSpread ? Self.standardisedStaying($0) : nil } ?? [(0, 1)]
    // The rule's error is near exp(−2π²/(step·spread)), since the logistic has its poles at ±πi: 3e-13 by this step, up to a
    // spread of 5.
    let width = abs(widest) * remainder
    let step = width > 0 ? min(Self.largestStep, max(Self.smallestStep, 0.68 / width)) : Self.largestStep
    let last = Int(Self.reach / step) + 1
    // An even number of nodes, so that they go by twos: the one at the end weighs next to nothing.
    let pairs = last + 1
    let normals = (0..<pairs).map { SIMD2(Double(2 * $0 - last), Double(2 * $0 - last + 1)) * step }
    let weights = normals.map { node in
      SIMD2(
        ElementaryFunctions.exp(-0.5 * node[0] * node[0]), ElementaryFunctions.exp(-0.5 * node[1] * node[1]))
    }
    let least = Self.negligible * (values.map(\.weight).max() ?? 0)
    var total = 0.0
    stays = values.compactMap { value, weight in
      var range = 0..<pairs
      while let first = range.first, weight * weights[first][1] <= least { range.removeFirst() }
      while let last = range.last, weight * weights[last][0] <= least { range.removeLast() }
      guard !range.isEmpty else { return nil }
      total += weight * range.reduce(0) { $0 + weights[$1].sum() }
      return Stay(value: value, weight: weight, normals: range)
    }
    (self.normals, self.weights, self.total) = (normals, weights, total)
  }

  /// The intercept A; `rate` strictly between 0 and 1.
  func solve(rate: Double, spread: Double) -> Double {
    guard spread != 0 else { return ElementaryFunctions.logit(rate) }
    // The mean is increasing in A; steps are kept inside a shrinking bracket.
    var low = ElementaryFunctions.logit(rate) - 40 - 40 * abs(spread)
    var high = ElementaryFunctions.logit(rate) + 40 + 40 * abs(spread)
    // What a normal spread does to log-odds, nearly: a start two steps closer.
    var guess = ElementaryFunctions.logit(rate) * (1 + 0.346 * spread * spread).squareRoot()
    for _ in 0..<200 {
      let (mean, slope, curvature) = moments(guess, spread)
      if mean < rate { low = guess } else { high = guess }
      // Halley's step: the next error is a tenth of the cube of this one.
      let newton = (mean - rate) / slope
      let halley = guess - newton / (1 - newton * curvature / (2 * slope))
      let next = halley > low && halley < high ? halley : (low + high) / 2
      if abs(next - guess) <= 1e-4 * max(1, abs(guess)) { return next }
      guess = next
    }
    return guess
  }

  /// E[logistic(A + spread·W)] and its first two derivatives in A.
  private func moments(
    _ intercept: Double, _ spread: Double
  ) -> (mean: Double, slope: Double, curvature: Double) {
    var means = SIMD2(0.0, 0.0)
    var slopes = SIMD2(0.0, 0.0)
    var curvatures = SIMD2(0.0, 0.0)
    let width = spread * remainder
    normals.withUnsafeBufferPointer { normals in
      weights.withUnsafeBufferPointer { weights in
        for stay in stays {
          let centre = intercept + spread * withStaying * stay.value
          var (mean, slope, curvature) = (SIMD2(0.0, 0.0), SIMD2(0.0, 0.0), SIMD2(0.0, 0.0))
          for index in stay.normals {  // not `zip`, whose iterator costs more than the sum
            let p = ElementaryFunctions.moderateLogistic(centre + width * normals[index])
            let q = 1 - p
            let own = weights[index] * p
            let change = own * q
            mean += own
            slope += change
            curvature += change * (q - p)
          }
          means += stay.weight * mean
          slopes += stay.weight * slope
          curvatures += stay.weight * curvature
        }
      }
    }
    return (
      (means[0] + means[1]) / total, (slopes[0] + slopes[1]) / total, (curvatures[0] + curvatures[1]) / total
    )
  }

  /// s = (E[p] − p)/sd(p) over the distribution of p, as nodes with weights that sum to anything.
  private static func standardisedStaying(
    _ leaving: (a: Double, b: Double)
  ) -> [(value: Double, weight: Double)] {
    let (a, b) = leaving
    let mean = a / (a + b)
    let deviation = (a * b / ((a + b) * (a + b) * (a + b + 1))).squareRoot()
    // p = logistic(centre + scale·sinh t): p^a (1−p)^b cosh t dt is what remains of the density. A Beta that is narrow on
    // the scale of log-odds would fall between the nodes, which therefore lie about its mode, three
    // eighths of its width apart.
    let width = (1 / a + 1 / b).squareRoot()
    let isNarrow = 3 * width < 3.141592653589793
    let scale = isNarrow ? 3 * width : 3.141592653589793
    let centre = isNarrow ? ElementaryFunctions.log(a / b) : 0
    // Of a narrow one the density itself is next to nothing.
    let atCentre = Logistic(centre)
    let highest = isNarrow ? a * atCentre.log + b * atCentre.logOfComplement : 0
    var nodes: [(value: Double, weight: Double)] = []
    nodes.reserveCapacity(substitution.count)
    for (sinh, cosh) in substitution {
      let there = Logistic(centre + scale * sinh)
      let logDensity = a * there.log + b * there.logOfComplement - highest
      let weight = ElementaryFunctions.exp(logDensity) * cosh
      if weight > 0 { nodes.append(((mean - there.value) / deviation, weight)) }
    }
    let largest = nodes.map(\.weight).max() ?? 0
    return nodes.filter { $0.weight > 1e-17 * largest }
  }

  /// sinh t and cosh t at the nodes, an eighth apart.
  private static let substitution: [(sinh: Double, cosh: Double)] = (-40...40).map { index in
    let e = ElementaryFunctions.exp(Double(index) * 0.125)
    return ((e - 1 / e) / 2, (e + 1 / e) / 2)
  }

  /// logistic(x), its logarithm and that of logistic(−x), without cancellation.
  private struct Logistic {
    let value: Double
    let log: Double
    let logOfComplement: Double

    init(_ x: Double) {
      let e = ElementaryFunctions.exp(-x.magnitude)
      let softplus = ElementaryFunctions.log(1 + e)
      value = (x < 0 ? e : 1) / (1 + e)
      (log, logOfComplement) = x > 0 ? (-softplus, -x - softplus) : (x - softplus, -softplus)
    }
  }
}
