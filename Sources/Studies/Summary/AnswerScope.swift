import ExperimentDesign

/// How much of an answer is worked out.
///
/// What is not wanted is not kept of the trials either.
public struct AnswerScope: Hashable, Sendable {
  /// Which metrics it speaks of.
  private enum Metrics {
    /// Those of the short text.
    case short
    /// The others.
    case rest
    /// Those that decide which option is best.
    case deciding
    case all
  }

  private var metrics: Metrics
  /// Whether the lead is explained by the draws of the uncertain inputs, so that these are kept.
  let explains: Bool
  /// Whether to find where the estimates of a test would lie.
  let predictsTests: Bool

  /// What the short text speaks of: its metrics, and no prediction of a test.
  public static let short = AnswerScope(metrics: .short, explains: true, predictsTests: false)
  /// The short answer, and the mean and range of every metric beside it, as they are stored.
  public static let stored = AnswerScope(metrics: .all, explains: true, predictsTests: false)
  /// Everything.
  public static let whole = AnswerScope(metrics: .all, explains: true, predictsTests: true)

  /// What a run that chooses its own size is looked at for.
  public static let looks = AnswerScope(metrics: .deciding, explains: false, predictsTests: false)

  /// Of the short answer, what needs no draws of inputs.
  public static let standings = AnswerScope(metrics: .short, explains: false, predictsTests: false)
  /// Of the short answer, what needs them (``RunSummary/explain(by:)``).
  public static let explanation = AnswerScope(metrics: .deciding, explains: true, predictsTests: false)
  /// What the stored answer has beside the short one (``RunSummary/addMetrics(of:)``).
  public static let rest = AnswerScope(metrics: .rest, explains: false, predictsTests: false)

  /// Whether it is enough for what it found.
  ///
  /// Where options have the same value in every trial, all metrics are compared to say what else tells them apart.
  public func isEnough(for answer: RunSummary) -> Bool { self == .whole || !answer.hasEqualOptions }

  /// Whether options are ranked by the objective.
  var ranks: Bool { metrics != .rest }

  /// Whether segments are summarised beside everybody.
  var hasSegments: Bool { metrics == .short || metrics == .all }

  /// What is kept of a metric; `nil` where it has no part in the answer.
  func detail(of metric: Metric, _ outline: RunOutline) -> MetricLog.Detail? {
    let isWanted =
      switch metrics {
      case .short: outline.metricsOfShortAnswer.contains(metric)
      case .rest: !outline.metricsOfShortAnswer.contains(metric)
      case .deciding: outline.decidingMetrics.contains(metric)
      case .all: true
      }
    guard isWanted else { return nil }
    // The level of the objective alone is read by blocks of trials.
    return MetricLog.Detail(
      samplingVariances: metric == outline.objective.singleMetric,
      testVariances: predictsTests)
  }

  /// Whether a metric is compared with the baseline.
  func compares(_ metric: Metric, _ outline: RunOutline) -> Bool {
    predictsTests || outline.metricsOfShortAnswer.contains(metric)
  }
}
