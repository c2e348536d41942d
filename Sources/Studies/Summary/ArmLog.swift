import ExperimentDesign
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
  /// How the installs of all trials ended.
  private var totals: [Counter: Int64] = [:]
  /// The share of installs that can be asked and reach the moment.
  private var reached = RunningMean()

  init(_ metrics: [Metric], trials: Int, trialsOfABlock: Int) {
    self.metrics = metrics.map {
      LoggedMetric(
        metric: $0, definition: $0.definition, noisePosition: ScoreNoise.position(of: $0),
        series: TrialSeries(expecting: trials, trialsOfABlock: trialsOfABlock))
    }
  }

  /// Adds a trial.
  ///
  /// - Parameter segments: what the tally is the sum of.
  mutating func add(_ tally: Tally, segments: [Tally]) {
    for index in metrics.indices { metrics[index].append(tally) }
    let ends = Counter.finalAuthorized.rawValue...Counter.finalNoATT.rawValue
    for counter in Counter.allCases[ends] { totals[counter, default: 0] += tally[counter] }
    if let share = tally.reachedOfAskable(segments) { reached.add(share) }
  }

  /// A metric, trial by trial; `nil` where it is not modelled.
  func series(of metric: Metric) -> TrialSeries? { metrics.first { $0.metric == metric }?.series }

  /// The variance of one install's part in a metric; `nil` where the trials do not tell it.
  func variance(of metric: Metric) -> Double? { metrics.first { $0.metric == metric }?.variance.mean }

  /// The objective, whose metrics are all modelled.
  func objectiveSeries(_ goal: Objective) -> TrialSeries {
    if let metric = goal.singleMetric { return series(of: metric) ?? TrialSeries(values: []) }
    return TrialSeries(
      weighted: goal.terms.map { ($0.weight, series(of: $0.metric) ?? TrialSeries(values: [])) })
  }

  func summary(baseline: ArmLog?, objective goal: Objective, parametersVary: Bool) throws -> ArmSummary {
    var found: [Metric: MetricSummary] = [:]
    for logged in metrics {
      found[logged.metric] = try MetricSummary(
        logged.series, baseline: baseline?.series(of: logged.metric), parametersVary: parametersVary,
        range: logged.metric.legalRange)
    }
    let own =
      try goal.singleMetric.flatMap { found[$0] }
      ?? MetricSummary(
        objectiveSeries(goal), baseline: baseline?.objectiveSeries(goal), parametersVary: parametersVary)
    return ArmSummary(
      objective: own.estimate, differenceToBaseline: own.difference, metrics: found,
      finalStates: FinalStates(
        authorized: totals[.finalAuthorized] ?? 0, deniedByAnswer: totals[.finalDeniedByAnswer] ?? 0,
        deniedByDevice: totals[.finalDeniedByDevice] ?? 0, restricted: totals[.finalRestricted] ?? 0,
        undetermined: totals[.finalUndetermined] ?? 0, noAtt: totals[.finalNoATT] ?? 0),
      reachedOfAskable: reached.mean)
  }
}
