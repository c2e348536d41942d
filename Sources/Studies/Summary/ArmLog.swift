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
  /// The share of installs that can be asked and reach the moment.
  private var reached = RunningMean()
  /// What is reported before permission.
  var early = EarlyCounts()

  init(_ metrics: [Metric], trials: Int, trialsOfABlock: Int) {
    self.metrics = metrics.map {
      LoggedMetric(
        metric: $0, definition: $0.definition, noisePosition: ScoreNoise.position(of: $0),
        series: TrialSeries(expecting: trials, trialsOfABlock: trialsOfABlock))
    }
    objective = TrialSeries(trialsOfABlock: trialsOfABlock)
  }

  /// Adds a trial.
  ///
  /// - Parameter segments: what the tally is the sum of.
  mutating func add(_ tally: Tally, segments: [Tally], _ goal: Objective) {
    for index in metrics.indices { metrics[index].append(tally) }
    finalStates.add(tally)
    if let share = tally.reachedOfAskable(segments) { reached.add(share) }
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
    func difference(
      _ own: TrialSeries, _ other: TrialSeries?
    ) throws(NumericsError) -> Estimate? {
      guard let other else { return nil }
      return try Estimate(own.difference(from: other), parametersVary: parametersVary)
    }
    let summaries = try metrics.map { logged throws(NumericsError) in
      MetricSummary(
        metric: logged.metric,
        estimate: try Estimate(
          logged.series, parametersVary: parametersVary, range: logged.metric.legalRange),
        difference: try difference(logged.series, baseline?.series(of: logged.metric)))
    }
    let own = summaries.first { $0.metric == goal.singleMetric }
    let series = objectiveSeries(goal)
    return ArmSummary(
      objective: own == nil ? try Estimate(series, parametersVary: parametersVary) : own?.estimate,
      objectiveDifference: own == nil
        ? try difference(series, baseline?.objectiveSeries(goal)) : own?.difference,
      metrics: summaries, finalStates: finalStates, reachedOfAskable: reached.mean)
  }
}
