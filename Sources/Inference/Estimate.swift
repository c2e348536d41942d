import ExperimentDesign
public import GSLNumerics

/// A quantity over the trials of a simulation, with its two kinds of uncertainty kept apart.
public struct Estimate: Equatable, Sendable {
  /// The mean over trials and its Monte Carlo error.
  public private(set) var overTrials: MonteCarloMean
  /// Parameter uncertainty: the central 90% of what the expectation may be under the assumptions.
  ///
  /// Where fewer than one trial in twenty carry nearly all of a mean (a rare outcome), the mean lies outside
  /// the central 90%; the interval is then widened to reach it. `nil` when no parameter is uncertain or
  /// fewer than ``fewestTrials`` trials have a value.
  public private(set) var uncertaintyInterval90: Interval?
  /// Whether ``uncertaintyInterval90`` is the most it can be, because the noise of the trials' installs hides what the
  /// parameters do or is not known.
  public private(set) var isAtMost: Bool

  /// - Parameters:
  ///   - series: the quantity, trial by trial; trials without a value are left out and counted.
  ///   - parametersVary: whether any parameter of the experiment is uncertain.
  ///   - range: what the quantity cannot leave, to which the interval is cut.
  ///   - mostNoise: the mean of the most that each trial's sampling variance can be, where the series has the least;
  ///     the interval is the most it can be unless the two leave nearly the same.
  /// - Returns: `nil` when no trial has a value.
  public init?(
    _ series: TrialSeries, parametersVary: Bool,
    range: ClosedRange<Double> = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude,
    mostNoise: Double? = nil
  ) throws(NumericsError) {
    guard let overTrials = try MonteCarloMean(series) else { return nil }
    self.overTrials = overTrials
    let spread = try ParameterSpread(
      of: series.values.compactMap { $0 }, noise: series.meanSamplingVariance, parametersVary: parametersVary)
    let enough = overTrials.count >= Self.fewestTrials
    isAtMost = enough && (spread.isAtMost || spread.isHidden(by: mostNoise, in: overTrials))
    uncertaintyInterval90 =
      parametersVary && enough ? try spread.interval().clamped(to: range).reaching(overTrials.mean) : nil
  }

  /// The fewest trials whose 5% quantile lies among the values drawn: type 6 needs 1/(R + 1) ≤ 0.05.
  ///
  /// From fewer draws of the parameters no interval is given: it would look surer than it is.
  public static let fewestTrials = 19
}

extension Estimate {
  /// ``uncertaintyInterval90`` where it is distinguished from the noise, and not the most it can be.
  public var distinctUncertaintyInterval90: Interval? { isAtMost ? nil : uncertaintyInterval90 }

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
    case uncertaintyInterval90IsAtMost = "uncertainty_interval_90_is_at_most"
    case trials
  }

  /// The mean with each uncertainty apart.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(overTrials.mean, forKey: .mean)
    try members.encodeIfPresent(overTrials.mcse, forKey: .mcse)
    try members.encodeIfPresent(overTrials.standardDeviation, forKey: .sd)
    try members.encodeIfPresent(uncertaintyInterval90, forKey: .uncertaintyInterval90)
    try members.encode(isAtMost, forKey: .uncertaintyInterval90IsAtMost)
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
    uncertaintyInterval90 = try members.decodeIfPresent(Interval.self, forKey: .uncertaintyInterval90)
    isAtMost = try members.decode(Bool.self, forKey: .uncertaintyInterval90IsAtMost)
  }
}
