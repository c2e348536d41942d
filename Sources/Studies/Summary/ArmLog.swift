import ExperimentDesign
import GSLNumerics
import Inference

/// A metric of one arm, trial by trial, by scored estimates.
private struct LoggedMetric: Sendable {
  let metric: Metric
  let definition: MetricDefinition
  let noisePosition: Int?
  var series: TrialSeries
  /// The variance of what happens to one install.
  var variance = RunningMean()

  mutating func append(_ tally: Tally) {
    series.append(definition.score(in: tally), noise: noisePosition.flatMap { tally.noise?.draw(at: $0) })
    if let found = definition.samplingVariance(in: tally) { variance.add(found * Double(tally[.installs])) }
  }
}

/// What is kept of one arm under one scenario.
struct ArmLog: Sendable {
  private var metrics: [LoggedMetric]
  /// The objective, where it is not one of the metrics.
  private var objective: TrialSeries
  private var finalStates = FinalStates()

  init(_ metrics: [Metric], trials: Int, trialsOfABlock: Int) {
    self.metrics = metrics.map {
      LoggedMetric(
        metric: $0, definition: $0.definition, noisePosition: ScoreNoise.position(of: $0),
        series: TrialSeries(expecting: trials, trialsOfABlock: trialsOfABlock))
    }
    objective = TrialSeries(trialsOfABlock: trialsOfABlock)
  }

  mutating func add(_ tally: Tally, _ goal: Objective) {
    for index in metrics.indices { metrics[index].append(tally) }
    finalStates.add(tally)
    guard goal.singleMetric.flatMap(series(of:)) == nil else { return }
    let trial = TrialSeries(of: goal, in: [tally])
    objective.append(trial.values[0], noise: trial.noise[0])
  }

  func series(of metric: Metric) -> TrialSeries? { metrics.first { $0.metric == metric }?.series }

  /// The variance of one install's part in a metric; `nil` where the trials do not tell it.
  func variance(of metric: Metric) -> Double? { metrics.first { $0.metric == metric }?.variance.mean }

  func objectiveSeries(_ goal: Objective) -> TrialSeries {
    goal.singleMetric.flatMap(series(of:)) ?? objective
  }

  func summary(
    baseline: ArmLog?, objective goal: Objective, parametersVary: Bool
  ) throws(NumericsError) -> ArmSummary {
    var summaries: [MetricSummary] = []
    for logged in metrics {
      let series = logged.series
      var difference: Estimate?
      if let other = baseline?.series(of: logged.metric) {
        difference = try Estimate(
          series.difference(from: other), parametersVary: parametersVary)
      }
      summaries.append(
        MetricSummary(
          metric: logged.metric,
          estimate: try Estimate(
            series, parametersVary: parametersVary, range: logged.metric.legalRange),
          difference: difference))
    }
    let series = objectiveSeries(goal)
    var level: Estimate?
    var difference: Estimate?
    if let metric = goal.singleMetric, let own = summaries.first(where: { $0.metric == metric }) {
      level = own.estimate
      difference = own.difference
    } else {
      level = try Estimate(series, parametersVary: parametersVary)
      if let baseline {
        difference = try Estimate(
          series.difference(from: baseline.objectiveSeries(goal)), parametersVary: parametersVary)
      }
    }
    return ArmSummary(
      objective: level, objectiveDifference: difference, metrics: summaries,
      finalStates: finalStates)
  }
}
