import ExperimentDesign

/// How much of an answer is worked out.
///
/// What is not wanted is not kept of the trials either.
public enum AnswerScope: Sendable {
  /// What the short text speaks of: its metrics, and no prediction of a test.
  case short
  /// The short answer, and the mean and range of every metric beside it, as they are stored.
  case stored
  /// Everything.
  case whole

  /// Whether to find where the estimates of a test would lie.
  var predictsTests: Bool { self == .whole }

  /// Whether it is enough for what it found.
  ///
  /// Where options have the same value in every trial, all metrics are compared to say what else tells them apart.
  public func isEnough(for answer: RunSummary) -> Bool { self == .whole || !answer.hasEqualOptions }

  /// What is kept of a metric; `nil` where it has no part in the answer.
  func detail(of metric: Metric, _ outline: RunOutline) -> SeriesLog.Detail? {
    guard self != .short || outline.metricsOfShortAnswer.contains(metric) else { return nil }
    // The level of the objective alone is read by blocks of trials.
    return SeriesLog.Detail(
      samplingVariances: metric == outline.objective.singleMetric,
      testVariances: predictsTests)
  }

  /// Whether a metric is compared with the baseline.
  func compares(_ metric: Metric, _ outline: RunOutline) -> Bool {
    predictsTests || outline.metricsOfShortAnswer.contains(metric)
  }
}
