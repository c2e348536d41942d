public import GSLNumerics

/// Where the uncertainty of one difference comes from, and what would narrow each part: standard
/// deviations in the quantity's own unit.
///
/// With s² the variance over R trials, B the parameters' share of it (``ParameterSpread``) and w̄ the
/// mean sampling variance within a trial: the parameters' standard deviation is √B·s, the error e of
/// the mean that of ``MonteCarloMean``. More trials divide it by the root of their multiple; more installs only
/// divide the w̄/R in its square.
public struct VarianceLedger: Equatable, Sendable {
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
    func mean(_ entries: [Double?]) -> Double? {
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
