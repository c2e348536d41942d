public import GSLNumerics

extension TrialSeries {
  /// The share of draws of the uncertain inputs in which the expectation is at least 0, the installs' noise removed
  /// (``ParameterSpread``); without uncertain inputs 1 or 0, as the mean is.
  ///
  /// Its error is a delete-one-block jackknife of the whole calculation, and never below the plus-four error that chances
  /// have in a ``Decision``: 0 and 1 have one too.
  ///
  /// - Returns: `nil` where no trial has a value, and of uncertain inputs for fewer than ``Estimate/fewestTrials``.
  public func chanceOfAtLeastZero(parametersVary: Bool) throws(NumericsError) -> MonteCarloNumber? {
    let trials = values.indices
    let present = trials.compactMap { trial in values[trial].map { (trial: trial, value: $0) } }
    guard !present.isEmpty else { return nil }
    guard parametersVary else {
      return MonteCarloNumber(value: try sampleMean(present.map(\.value)) >= 0 ? 1 : 0, mcse: 0)
    }
    guard present.count >= Estimate.fewestTrials else { return nil }
    let noise = meanSamplingVariance
    func share(of values: [Double]) throws(NumericsError) -> Double {
      let spread = try ParameterSpread(of: values, noise: noise, parametersVary: true)
      return Double(spread.values.count { $0 >= 0 }) / Double(values.count)
    }
    let all = try share(of: present.map(\.value))
    guard MonteCarloMean.blocks(of: trialsOfABlock, trials: trials.count) != nil else {
      return MonteCarloNumber(value: all, mcse: plusFourError(all, trials: present.count))
    }
    let blocks = jackknifeBlocks(trials: trials.count, trialsOfABlock: trialsOfABlock)
      .filter { block in
        let left = present.count { !block.contains($0.trial) }
        return left > 0 && left < present.count
      }
    let error = jackknifeError(
      try blocks.map { block throws(NumericsError) in
        try share(of: present.filter { !block.contains($0.trial) }.map(\.value))
      })
    return MonteCarloNumber(value: all, mcse: max(error, plusFourError(0, trials: present.count)))
  }
}
