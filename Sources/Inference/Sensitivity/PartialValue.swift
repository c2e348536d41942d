/// What it would be worth to know one group of parameters before choosing, E[max_a E[μ_a | θ_i]] −
/// max_a E[μ_a], in units of the objective.
///
/// By nonparametric regression (Strong, Oakley & Brennan 2014): every arm's differences are fitted on
/// the group's functions. Taking the largest fitted value as what is gained would count the fits' own
/// errors as knowledge. Instead each trial is decided by fits that have not seen it, and so is the
/// choice without knowing; what is averaged is the trial's own difference between the two choices.
/// That is unbiased for what the fitted rule gains, and the rule falls short of the best one only
/// where the arms are nearly equal, where it costs least. It can come out below 0 by chance.
/// - Parameters:
///   - functions: of the group.
///   - arms: for every competing arm its objective, more being better, trial by trial.
/// - Returns: `nil` where the functions cannot be fitted.
func partialValue(_ functions: some TrialFunctions, arms: [[Double]]) -> MonteCarloNumber? {
  var fits: [AdditiveFit] = []
  var contributions: [[Double]] = []
  for arm in arms {
    guard let fit = AdditiveFit(functions, arm) else { return nil }
    fits.append(fit)
    contributions.append(fit.contribution(of: functions, from: 0))
  }
  let trials = arms[0].count
  let folds = AdditiveFit.folds
  let unknowing = (0..<folds).map { fold in
    position(
      ofLargest: arms.map { values in
        var sum = 0.0
        for trial in values.indices where trial % folds != fold { sum += values[trial] }
        return sum
      })
  }
  let gains = (0..<trials).map { trial -> Double in
    let knowing = position(
      ofLargest: arms.indices.map { fits[$0].intercept(of: trial) + contributions[$0][trial] })
    return arms[knowing][trial] - arms[unknowing[trial % folds]][trial]
  }
  let mean = gains.reduce(0, +) / Double(trials)
  let square = gains.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(max(1, trials - 1))
  return MonteCarloNumber(value: mean, mcse: (square / Double(trials)).squareRoot())
}

/// The first of the largest.
private func position(ofLargest values: [Double]) -> Int {
  var best = 0
  for index in values.indices where values[index] > values[best] { best = index }
  return best
}
