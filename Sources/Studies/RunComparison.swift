public import ExperimentDesign
public import GSLNumerics
public import Inference

/// Runs against one another: one quantity, arm by arm, each later run less the first.
///
/// Arms are matched by their names, scenarios too. What the error of a difference
/// is depends on what the runs share (``Pairing``).
public struct RunComparison: Equatable, Sendable {
  /// What a run shares with the first.
  public enum Pairing: String, Equatable, Sendable {
    /// Seed, size and draws: differences are formed trial by trial, as within a run.
    case byTrial = "by_trial"
    /// The seed alone: the runs are not independent, nor do their trials match, so
    /// the error is the largest that any dependence allows, the sum of the two.
    case sharedSeed = "shared_seed"
    /// Nothing: errors add as squares.
    case independent
  }

  /// The difference of an arm of a later run to the first run's.
  public struct Difference: Equatable, Sendable {
    /// The later run's mean less the first's.
    public var mean: Double
    /// Its simulation error, or the upper bound of it under ``Pairing/sharedSeed``.
    public var mcse: Double?
    /// What is not known about people; known only where the runs share it (``Pairing/byTrial``).
    public var parameter90: CentralInterval?
  }

  /// One arm across the runs.
  public struct Row: Equatable, Sendable {
    /// The arm's name.
    public var arm: String
    /// Its level in each run; `nil` where the run has no such arm or the arm no value.
    public var levels: [Estimate?]
    /// Each run's difference to the first run's; `nil` for the first, and where either has no level.
    public var differences: [Difference?]
  }

  /// One scenario across the runs.
  public struct ScenarioRows: Equatable, Sendable {
    /// The scenario's name.
    public var name: String
    /// Arms in the order in which the runs name them first.
    public var rows: [Row]
  }

  /// What was compared; `nil` for each run's objective.
  public var metric: Metric?
  /// The runs, in the order given.
  public var outlines: [RunOutline]
  /// What each run shares with the first; the first with itself is ``Pairing/byTrial``.
  public var pairings: [Pairing]
  /// Scenarios that the first run has.
  public var scenarios: [ScenarioRows]

  /// Compares runs.
  ///
  /// - Parameters:
  ///   - runs: at least one, with all their trials handed in.
  ///   - metric: what to compare; `nil` for the objective.
  ///   - baseline: the first run's arm that every arm is compared with; `nil` for the arm of the
  ///     same name.
  /// - Throws: `NumericsError` when a value is not finite.
  public init(
    _ runs: [RunSummaryBuilder], metric: Metric?, baseline: String? = nil
  ) throws(NumericsError) {
    self.metric = metric
    outlines = runs.map(\.outline)
    pairings = runs.map { Self.pairing($0, runs[0]) }
    scenarios = []
    for scenario in runs[0].outline.scenarios {
      let table = ComparedScenario(
        name: scenario.name, runs: runs, pairings: pairings, metric: metric, baseline: baseline)
      scenarios.append(ScenarioRows(name: scenario.name, rows: try table.rows()))
    }
  }

  private static func pairing(_ run: RunSummaryBuilder, _ first: RunSummaryBuilder) -> Pairing {
    guard run.outline.seed == first.outline.seed else { return .independent }
    let draws = run.drawsByPlace
    let shared = first.drawsByPlace.allSatisfy { place, values in
      draws[place].map { $0 == values } ?? true
    }
    let isSameSize =
      run.trials == first.trials && run.outline.installs == first.outline.installs
      && run.outline.horizonDays == first.outline.horizonDays
    return shared && isSameSize ? .byTrial : .sharedSeed
  }
}

/// One scenario of a comparison while it is made.
private struct ComparedScenario {
  var name: String
  var runs: [RunSummaryBuilder]
  var pairings: [RunComparison.Pairing]
  var metric: Metric?
  var baseline: String?

  func rows() throws(NumericsError) -> [RunComparison.Row] {
    var names: [String] = []
    for name in runs.flatMap({ $0.outline.arms.map(\.name) }) where !names.contains(name) {
      names.append(name)
    }
    var rows: [RunComparison.Row] = []
    for name in names {
      let series = runs.map { self.series($0, arm: name) }
      let reference = baseline.map { self.series(runs[0], arm: $0) } ?? series[0]
      var row = RunComparison.Row(arm: name, levels: [], differences: [])
      for (index, own) in series.enumerated() {
        row.levels.append(try level(own, runs[index].outline))
        let isItself = index == 0 && (baseline == nil || baseline == name)
        row.differences.append(isItself ? nil : try difference(own, reference, index))
      }
      rows.append(row)
    }
    return rows
  }

  private func series(_ run: RunSummaryBuilder, arm name: String) -> TrialSeries? {
    guard let scenario = run.outline.scenarios.firstIndex(where: { $0.name == self.name }),
      let arm = run.outline.arms.firstIndex(where: { $0.name == name })
    else { return nil }
    guard let metric else { return run.objectiveSeries(scenario: scenario, arm: arm) }
    return run.series(of: metric, scenario: scenario, arm: arm)
  }

  private func level(_ series: TrialSeries?, _ outline: RunOutline) throws(NumericsError) -> Estimate? {
    guard let series else { return nil }
    guard let metric = metric ?? outline.objective.singleMetric else {
      return try Estimate(series, parametersVary: outline.parametersVary)
    }
    return try Estimate.of(metric, series: series, parametersVary: outline.parametersVary)
  }

  private func difference(
    _ own: TrialSeries?, _ reference: TrialSeries?, _ run: Int
  ) throws(NumericsError) -> RunComparison.Difference? {
    guard let own, let reference else { return nil }
    switch pairings[run] {
    case .byTrial:
      let values = pairedDifferences(own.values, reference.values)
      let unknown = [Double?](repeating: nil, count: values.count)
      let series = TrialSeries(values: values, samplingVariances: unknown, testVariances: unknown)
      let vary = runs[0].outline.parametersVary || runs[run].outline.parametersVary
      guard let estimate = try Estimate(series, parametersVary: vary) else { return nil }
      return RunComparison.Difference(
        mean: estimate.overTrials.mean, mcse: estimate.overTrials.mcse, parameter90: estimate.parameter90)
    case .sharedSeed:
      return try apart(own, reference) { $0 + $1 }
    case .independent:
      return try apart(own, reference) { ($0 * $0 + $1 * $1).squareRoot() }
    }
  }

  private func apart(
    _ own: TrialSeries, _ reference: TrialSeries, error: (Double, Double) -> Double
  ) throws(NumericsError) -> RunComparison.Difference? {
    guard let first = try MonteCarloMean(own.values), let second = try MonteCarloMean(reference.values)
    else { return nil }
    var mcse: Double?
    if let own = first.mcse, let other = second.mcse { mcse = error(own, other) }
    return RunComparison.Difference(mean: first.mean - second.mean, mcse: mcse, parameter90: nil)
  }
}
