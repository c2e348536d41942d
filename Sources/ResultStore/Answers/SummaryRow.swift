public import ExperimentDesign

/// What a metric came to, over the trials of a run, for one scenario and arm.
///
/// Kept so that any SQLite tool can read the answer without knowing statistics;
/// everything in it can be computed again from the tallies.
public struct SummaryRow: Hashable, Sendable {
  /// The scenario's position in the run.
  public var scenario: Int
  /// The arm's position in the run.
  public var arm: Int
  /// What was measured.
  public var metric: Metric
  /// Mean over the trials in which the metric has a denominator; `nil` when none has.
  public var mean: Double?
  /// Monte Carlo standard error of the mean: Monte Carlo error alone.
  public var mcse: Double?
  /// Standard deviation over trials.
  public var sd: Double?
  /// Trials with a denominator.
  public var trials: Int
  /// Lower end of the central 90% over trials: parameter uncertainty.
  public var low: Double?
  /// Upper end of the same.
  public var high: Double?

  /// All that has to be finite.
  var numbers: [Double?] { [mean, mcse, sd, low, high] }

  /// Creates a row.
  public init(
    scenario: Int, arm: Int, metric: Metric, mean: Double?, mcse: Double?, sd: Double?, trials: Int,
    low: Double?, high: Double?
  ) {
    self.scenario = scenario
    self.arm = arm
    self.metric = metric
    self.mean = mean
    self.mcse = mcse
    self.sd = sd
    self.trials = trials
    self.low = low
    self.high = high
  }
}
