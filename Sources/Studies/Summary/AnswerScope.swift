import ExperimentDesign

/// How much of an answer is worked out.
///
/// What is not wanted is not kept of the trials either.
public enum AnswerScope: Hashable, Sendable {
  /// What the short text speaks of: its metrics, and no prediction of a test.
  case short
  /// The short answer, and the mean and range of every metric beside it, as they are stored.
  case stored
  /// Everything.
  case whole
  /// The mean and range of the metrics that the short answer leaves out: with it, the stored one.
  case rest
  /// What a run that chooses its own size is looked at for: the objective, and the metrics of guardrails.
  case looks

  /// Whether to find where the estimates of a test would lie.
  var predictsTests: Bool {
    switch self {
    case .short, .stored, .rest, .looks: false
    case .whole: true
    }
  }

  /// Whether options are ranked by the objective.
  var ranks: Bool { self != .rest }

  /// Whether it is explained by the draws of inputs.
  var explains: Bool { self != .rest && self != .looks }

  /// What is kept of a metric; `nil` where it has no part in the answer.
  func detail(of metric: Metric, _ outline: RunOutline) -> MetricLog.Detail? {
    switch self {
    case .short: guard outline.metricsOfShortAnswer.contains(metric) else { return nil }
    case .rest: guard !outline.metricsOfShortAnswer.contains(metric) else { return nil }
    case .looks: guard outline.metricsOfLooks.contains(metric) else { return nil }
    case .stored, .whole: break
    }
    // The difference of options that have people of their own adds their variances trial by trial; else the level of the
    // objective alone is read by blocks of trials.
    return MetricLog.Detail(
      samplingVariances: outline.design == .split || metric == outline.objective.singleMetric,
      testVariances: predictsTests)
  }

  /// Whether a metric is compared with the baseline.
  func compares(_ metric: Metric, _ outline: RunOutline) -> Bool {
    switch self {
    case .short, .stored: outline.metricsOfShortAnswer.contains(metric)
    case .whole: true
    case .rest, .looks: false
    }
  }
}
