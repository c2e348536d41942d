import ExperimentDesign
import Inference

/// A metric of one arm, by scored estimates.
private struct LoggedMetric: Sendable {
  let metric: Metric
  let definition: MetricDefinition
  let noisePosition: Int?
  /// The variance of what happens to one install.
  var variance = RunningMean()

  /// Adds its value and a draw of the noise in one trial.
  mutating func add(_ tally: Tally, to log: inout TrialLog) {
    log.append(definition.score(in: tally))
    log.append(noisePosition.flatMap { tally.noise?.draw(at: $0) })
    if let found = definition.samplingVariance(in: tally) { variance.add(found * Double(tally[.installs])) }
  }
}

/// What is kept of one arm under one scenario.
struct ArmLog: Sendable {
  private var metrics: [LoggedMetric]
  /// The numbers of one metric after the other.
  private var log: TrialLog
  private let trialsOfABlock: Int
  /// How the installs of all trials ended.
  private var totals: [Counter: Int64] = [:]
  /// The share of installs that can be asked and reach the moment.
  private var reached = RunningMean()

  init(_ metrics: [Metric], trialsOfABlock: Int, in file: TrialFile) {
    self.metrics = metrics.map {
      LoggedMetric(metric: $0, definition: $0.definition, noisePosition: ScoreNoise.position(of: $0))
    }
    self.trialsOfABlock = trialsOfABlock
    log = TrialLog(in: file)
  }

  /// Adds a trial.
  ///
  /// - Parameter segments: what the tally is the sum of.
  mutating func add(_ tally: Tally, segments: [Tally]) {
    for index in metrics.indices { metrics[index].add(tally, to: &log) }
    log.endRow()
    let ends = Counter.finalAuthorized.rawValue...Counter.finalNoATT.rawValue
    for counter in Counter.allCases[ends] { totals[counter, default: 0] += tally[counter] }
    if let share = tally.reachedOfAskable(segments) { reached.add(share) }
  }

  /// A metric, trial by trial; `nil` where it is not modelled.
  func series(of metric: Metric) -> TrialSeries? {
    metrics.firstIndex { $0.metric == metric }.map { place in
      TrialSeries(log[2 * place], noise: log[2 * place + 1], trialsOfABlock: trialsOfABlock)
    }
  }

  /// The variance of one install's part in a metric; `nil` where the trials do not tell it.
  func variance(of metric: Metric) -> Double? { metrics.first { $0.metric == metric }?.variance.mean }

  /// The objective, whose metrics are all modelled.
  func objectiveSeries(_ goal: Objective) -> TrialSeries {
    if let metric = goal.singleMetric { return series(of: metric) ?? TrialSeries([]) }
    return TrialSeries(
      weighted: goal.terms.map { ($0.weight, series(of: $0.metric) ?? TrialSeries([])) })
  }

  func summary(baseline: ArmLog?, objective goal: Objective, parametersVary: Bool) throws -> ArmSummary {
    var found: [Metric: MetricSummary] = [:]
    for metric in metrics.map(\.metric) {
      found[metric] = try series(of: metric).map {
        try MetricSummary(
          $0, baseline: baseline?.series(of: metric), parametersVary: parametersVary, range: metric.legalRange
        )
      }
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
