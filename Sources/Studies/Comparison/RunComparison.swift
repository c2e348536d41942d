public import ExperimentDesign
import GSLNumerics
public import Inference

/// Runs against one another: one quantity, arm by arm, each later run less the first.
///
/// Arms are matched by their names, scenarios too. What the error of a difference
/// is depends on what the runs share (``Pairing``); runs that share the seed and cannot
/// be paired are refused (``Refusal``).
public struct RunComparison: Equatable, Sendable {
  /// What a run shares with the first.
  public enum Pairing: String, Equatable, Sendable {
    /// Seed, size and draws: differences are formed trial by trial, as within a run.
    case byTrial = "by_trial"
    /// Seed and size, with other inputs: an error is that of differences trial by trial, and two trials of one number are
    /// of different worlds.
    case bySeed = "by_seed"
    /// Nothing: errors add as squares.
    case independent
  }

  /// Why two runs do not compare: they share the seed, so they are not independent, and their sizes do not match, so their
  /// trials cannot be paired.
  public struct Refusal: Error, Equatable, Sendable, CustomStringConvertible {
    /// What was expected, what was found, of which runs, and what to do next.
    public var description: String
  }

  /// The difference of an arm of a later run to the first run's.
  public struct Difference: Equatable, Sendable {
    /// The later run's mean less the first's.
    public var mean: Double
    /// Its Monte Carlo error.
    public var mcse: Double?
    /// The 90% range over the uncertain inputs; known only where the runs share it (``Pairing/byTrial``).
    public var uncertaintyInterval90: CentralInterval?
    /// Whether that is the most it can be, because the noise of the installs hides it.
    public var isAtMost = false

    /// ``uncertaintyInterval90`` where it is distinguished from the noise.
    public var distinctUncertaintyInterval90: CentralInterval? { isAtMost ? nil : uncertaintyInterval90 }
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
  /// By run: the central 90% of the draws of inputs that are drawn together with others, by path.
  public var jointRanges: [[String: ClosedRange<Double>]]

  /// What no later run has of the first, so that there is nothing to compare.
  public enum Unshared: Sendable {
    case option
    case scenario
  }

  /// Why no run is compared with the first; `nil` where one is, or the metric alone is missing.
  public var unshared: Unshared? {
    let later = outlines.dropFirst()
    let rows = scenarios.flatMap(\.rows)
    guard !later.isEmpty, rows.allSatisfy({ $0.differences.dropFirst().allSatisfy { $0 == nil } }) else {
      return nil
    }
    func isUnshared(_ names: (RunOutline) -> [String]) -> Bool {
      later.allSatisfy { Set(names($0)).isDisjoint(with: names(outlines[0])) }
    }
    if isUnshared({ $0.scenarios.map(\.name) }) { return .scenario }
    return isUnshared { $0.arms.map(\.name) } ? .option : nil
  }

  /// Compares runs.
  ///
  /// - Parameters:
  ///   - runs: at least one, with all their trials handed in.
  ///   - metric: what to compare; `nil` for the objective.
  ///   - baseline: the first run's arm that every arm is compared with; `nil` for the arm of the
  ///     same name.
  /// - Throws: ``Refusal``, or `NumericsError` when a value is not finite.
  public init(_ runs: [RunSummaryBuilder], metric: Metric?, baseline: String? = nil) throws {
    self.metric = metric
    outlines = runs.map(\.outline)
    pairings = try runs.map { try Self.pairing($0, runs[0]) }
    jointRanges = try runs.map { try $0.jointRanges() }
    scenarios = []
    for scenario in runs[0].outline.scenarios {
      let table = ComparedScenario(
        name: scenario.name, runs: runs, pairings: pairings, metric: metric, baseline: baseline)
      scenarios.append(ScenarioRows(name: scenario.name, rows: try table.rows()))
    }
  }

  private static func pairing(
    _ run: RunSummaryBuilder, _ first: RunSummaryBuilder
  ) throws(Refusal) -> Pairing {
    guard run.outline.seed == first.outline.seed else { return .independent }
    let differences = run.whatKeepsFromPairing(with: first)
    guard differences.isEmpty else {
      throw Refusal(
        description: "runs \(run.outline.title) and \(first.outline.title) share the seed "
          + "\(first.outline.seed) and differ in \(differences.joined(separator: " and in ")): expected the "
          + "same size, to be paired trial by trial, or different seeds, to be independent. "
          + "Simulate one of them again with the other's size, or with another --seed")
    }
    return run.hasDraws(of: first) ? .byTrial : .bySeed
  }
}

extension RunOutline {
  /// The run's id, and its name where it has one.
  fileprivate var title: String { name.map { "\(run) (\($0))" } ?? run }
}

extension RunSummaryBuilder {
  /// What of size is not as in another run of the same seed, in words; empty where the trials match one by one.
  fileprivate func whatKeepsFromPairing(with other: RunSummaryBuilder) -> [String] {
    func both(_ own: String, _ others: String) -> String { "(\(own), \(others))" }
    var found: [String] = []
    if trials != other.trials {
      found.append("the number of trials \(both("\(trials)", "\(other.trials)"))")
    } else if trialNumbers != other.trialNumbers {
      found.append("which of their trials are computed yet")
    }
    if outline.installs != other.outline.installs {
      found.append("the installs of a trial \(both("\(outline.installs)", "\(other.outline.installs)"))")
    }
    if outline.horizonDays != other.outline.horizonDays {
      found.append(
        "the horizon in days \(both("\(outline.horizonDays)", "\(other.outline.horizonDays)"))")
    }
    return found
  }

  /// The central 90% of the draws of inputs that are drawn together with others, by path.
  fileprivate func jointRanges() throws(NumericsError) -> [String: ClosedRange<Double>] {
    let draws = drawsByPath
    var ranges: [String: ClosedRange<Double>] = [:]
    for parameter in outline.drawn {
      guard case .joint = parameter.knowledge, let own = draws[parameter.path], !own.isEmpty else { continue }
      let ends = [try quantile(own, at: 0.05), try quantile(own, at: 0.95)]
      ranges[parameter.path] = min(ends[0], ends[1])...max(ends[0], ends[1])
    }
    return ranges
  }

  /// Whether every parameter that both runs draw has the same draws.
  ///
  /// A parameter that one run draws and the other fixes is what is compared, and keeps nothing from being paired.
  fileprivate func hasDraws(of other: RunSummaryBuilder) -> Bool {
    let (own, others) = (drawsByPath, other.drawsByPath)
    return outline.drawn.allSatisfy { parameter in
      others[parameter.path].map { $0 == own[parameter.path] } ?? true
    }
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
    case .byTrial, .bySeed:
      let series = own.difference(from: reference)
      let isOfOneWorld = pairings[run] == .byTrial
      let vary = runs[0].outline.parametersVary || runs[run].outline.parametersVary
      guard let estimate = try Estimate(series, parametersVary: vary) else { return nil }
      return RunComparison.Difference(
        mean: estimate.overTrials.mean, mcse: estimate.overTrials.mcse,
        uncertaintyInterval90: isOfOneWorld ? estimate.uncertaintyInterval90 : nil,
        isAtMost: isOfOneWorld && estimate.isAtMost)
    case .independent:
      return try apart(own, reference)
    }
  }

  private func apart(
    _ own: TrialSeries, _ reference: TrialSeries
  ) throws(NumericsError) -> RunComparison.Difference? {
    guard let first = try MonteCarloMean(own), let second = try MonteCarloMean(reference)
    else { return nil }
    var mcse: Double?
    if let own = first.mcse, let other = second.mcse {
      mcse = (own * own + other * other).squareRoot()
    }
    return RunComparison.Difference(mean: first.mean - second.mean, mcse: mcse, uncertaintyInterval90: nil)
  }
}
