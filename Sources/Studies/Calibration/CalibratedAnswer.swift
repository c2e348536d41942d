public import ExperimentDesign
public import Inference
import Simulation

/// What the trials of an experiment say of two of its options.
public struct PairAnswer: Equatable, Sendable {
  /// The objective of the one less that of the other.
  public let difference: Estimate?
  /// The chance that each option is best, by option; `nil` where nothing is uncertain.
  public let chances: [MonteCarloNumber?]
  /// Position of the option with the best mean.
  public let best: Int?
}

/// The trials of an experiment, simulated to see what it answers.
public struct AnswerTrials: Sendable {
  /// The experiment.
  public let experiment: Experiment
  private let builder: RunSummaryBuilder
  /// What the trials say.
  public let summary: RunSummary

  /// How large the look at an answer is.
  public static let size = (trials: 1_000, installs: 2_000)

  /// - Throws: `ExperimentFault`, `OverlongLife`, `NumericsError`.
  public init(_ experiment: Experiment, seed: UInt64, threads: Int) async throws {
    let sized = try experiment.underFirstScenario().replacing(
      trials: Self.size.trials, installs: Self.size.installs)
    self.experiment = sized
    let description = RunDescription(of: sized, seed: seed, engine: "")
    let outline = RunOutline(
      run: "", name: nil, description: description, objective: sized.objective, context: AnswerContext(sized))
    let collected = Collected()
    try await Simulator(experiment: sized, seed: seed).run(
      trials: Array(0..<sized.trials), threads: threads
    ) { collected.add($0) }
    var builder = RunSummaryBuilder(outline, isShort: true)
    for trial in collected.all { builder.add(trial) }
    self.builder = builder
    summary = try builder.summary()
    results = collected.all
  }

  private let results: [TrialResult]

  /// The two options that the answer is about: the best and the next.
  public var pair: (best: Int, other: Int)? {
    guard let verdict = summary.scenarios[0].verdict, let other = verdict.runnerUp else { return nil }
    return (verdict.best, other)
  }

  /// What the trials say of two options.
  ///
  /// - Throws: `NumericsError`.
  public func answer(_ best: Int, less other: Int) throws -> PairAnswer {
    var builder = RunSummaryBuilder(self.builder.outline, isShort: true, baseline: other)
    for trial in results { builder.add(trial) }
    let scenario = try builder.summary().scenarios[0]
    let chances = experiment.arms.indices.map { arm in
      scenario.decision?.arms.first { $0.position == arm }?.best
    }
    return PairAnswer(
      difference: scenario.arms[best].objectiveDifference, chances: chances,
      best: scenario.verdict?.best)
  }
}
