public import ExperimentDesign
public import Inference
import Simulation

/// What it does to change a strategy a little: the objective of its neighbours, and what they hold of limits, in trials
/// that did not choose it.
public struct NeighbourStudy: Sendable {
  /// Trials of the study.
  public static let trials = 1_000
  /// Installs of each of them.
  public static let installs = 2_000

  /// What was found of some arms.
  public struct Found: Sendable {
    /// By arm, its objective less that of the strategy, in the first scenario; without the arms that lack a value.
    public var differences: [Int: MonteCarloMean] = [:]
    /// By arm, what it holds of each limit; `nil` for a limit on what is not modelled for it.
    public var judgements: [Int: [LimitJudgement?]] = [:]
  }

  private let experiment: Experiment
  private let limits: [Requirement<Metric>]
  private let seed: UInt64
  private let threads: Int

  /// - Parameters:
  ///   - experiment: the strategies are among its arms.
  ///   - limits: what every strategy is to hold.
  ///   - seed: another than that of the search.
  /// - Throws: `ExperimentFault` for sizes that no experiment can have.
  public init(
    of experiment: Experiment, limits: [Requirement<Metric>] = [], seed: UInt64, threads: Int
  ) throws(ExperimentFault) {
    self.experiment = try experiment.replacing(
      trials: Self.trials, installs: Self.installs)
    self.limits = limits
    self.seed = seed
    self.threads = threads
  }

  /// What arms are beside a strategy.
  ///
  /// - Parameters:
  ///   - arms: positions in the experiment, the strategy's not among them.
  ///   - shouldStop: asked before every piece of work.
  /// - Returns: `nil` where it was stopped.
  /// - Throws: `OverlongLife`, `NumericsError`, `ExperimentFault`.
  public func neighbours(
    _ arms: [Int], of strategy: Int, shouldStop: @escaping @Sendable () -> Bool = { false }
  ) async throws -> Found? {
    guard !arms.isEmpty else { return Found() }
    let named = limits.compactMap { limit in
      experiment.arms.firstIndex { $0.name == limit.other }
    }
    let all = [strategy] + arms
    let others = Set(named).subtracting(all).sorted()
    let part = try experiment.replacing(
      baseline: experiment.arms[strategy].name, arms: (all + others).map { experiment.arms[$0] })
    let collected = TrialCollector()
    try await Simulator(experiment: part, seed: seed).run(
      trials: 0..<part.trials, threads: threads, shouldStop: shouldStop
    ) { collected.add($0) }
    let results = collected.all
    guard results.count == part.trials else { return nil }
    var found = Found()
    found.differences = try differences(of: arms, in: results, part)
    guard !limits.isEmpty else { return found }
    var builder = RunSummaryBuilder(judging: part, seed: seed)
    for result in results { builder.add(result) }
    for arm in arms {
      found.judgements[arm] = try limits.map { try builder.judgement($0, of: experiment.arms[arm].name) }
    }
    return found
  }

  /// - Parameter part: the strategy's experiment with the arms behind it.
  private func differences(
    of arms: [Int], in results: [TrialResult], _ part: Experiment
  ) throws -> [Int: MonteCarloMean] {
    let series = (0...arms.count).map { position in
      TrialSeries(
        of: part.objective, in: results.map { $0.wholes[ScenarioIndex(0), ArmIndex(position)] })
    }
    let block = UncertainParameters(of: part).parameters.isEmpty ? 1 : part.sampling.trialsOfABlock
    var differences: [Int: MonteCarloMean] = [:]
    for (position, arm) in zip(1..., arms) {
      differences[arm] = try MonteCarloMean(
        series[position].difference(from: series[0], design: .paired).values,
        trialsOfABlock: block)
    }
    return differences
  }
}
