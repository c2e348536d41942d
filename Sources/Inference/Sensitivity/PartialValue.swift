/// What it would be worth to know one group of parameters before choosing, E[max_a E[μ_a | θ_i]] −
/// max_a E[μ_a], in units of the objective.
///
/// By nonparametric regression (Strong, Oakley & Brennan 2014): every arm's values are fitted on the group's functions.
/// Taking the largest fitted value as what is gained would count the fits' own errors as knowledge. Instead each trial
/// is decided by fits that have not seen its block, and so is the choice without knowing; what is averaged is the
/// trial's own difference between the two choices. It can come out below 0 by chance.
///
/// - Parameter arms: for every competing arm its objective, more being better, trial by trial.
func partialValue(_ basis: SmoothBasis, arms: [[Double]], blocks: [Range<Int>]) -> MonteCarloNumber {
  let fitted = arms.map { FoldedFit(basis.columns, $0, folds: blocks) }
  var gains: [Double] = []
  for (fold, block) in blocks.enumerated() {
    let fits = fitted.map { $0.without(fold).coefficients }
    let unknowing = position(
      ofLargest: arms.map { values in
        var sum = 0.0
        for trial in values.indices where !block.contains(trial) { sum += values[trial] }
        return sum
      })
    for trial in block {
      let knowing = position(
        ofLargest: fits.map { fit in
          zip(fit.dropFirst(), basis.columns).reduce(fit[0]) { $0 + $1.0 * $1.1[trial] }
        })
      gains.append(arms[knowing][trial] - arms[unknowing][trial])
    }
  }
  let count = Double(gains.count)
  let mean = gains.reduce(0, +) / count
  let square = gains.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / max(1, count - 1)
  return MonteCarloNumber(value: mean, mcse: (square / count).squareRoot())
}

/// The first of the largest.
private func position(ofLargest values: [Double]) -> Int {
  var best = 0
  for index in values.indices where values[index] > values[best] { best = index }
  return best
}
