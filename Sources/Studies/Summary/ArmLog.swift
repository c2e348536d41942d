import ExperimentDesign
import GSLNumerics
import Inference

/// What is kept of one arm under one scenario.
struct ArmLog: Sendable {
  private var metrics: [MetricLog]
  /// The objective, where it is not one of the metrics.
  private var objective: SeriesLog
  private var finalStates = FinalStates()

  /// - Parameter testVarianceRatio: the sampling variance of a test's installs as a multiple of a trial's.
  init(
    _ metrics: [(metric: Metric, detail: MetricLog.Detail)], scope: AnswerScope, trials: Int,
    trialsOfABlock: Int, testVarianceRatio: Double
  ) {
    self.metrics = metrics.map {
      MetricLog(
        $0.metric, detail: $0.detail, trials: trials, trialsOfABlock: trialsOfABlock,
        testVarianceRatio: testVarianceRatio)
    }
    objective = SeriesLog(
      trialsOfABlock: trialsOfABlock, testVarianceRatio: testVarianceRatio,
      keepsTests: scope.predictsTests)
  }

  mutating func add(_ tally: Tally, _ goal: Objective) {
    for index in metrics.indices { metrics[index].append(tally) }
    finalStates.add(tally)
    guard goal.singleMetric.flatMap(log(of:)) == nil else { return }
    objective.append(TrialSeries(of: goal, in: [tally]))
  }

  func log(of metric: Metric) -> MetricLog? { metrics.first { $0.metric == metric } }

  func objectiveSeries(_ goal: Objective) -> TrialSeries {
    goal.singleMetric.flatMap(log(of:))?.series ?? objective.series
  }

  /// - Parameter predictsTests: whether to find where a test's estimates would lie, which takes longest.
  func summary(
    baseline: ArmLog?, objective goal: Objective, parametersVary: Bool, predictsTests: Bool,
    compares: (Metric) -> Bool
  ) throws(NumericsError) -> ArmSummary {
    func estimate(_ series: TrialSeries) throws(NumericsError) -> Estimate? {
      try Estimate(predictsTests ? series : series.withoutTests, parametersVary: parametersVary)
    }
    var summaries: [MetricSummary] = []
    for log in metrics {
      let series = log.series
      var difference: Estimate?
      if compares(log.metric), let other = baseline?.metrics.first(where: { $0.metric == log.metric }) {
        difference = try estimate(series.difference(from: other.series))
      }
      summaries.append(
        MetricSummary(
          metric: log.metric,
          estimate: predictsTests
            ? try Estimate.of(log.metric, series: series, parametersVary: parametersVary)
            : try Estimate(
              series.withoutTests, parametersVary: parametersVary, range: log.metric.legalRange),
          difference: difference))
    }
    let series = objectiveSeries(goal)
    var level: Estimate?
    var difference: Estimate?
    if let metric = goal.singleMetric, let own = summaries.first(where: { $0.metric == metric }) {
      level = own.estimate
      difference = own.difference
    } else {
      level = try estimate(series)
      if let baseline {
        difference = try estimate(
          series.difference(from: baseline.objectiveSeries(goal)))
      }
    }
    return ArmSummary(
      objective: level, objectiveDifference: difference, metrics: summaries,
      finalStates: finalStates, objectiveByTrial: series.values)
  }
}
