import GSLNumerics

/// For every competing arm the share of real tests in which it has the best estimate.
///
/// Under a trial's parameters the estimates of a test are independent normals about the expected
/// differences, with the trial's test variances: nobody lives under two arms. The chance that an
/// arm is ahead is ∫ f_a Π F_b, by the trapezoidal rule in F_a over 48 steps that cover eight
/// standard deviations beyond the outermost arms, the sum over arms set to 1. At most 512 trials,
/// evenly taken, are integrated over; the error is by bootstrap of those.
/// - Returns: `nil` where a test variance is unknown.
func testsWon(
  _ table: ObjectiveTable, _ expected: ExpectedDifferences, parametersVary: Bool, replicates: Int
) throws(NumericsError) -> [MonteCarloNumber]? {
  guard let variances = table.testVariances else { return nil }
  let trials = expected.byTrial.count
  let stride = (trials + 511) / 512
  let chosen = Array(Swift.stride(from: 0, to: trials, by: stride))
  func mean(_ shares: [[Double]]) -> [Double] {
    table.arms.indices.map { arm in shares.reduce(0) { $0 + $1[arm] } / Double(shares.count) }
  }
  func shares(_ expected: ExpectedDifferences, _ positions: [Int], _ trials: [Int]) throws(NumericsError)
    -> [Double]
  {
    var found: [[Double]] = []
    for (position, trial) in zip(positions, trials) {
      found.append(
        try leadingChances(
          expected.byTrial[position], variances[trial], resolution: expected.resolution))
    }
    return mean(found)
  }
  let whole = try shares(expected, chosen, chosen)
  var sums = [Double](repeating: 0, count: whole.count)
  for replicate in ResampledTrials(trials: trials, replicates: replicates) {
    let again = try ExpectedDifferences(table, trials: replicate, parametersVary: parametersVary)
    let part = try shares(again, chosen, chosen.map { replicate[$0] })
    for arm in whole.indices { sums[arm] += (part[arm] - whole[arm]) * (part[arm] - whole[arm]) }
  }
  return whole.indices.map { arm in
    MonteCarloNumber(
      value: whole[arm], mcse: (sums[arm] / Double(max(1, replicates))).squareRoot())
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
  var below: [[Double]] = []
  for step in 0...steps {
    let x = low + (high - low) * Double(step) / Double(steps)
    var row: [Double] = []
    for (mean, deviation) in zip(means, deviations) {
      row.append(
        deviation > 0 ? try StandardNormal.cumulative((x - mean) / deviation) : x >= mean ? 1 : 0)
    }
    below.append(row)
  }
  let others = below.map { row in
    row.indices.map { arm in row.indices.reduce(1) { $1 == arm ? $0 : $0 * row[$1] } }
  }
  var chances = [Double](repeating: 0, count: means.count)
  for arm in chances.indices {
    // Below the first step the others are ahead of it but for their own tails.
    chances[arm] = below[0][arm] * others[0][arm] / 2
    for step in 0..<steps {
      chances[arm] +=
        (below[step + 1][arm] - below[step][arm]) * (others[step][arm] + others[step + 1][arm]) / 2
    }
  }
  let total = chances.reduce(0, +)
  return total > 0 ? chances.map { $0 / total } : chances
}
