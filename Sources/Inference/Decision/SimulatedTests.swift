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
/// that it removes is another; that small change is integrated over at most 512 trials, evenly taken.
struct SimulatedTests {
  private let variances: [[Double]]
  /// By trial and arm.
  private var chances: TrialRows
  private let shares: [Double]
  /// Positions at which a replicate is integrated anew.
  private let chosen: [Int]
  /// By arm, of the replicates' distances.
  private var squares: [Double]
  private var replicates = 0

  /// Trials that a replicate is integrated over, at most.
  private static let most = 512

  /// - Parameters:
  ///   - expected: of all trials of the table.
  ///   - shouldStop: asked before every trial.
  /// - Returns: `nil` where a test variance is unknown.
  init?(
    _ table: ObjectiveTable, _ expected: ExpectedDifferences, _ shouldStop: () -> Bool = { false }
  ) throws(NumericsError) {
    guard let variances = table.testVariances else { return nil }
    self.variances = variances
    let trials = expected.byTrial.count
    let arms = expected.byTrial.arms
    chosen = Array(stride(from: 0, to: trials, by: (trials + Self.most - 1) / Self.most))
    chances = TrialRows(arms: arms)
    chances.reserve(trials)
    for trial in 0..<trials {
      if shouldStop() { throw .stopped }
      chances.append(try Self.chances(expected, at: trial, variances[trial]))
    }
    shares = chances.means(over: Array(0..<trials))
    squares = [Double](repeating: 0, count: arms)
  }

  /// Adds a bootstrap replicate.
  ///
  /// - Parameters:
  ///   - expected: of the replicate.
  ///   - trials: the table's trials in it.
  ///   - shouldStop: asked before every trial.
  mutating func add(
    _ expected: ExpectedDifferences, trials: [Int], _ shouldStop: () -> Bool = { false }
  ) throws(NumericsError) {
    var distances = zip(chances.means(over: trials), shares).map { $0 - $1 }
    for position in chosen {
      if shouldStop() { throw .stopped }
      let trial = trials[position]
      let again = try Self.chances(expected, at: position, variances[trial])
      for arm in again.indices {
        distances[arm] += (again[arm] - chances[trial, arm]) / Double(chosen.count)
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

  private static func chances(
    _ expected: ExpectedDifferences, at position: Int, _ variances: [Double]
  ) throws(NumericsError) -> [Double] {
    try leadingChances(
      (0..<expected.byTrial.arms).map { expected.byTrial[position, $0] }, variances,
      resolution: expected.resolution)
  }
}

/// The chance of each of several independent normals to be the largest.
private func leadingChances(
  _ means: [Double], _ variances: [Double], resolution: Double
) throws(NumericsError) -> [Double] {
  let deviations = variances.map { $0.squareRoot() }
  guard let widest = deviations.max(), widest > 0 else {
    let most = means.max() ?? 0
    let tied = means.count { $0 >= most - resolution }
    return means.map { $0 >= most - resolution ? 1 / Double(tied) : 0 }
  }
  let steps = 48
  // Who is ahead is decided above every arm's lower tail.
  let low = zip(means, deviations).map { $0 - 4.5 * $1 }.max() ?? 0
  let high = zip(means, deviations).map { $0 + 4.5 * $1 }.max() ?? 0
  guard high > low else { return means.map { $0 == means.max() ? 1 : 0 } }
  var chances = [Double](repeating: 0, count: means.count)
  var (below, belowBefore) = (chances, chances)
  var (others, othersBefore) = (chances, chances)
  for step in 0...steps {
    swap(&below, &belowBefore)
    swap(&others, &othersBefore)
    let x = low + (high - low) * Double(step) / Double(steps)
    for (arm, deviation) in deviations.enumerated() {
      below[arm] =
        deviation > 0
        ? try StandardNormal.cumulative((x - means[arm]) / deviation) : x >= means[arm] ? 1 : 0
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
  return total > 0 ? chances.map { $0 / total } : chances
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
