public import ExperimentDesign
public import Inference
import Simulation

/// What it does to change a strategy a little: the objective of its neighbours, in trials that did not choose it.
public struct NeighbourStudy: Sendable {
  /// Trials of the study.
  public static let trials = 1_000
  /// Installs of each of them.
  public static let installs = 2_000

  private let experiment: Experiment
  private let seed: UInt64
  private let threads: Int

  /// - Parameters:
  ///   - experiment: the strategies are among its arms.
  ///   - seed: another than that of the search.
  /// - Throws: `ExperimentFault` for sizes that no experiment can have.
  public init(
    of experiment: Experiment, seed: UInt64, threads: Int
  ) throws(ExperimentFault) {
    self.experiment = try experiment.replacing(trials: Self.trials, installs: Self.installs)
    self.seed = seed
    self.threads = threads
  }

  /// The objective of arms less that of a strategy, in the first scenario; without the arms that lack a value.
  ///
  /// - Parameters:
  ///   - arms: positions in the experiment, the strategy's not among them.
  ///   - shouldStop: asked before every piece of work.
  /// - Returns: `nil` where it was stopped.
  /// - Throws: `OverlongLife`, `NumericsError`, `ExperimentFault`.
  public func neighbours(
    _ arms: [Int], of strategy: Int, shouldStop: @escaping @Sendable () -> Bool = { false }
  ) async throws -> [Int: MonteCarloMean]? {
    guard !arms.isEmpty else { return [:] }
    let part = try experiment.replacing(
      baseline: experiment.arms[strategy].name, arms: ([strategy] + arms).map { experiment.arms[$0] })
    let collected = TrialCollector()
    try await Simulator(experiment: part, seed: seed).run(
      trials: 0..<part.trials, threads: threads, shouldStop: shouldStop
    ) { collected.add($0) }
    let results = collected.all
    guard results.count == part.trials else { return nil }
    return try differences(of: arms, in: results, part)
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
        series[position].difference(from: series[0]).values,
        trialsOfABlock: block)
    }
    return differences
  }
}
