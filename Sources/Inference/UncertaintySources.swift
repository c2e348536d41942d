public import GSLNumerics

/// Where the uncertainty of one difference comes from, and what would narrow each part: standard
/// deviations in the quantity's own unit.
///
/// With s² the variance over R trials, B the parameters' share of it (``ParameterSpread``) and w̄ the
/// mean sampling variance within a trial: the parameters' standard deviation is √B·s, the error e of
/// the mean that of ``MonteCarloMean``. More trials divide it by the root of their multiple; more installs only
/// divide the w̄/R in its square.
///
/// The error of the parameters' standard deviation is by the fourth moment of independent trials, with the error of the
/// noise. Of trials that are drawn together in blocks, which have nearly the same spread in each, it is by a jackknife over
/// the blocks, where there are enough of them (``MonteCarloMean/fewestBlocks``).
public struct UncertaintySources: Equatable, Sendable {
  /// The uncertain inputs, which only data narrows.
  ///
  /// `nil` when no parameter is uncertain.
  public let parameters: MonteCarloNumber?
  /// What the sampling of independent people adds in a real test.
  ///
  /// It falls with the root of the people in the test; `nil` where the trials do not show it.
  public let test: Double?
  /// The Monte Carlo error of the mean, which says nothing about the world.
  public let simulation: Double
  /// The Monte Carlo error that four times the trials would leave.
  public let withFourTimesTheTrials: Double
  /// The Monte Carlo error that twice the installs per trial would leave.
  ///
  /// `nil` where the sampling within a trial is unknown.
  public let withTwiceTheInstalls: Double?

  /// - Parameters:
  ///   - difference: trial by trial.
  ///   - parametersVary: whether any parameter of the experiment is uncertain.
  /// - Returns: `nil` with fewer than two trials.
  /// - Throws: `NumericsError.notFinite`.
  public init?(_ difference: TrialSeries, parametersVary: Bool) throws(NumericsError) {
    let present = difference.values.indices.filter { difference.values[$0] != nil }
    let values = difference.values.compactMap { $0 }
    guard values.count > 1 else { return nil }
    let count = Double(values.count)
    let variance = try sampleVariance(values)
    func mean(_ entries: TrialColumn) -> Double? {
      let known = present.compactMap { entries[$0] }
      return known.count == present.count ? known.reduce(0, +) / count : nil
    }
    let sampling = difference.meanSamplingVariance
    let noise = sampling.map { min($0.value, variance) }
    let error = try MonteCarloMean(difference)?.mcse ?? 0
    simulation = error
    withFourTimesTheTrials = simulation / 2
    withTwiceTheInstalls = noise.map { max(0, error * error - $0 / (2 * count)).squareRoot() }
    test = mean(difference.testVariances).map { $0.squareRoot() }
    let spread = max(0, variance - (noise ?? 0)).squareRoot()
    guard parametersVary, values.count >= Estimate.fewestTrials else {
      parameters = nil
      return
    }
    if spread > 0, let error = jackknifed(difference) {
      parameters = MonteCarloNumber(value: spread, mcse: error)
      return
    }
    // The error of a variance by its fourth moment, with that of the noise, carried to the root.
    let centre = try sampleMean(values)
    let fourth = values.reduce(0) { sum, value in
      let square = (value - centre) * (value - centre)
      return sum + (square - variance) * (square - variance)
    }
    let noiseError = sampling?.mcse ?? 0
    let spreadError = (fourth / count / count + noiseError * noiseError).squareRoot()
    parameters = MonteCarloNumber(
      value: spread, mcse: spread > 0 ? spreadError / (2 * spread) : spreadError.squareRoot())
  }
}

/// The error of the standard deviation without noise, by leaving out each block of trials in turn; `nil` where there are
/// too few blocks, or none.
private func jackknifed(_ difference: TrialSeries) -> Double? {
  /// Sums over trials: their count, values and squares of these; and of the noise's variance.
  struct Sums {
    var values = SIMD4<Double>()
    var noise = SIMD2<Double>()

    var deviation: Double {
      let (count, sum) = (values[0], values[1])
      let variance = (values[2] - sum * sum / count) / (count - 1)
      return max(0, variance - (noise[0] > 0 ? noise[1] / noise[0] : 0)).squareRoot()
    }
  }
  let block = difference.trialsOfABlock
  let trials = difference.values.indices
  guard block > 1, trials.count >= MonteCarloMean.fewestBlocks * block else { return nil }
  let present = trials.filter { difference.values[$0] != nil }
  let isExact = present.allSatisfy { difference.samplingVariances[$0] != nil }
  // About the first value, so that few digits are lost.
  let centre = present.first.flatMap { difference.values[$0] } ?? 0
  let sums = stride(from: 0, to: trials.count, by: block).map { first in
    var sums = Sums()
    for trial in first..<min(first + block, trials.count) {
      guard let value = difference.values[trial].map({ $0 - centre }) else { continue }
      sums.values += SIMD4(1, value, value * value, 0)
      let noise = isExact ? difference.samplingVariances[trial] : difference.noise[trial].map { $0 * $0 }
      if let noise { sums.noise += SIMD2(1, noise) }
    }
    return sums
  }
  let all = sums.reduce(into: Sums()) {
    $0.values += $1.values
    $0.noise += $1.noise
  }
  let without = sums.map { Sums(values: all.values - $0.values, noise: all.noise - $0.noise).deviation }
  let blocks = Double(without.count)
  let mean = without.reduce(0, +) / blocks
  return ((blocks - 1) / blocks * without.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }).squareRoot()
}
