import ExperimentDesign

/// How much of an answer is worked out.
///
/// What is not wanted is not kept of the trials either.
public enum AnswerScope: Sendable {
  /// What the short text speaks of: its metrics.
  case short
  /// The short answer, and the mean and range of every metric beside it, as they are stored.
  case stored
  /// Everything.
  case whole

  /// Whether it is enough for what it found.
  ///
  /// Where options have the same value in every trial, all metrics are compared to say what else tells them apart.
  public func isEnough(for answer: RunSummary) -> Bool { self == .whole || !answer.hasEqualOptions }

  /// Whether a metric has a part in the answer.
  func has(_ metric: Metric, _ outline: RunOutline) -> Bool {
    self != .short || outline.metricsOfShortAnswer.contains(metric)
  }

  /// Whether a metric is compared with the baseline.
  func compares(_ metric: Metric, _ outline: RunOutline) -> Bool {
    self == .whole || outline.metricsOfShortAnswer.contains(metric)
  }
}
