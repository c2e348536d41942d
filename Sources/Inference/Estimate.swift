import ExperimentDesign
public import GSLNumerics

/// A quantity over the trials of a simulation, with its two kinds of uncertainty kept apart.
public struct Estimate: Equatable, Sendable {
  /// The mean over trials and its Monte Carlo error.
  public private(set) var overTrials: MonteCarloMean
  /// Parameter uncertainty: the central 90% of what the expectation may be under the assumptions.
  ///
  /// Where fewer than one trial in twenty carry nearly all of a mean (a rare outcome), the mean lies outside
  /// the central 90%; the interval is then widened to reach it. `nil` when no parameter is uncertain,
  /// fewer than ``fewestTrials`` trials have a value, or the noise of their installs hides what the parameters do.
  public private(set) var uncertaintyInterval90: Interval?

  /// - Parameters:
  ///   - series: the quantity, trial by trial; trials without a value are left out and counted.
  ///   - parametersVary: whether any parameter of the experiment is uncertain.
  ///   - range: what the quantity cannot leave, to which the interval is cut.
  /// - Returns: `nil` when no trial has a value.
  public init?(
    _ series: TrialSeries, parametersVary: Bool,
    range: ClosedRange<Double> = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
  ) throws(NumericsError) {
    guard let overTrials = try MonteCarloMean(series) else { return nil }
    self.overTrials = overTrials
    guard parametersVary, overTrials.count >= Self.fewestTrials else { return }
    let spread = try ParameterSpread(
      of: series.values.compactMap { $0 }, noise: series.meanSamplingVariance, parametersVary: true)
    guard !spread.isHidden else { return }
    let ends = try quantiles(spread.values, at: Interval.central90)
    uncertaintyInterval90 =
      Interval(lower: ends[0], upper: ends[1]).clamped(to: range).reaching(overTrials.mean)
  }

  /// The fewest trials whose 5% quantile lies among the values drawn: type 6 needs 1/(R + 1) ≤ 0.05.
  ///
  /// From fewer draws of the parameters no interval is given: it would look surer than it is.
  public static let fewestTrials = 19
}

extension Estimate {
  /// The same quantity with its sign turned: b − a in place of a − b.
  public var negated: Estimate {
    var estimate = self
    estimate.overTrials = overTrials.negated
    estimate.uncertaintyInterval90 = uncertaintyInterval90?.negated
    return estimate
  }
}

extension Estimate: Codable {
  private enum CodingKeys: String, CodingKey {
    case mean, mcse, sd
    case uncertaintyInterval90 = "uncertainty_interval_90"
    /// The same to a decoder that converts keys from snake case.
    case converted = "uncertaintyInterval90"
    case trials
  }

  /// The mean with each uncertainty apart.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(overTrials.mean, forKey: .mean)
    try members.encodeIfPresent(overTrials.mcse, forKey: .mcse)
    try members.encodeIfPresent(overTrials.standardDeviation, forKey: .sd)
    try members.encodeIfPresent(uncertaintyInterval90, forKey: .uncertaintyInterval90)
    try members.encode(overTrials.count, forKey: .trials)
  }

  /// The same again.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    overTrials = MonteCarloMean(
      mean: try members.decode(Double.self, forKey: .mean),
      mcse: try members.decodeIfPresent(Double.self, forKey: .mcse),
      standardDeviation: try members.decodeIfPresent(Double.self, forKey: .sd),
      count: try members.decode(Int.self, forKey: .trials))
    uncertaintyInterval90 =
      try members.decodeIfPresent(Interval.self, forKey: .uncertaintyInterval90)
      ?? members.decodeIfPresent(Interval.self, forKey: .converted)
  }
}
