import ExperimentDesign
import GSLNumerics
import Inference

/// A metric of one arm, trial by trial, by scored estimates.
private struct LoggedMetric: Sendable {
  let metric: Metric
  let definition: MetricDefinition
  let noisePosition: Int?
  var log: SeriesLog

  mutating func append(_ tally: Tally) {
    log.append(
      definition.score(in: tally), noise: noisePosition.flatMap { tally.noise?.draw(at: $0) },
      samplingVariance: definition.scoreVariance(in: tally),
      testVariance: definition.samplingVariance(in: tally))
  }
}

/// What is kept of one arm under one scenario.
struct ArmLog: Sendable {
  private var metrics: [LoggedMetric]
  /// The objective, where it is not one of the metrics.
  private var objective: SeriesLog
  private var finalStates = FinalStates()

  /// - Parameter testVarianceRatio: the sampling variance of a test's installs as a multiple of a trial's.
  init(
    _ metrics: [(metric: Metric, detail: SeriesLog.Detail)], scope: AnswerScope, trials: Int,
    trialsOfABlock: Int, testVarianceRatio: Double
  ) {
    self.metrics = metrics.map {
      LoggedMetric(
        metric: $0.metric, definition: $0.metric.definition,
        noisePosition: ScoreNoise.position(of: $0.metric),
        log: SeriesLog(
          $0.detail, trials: trials, trialsOfABlock: trialsOfABlock, testVarianceRatio: testVarianceRatio))
    }
    objective = SeriesLog(
      SeriesLog.Detail(testVariances: scope.predictsTests), trialsOfABlock: trialsOfABlock,
      testVarianceRatio: testVarianceRatio)
  }

  mutating func add(_ tally: Tally, _ goal: Objective) {
    for index in metrics.indices { metrics[index].append(tally) }
    finalStates.add(tally)
    guard goal.singleMetric.flatMap(log(of:)) == nil else { return }
    objective.append(TrialSeries(of: goal, in: [tally]))
  }

  func log(of metric: Metric) -> SeriesLog? { metrics.first { $0.metric == metric }?.log }

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
    for logged in metrics {
      let series = logged.log.series
      var difference: Estimate?
      if compares(logged.metric), let other = baseline?.log(of: logged.metric) {
        difference = try estimate(series.difference(from: other.series))
      }
      summaries.append(
        MetricSummary(
          metric: logged.metric,
          estimate: predictsTests
            ? try Estimate.of(logged.metric, series: series, parametersVary: parametersVary)
            : try Estimate(
              series.withoutTests, parametersVary: parametersVary, range: logged.metric.legalRange),
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
