public import ExperimentDesign
public import GSLNumerics

/// A quantity over the trials of a simulation, with the three kinds of uncertainty kept apart.
public struct Estimate: Equatable, Sendable {
  /// The mean over trials and its Monte Carlo error.
  public private(set) var overTrials: MonteCarloMean
  /// Parameter uncertainty: the central 90% of what the expectation may be under the assumptions.
  ///
  /// Where fewer than one trial in twenty carry nearly all of a mean (a rare outcome), the mean lies outside
  /// the central 90%; the interval is then widened to reach it. `nil` when no parameter is uncertain or
  /// fewer than ``fewestTrials`` trials have a value.
  public private(set) var uncertaintyInterval90: Interval?
  /// The 90% prediction interval of a test: where its estimate would lie in 90 of 100 tests.
  ///
  /// Parameters and the sampling of independent people together, so never inside `uncertaintyInterval90`,
  /// though the two are estimated apart; `nil` where the trials do not show it.
  public private(set) var predictionInterval90: Interval?
  /// The share of the variance over trials that is the parameters', in [0, 1].
  public let parameterShare: Double
  /// Whether ``uncertaintyInterval90`` is the most it can be, because the noise of the trials' installs hides what the
  /// parameters do or is not known.
  public private(set) var isAtMost: Bool

  /// - Parameters:
  ///   - series: the quantity, trial by trial; trials without a value are left out and counted.
  ///   - parametersVary: whether any parameter of the experiment is uncertain.
  ///   - range: what the quantity cannot leave, to which both intervals are cut.
  /// - Returns: `nil` when no trial has a value.
  public init?(
    _ series: TrialSeries, parametersVary: Bool,
    range: ClosedRange<Double> = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
  ) throws(NumericsError) {
    guard let overTrials = try MonteCarloMean(series) else { return nil }
    self.overTrials = overTrials
    let present = series.values.indices.filter { series.values[$0] != nil }
    let noise = series.meanSamplingVariance
    let spread = ParameterSpread(
      of: series.values.compactMap { $0 }, mean: overTrials.mean, variance: overTrials.variance ?? 0,
      noise: noise, parametersVary: parametersVary)
    parameterShare = spread.parameterShare
    let enough = present.count >= Self.fewestTrials
    isAtMost = enough && spread.isAtMost
    uncertaintyInterval90 =
      parametersVary && enough ? try spread.interval().clamped(to: range).reaching(overTrials.mean) : nil
    if let testVariances = allKnown(series.testVariances, present), enough || !parametersVary {
      let interval = try spread.testInterval(testVariances: testVariances).clamped(to: range)
      predictionInterval90 = uncertaintyInterval90.map(interval.hull) ?? interval
    } else {
      predictionInterval90 = nil
    }
  }

  /// The fewest trials whose 5% quantile lies among the values drawn: type 6 needs 1/(R + 1) ≤ 0.05.
  ///
  /// From fewer draws of the parameters no interval is given: it would look surer than it is.
  public static let fewestTrials = 19
}

/// The entries at these positions, or `nil` when one of them is unknown.
private func allKnown(_ entries: TrialColumn, _ positions: [Int]) -> [Double]? {
  let known = positions.compactMap { entries[$0] }
  return known.count == positions.count ? known : nil
}

extension Estimate {
  /// A metric of one arm; see ``TrialSeries/init(of:in:testInstalls:)-metric``.
  ///
  /// Where a trial does not show its own precision (rates per request and per showing, the median
  /// day), the prediction interval is read off the trials themselves, each of which is such a test.
  /// - Returns: `nil` when no trial has a value.
  public static func of(
    _ metric: Metric, in tallies: [Tally], parametersVary: Bool
  ) throws(NumericsError) -> Estimate? {
    try of(metric, series: TrialSeries(of: metric, in: tallies), parametersVary: parametersVary)
  }

  /// A metric of one arm, from its series over the trials.
  ///
  /// As ``of(_:in:parametersVary:)``, for callers that keep a trial's numbers and not its tallies.
  public static func of(
    _ metric: Metric, series: TrialSeries, parametersVary: Bool
  ) throws(NumericsError) -> Estimate? {
    guard var estimate = try Estimate(series, parametersVary: parametersVary, range: metric.legalRange)
    else { return nil }
    guard estimate.predictionInterval90 == nil, estimate.overTrials.count > 1 else { return estimate }
    let ends = try quantiles(series.values.compactMap { $0 }, at: Interval.central90)
    estimate.predictionInterval90 = Interval(lower: ends[0], upper: ends[1])
    return estimate
  }

  /// ``uncertaintyInterval90`` where it is distinguished from the noise, and not the most it can be.
  public var distinctUncertaintyInterval90: Interval? { isAtMost ? nil : uncertaintyInterval90 }

  /// The same with ``uncertaintyInterval90`` taken for an upper bound.
  public var asAtMost: Estimate {
    var estimate = self
    estimate.isAtMost = uncertaintyInterval90 != nil
    return estimate
  }

  /// The same quantity with its sign turned: b − a in place of a − b.
  public var negated: Estimate {
    var estimate = self
    estimate.overTrials = overTrials.negated
    estimate.uncertaintyInterval90 = uncertaintyInterval90?.negated
    estimate.predictionInterval90 = predictionInterval90?.negated
    return estimate
  }
}

extension Estimate: Encodable {
  private enum CodingKeys: String, CodingKey {
    case mean, mcse, sd
    case uncertaintyInterval90 = "uncertainty_interval_90"
    case uncertaintyInterval90IsAtMost = "uncertainty_interval_90_is_at_most"
    case predictionInterval90 = "prediction_interval_90"
    case trials
  }

  /// The mean with each of the three uncertainties apart.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(overTrials.mean, forKey: .mean)
    try members.encodeIfPresent(overTrials.mcse, forKey: .mcse)
    try members.encodeIfPresent(overTrials.standardDeviation, forKey: .sd)
    try members.encodeIfPresent(uncertaintyInterval90, forKey: .uncertaintyInterval90)
    try members.encode(isAtMost, forKey: .uncertaintyInterval90IsAtMost)
    try members.encodeIfPresent(predictionInterval90, forKey: .predictionInterval90)
    try members.encode(overTrials.count, forKey: .trials)
  }
}
