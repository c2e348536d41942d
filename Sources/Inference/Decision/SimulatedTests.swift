import GSLNumerics

/// For every competing arm the share of real tests in which it has the best estimate.
///
/// Under a trial's parameters the estimates of a test are independent normals about the expected
/// differences, with the trial's test variances: nobody lives under two arms. The chance that an
/// arm is ahead is ∫ f_a Π F_b, by the trapezoidal rule in F_a over 48 steps that cover eight
/// standard deviations beyond the outermost arms, the sum over arms set to 1. The share is the mean
/// of the chances over all trials.
///
/// Its error is by bootstrap. A replicate changes the mean in two ways. It takes other trials, which
/// the mean of their chances says exactly. It also estimates other expected differences, as the noise
/// that it removes is another; that small change is integrated over at most 64 trials, evenly taken.
struct SimulatedTests {
  private let variances: TrialRows
  /// By trial and arm.
  private var chances: TrialRows
  private let shares: [Double]
  /// Positions at which a replicate is integrated anew.
  private let chosen: [Int]
  /// By arm, of the replicates' distances.
  private var squares: [Double]
  private var replicates = 0

  /// Trials that a replicate is integrated over, at most.
  private static let most = 64

  /// - Parameters:
  ///   - expected: of all trials of the table.
  ///   - shouldStop: asked before every trial.
  /// - Returns: `nil` where a test variance is unknown.
  init?(
    _ table: ObjectiveTable, _ expected: ExpectedDifferences, _ shouldStop: () -> Bool = { false }
  ) throws(NumericsError) {
    guard let variances = table.testVariances else { return nil }
    self.variances = variances
    let trials = expected.trials.total
    chosen = Array(stride(from: 0, to: trials, by: (trials + Self.most - 1) / Self.most))
    var chances = TrialRows(arms: expected.arms)
    chances.reserve(trials)
    var leading = LeadingChances(arms: expected.arms)
    try expected.forEachRow(of: expected.trials.drawn) { row, trial throws(NumericsError) in
      if shouldStop() { throw .stopped }
      try leading.set(row, variances, of: trial, resolution: expected.resolution)
      chances.append(leading.chances)
    }
    self.chances = chances
    shares = chances.means(over: expected.trials)
    squares = [Double](repeating: 0, count: expected.arms)
  }

  /// Adds a bootstrap replicate.
  ///
  /// - Parameters:
  ///   - expected: of the replicate.
  ///   - shouldStop: asked before every trial.
  mutating func add(
    _ expected: ExpectedDifferences, _ shouldStop: () -> Bool = { false }
  ) throws(NumericsError) {
    var distances = zip(chances.means(over: expected.trials), shares).map { $0 - $1 }
    var leading = LeadingChances(arms: expected.arms)
    try expected.forEachRow(of: chosen.map { expected.trials.drawn[$0] }) {
      row, trial throws(NumericsError) in
      if shouldStop() { throw .stopped }
      try leading.set(row, variances, of: trial, resolution: expected.resolution)
      for arm in distances.indices {
        distances[arm] += (leading.chances[arm] - chances[trial, arm]) / Double(chosen.count)
      }
    }
    for arm in distances.indices { squares[arm] += distances[arm] * distances[arm] }
    replicates += 1
  }

  /// The shares, with their errors by the replicates added.
  var won: [MonteCarloNumber] {
    shares.indices.map { arm in
      MonteCarloNumber(
        value: shares[arm], mcse: (squares[arm] / Double(max(1, replicates))).squareRoot())
    }
  }
}

/// The chance of each of several independent normals to be the largest, for many sets of them.
private struct LeadingChances {
  private(set) var chances: [Double]
  private var deviations: [Double]
  private var below: [Double]
  private var belowBefore: [Double]
  private var others: [Double]
  private var othersBefore: [Double]

  private static let steps = 48

  init(arms: Int) {
    chances = Array(repeating: 0, count: arms)
    deviations = chances
    (below, belowBefore, others, othersBefore) = (chances, chances, chances, chances)
  }

  /// Works out ``chances``.
  ///
  /// - Parameters:
  ///   - means: of the normals.
  ///   - variances: of the normals.
  ///   - trial: which of them.
  ///   - resolution: what means may differ by and still be equal, where nothing varies.
  mutating func set(
    _ means: [Double], _ variances: TrialRows, of trial: Int, resolution: Double
  ) throws(NumericsError) {
    for arm in means.indices { deviations[arm] = variances[trial, arm].squareRoot() }
    guard let widest = deviations.max(), widest > 0 else {
      let most = means.max() ?? 0
      let tied = means.count { $0 >= most - resolution }
      for arm in means.indices { chances[arm] = means[arm] >= most - resolution ? 1 / Double(tied) : 0 }
      return
    }
    // Who is ahead is decided above every arm's lower tail.
    var (low, high) = (-Double.infinity, -Double.infinity)
    for (mean, deviation) in zip(means, deviations) {
      low = max(low, mean - 4.5 * deviation)
      high = max(high, mean + 4.5 * deviation)
    }
    guard high > low else {
      let most = means.max()
      for arm in means.indices { chances[arm] = means[arm] == most ? 1 : 0 }
      return
    }
    for step in 0...Self.steps {
      swap(&below, &belowBefore)
      swap(&others, &othersBefore)
      let x = low + (high - low) * Double(step) / Double(Self.steps)
      for (arm, deviation) in deviations.enumerated() {
        below[arm] =
          deviation > 0
          ? try chance(below: (x - means[arm]) / deviation) : x >= means[arm] ? 1 : 0
      }
      setProductsOfOthers(&others, of: below)
      for arm in chances.indices {
        if step == 0 {
          // Below the first step the others are ahead of it but for their own tails.
          chances[arm] = below[arm] * others[arm] / 2
        } else {
          chances[arm] += (below[arm] - belowBefore[arm]) * (othersBefore[arm] + others[arm]) / 2
        }
      }
    }
    let total = chances.reduce(0, +)
    guard total > 0 else { return }
    for arm in chances.indices { chances[arm] /= total }
  }
}

/// That a standard normal is below a number; beyond 8.3 it is 0 or 1 to the last digit of 1.
@inline(__always)
private func chance(below z: Double) throws(NumericsError) -> Double {
  if z < -8.3 { return 0 }
  return z > 8.3 ? 1 : try StandardNormal.cumulative(z)
}

/// Sets each entry to the product of all factors but its own.
///
/// For many arms by the products of those before and of those after, which takes time in proportion to
/// them; for few each by itself, so that their last digits are what they always were.
private func setProductsOfOthers(_ products: inout [Double], of factors: [Double]) {
  guard factors.count > manyArms else {
    for own in factors.indices {
      products[own] = 1
      for other in factors.indices where other != own { products[own] *= factors[other] }
    }
    return
  }
  var before = 1.0
  for own in factors.indices {
    products[own] = before
    before *= factors[own]
  }
  var after = 1.0
  for own in factors.indices.reversed() {
    products[own] *= after
    after *= factors[own]
  }
}

/// More arms than this are many: work on every pair of them would take longer than the simulation.
let manyArms = 32
