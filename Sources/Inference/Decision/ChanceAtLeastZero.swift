public import GSLNumerics

extension TrialSeries {
  /// A share of draws that noise does not explain away.
  private static let told = 0.9

  /// The share of draws of the uncertain inputs in which the expectation is at least 0; without uncertain inputs 1 or 0,
  /// as the mean is.
  ///
  /// Draws are taken as they are. The noise of the installs spreads them, so that a share that is nearly all or nothing is
  /// no less so without; to scale it off about the mean would lift the bulk of a skewed quantity past a limit.
  ///
  /// Its error is a delete-one-block jackknife of the whole calculation, and never below the plus-four error that chances
  /// have in a ``Decision``: 0 and 1 have one too.
  ///
  /// - Returns: `nil` where no trial has a value, and of uncertain inputs for fewer than ``Estimate/fewestTrials``, and
  ///   where noise hides what they do (``ParameterSpread/isHidden``), unless it is so in ``told`` of draws or hardly any.
  public func chanceOfAtLeastZero(parametersVary: Bool) throws(NumericsError) -> MonteCarloNumber? {
    let trials = values.indices
    let present = trials.compactMap { trial in values[trial].map { (trial: trial, value: $0) } }
    guard !present.isEmpty else { return nil }
    guard parametersVary else {
      return MonteCarloNumber(value: try sampleMean(present.map(\.value)) >= 0 ? 1 : 0, mcse: 0)
    }
    guard present.count >= Estimate.fewestTrials else { return nil }
    func share(of draws: [(trial: Int, value: Double)]) -> Double {
      Double(draws.count { $0.value >= 0 }) / Double(draws.count)
    }
    let all = share(of: present)
    let spread = try ParameterSpread(
      of: present.map(\.value), noise: meanSamplingVariance, parametersVary: true)
    guard !spread.isHidden || max(all, 1 - all) >= Self.told else { return nil }
    guard MonteCarloMean.blocks(of: trialsOfABlock, trials: trials.count) != nil else {
      return MonteCarloNumber(value: all, mcse: plusFourError(all, trials: present.count))
    }
    let blocks = jackknifeBlocks(trials: trials.count, trialsOfABlock: trialsOfABlock)
      .filter { block in
        let left = present.count { !block.contains($0.trial) }
        return left > 0 && left < present.count
      }
    let error = jackknifeError(
      blocks.map { block in share(of: present.filter { !block.contains($0.trial) }) })
    return MonteCarloNumber(value: all, mcse: max(error, plusFourError(0, trials: present.count)))
  }
}
