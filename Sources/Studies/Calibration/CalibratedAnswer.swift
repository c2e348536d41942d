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

/// What the trials of an experiment say of one option.
public struct OptionAnswer: Equatable, Sendable {
  /// Its objective.
  public let objective: Estimate?
  /// The chance that it is best; `nil` where nothing is uncertain, or where it may not win.
  public let chance: MonteCarloNumber?

  /// How many people would say as much of a share as its central 90% does: p (1 − p) over its variance.
  ///
  /// `nil` where nothing is open of it.
  var peopleAssumed: Double? {
    guard let objective, let interval = objective.uncertaintyInterval90 else { return nil }
    let share = objective.overTrials.mean
    let deviation = (interval.upper - interval.lower) / (2 * 1.6449)
    return share > 0 && share < 1 && deviation > 0 ? share * (1 - share) / (deviation * deviation) : nil
  }
}

/// The trials of an experiment, simulated to see what it answers.
public struct AnswerTrials: Sendable {
  /// The experiment.
  public let experiment: Experiment
  private let builder: RunSummaryBuilder
  /// What the trials say.
  public let summary: RunSummary

  /// A look at an answer is no larger than this, and no larger than the file asks for.
  private static let most = (trials: 1_000, installs: 2_000)
  /// The fewest of which Monte Carlo errors are known, whatever the file asks for.
  private static let least = (trials: 400, installs: 500)

  /// Trials of a look at an experiment's answer, and installs of each.
  private static func size(of experiment: Experiment) -> (trials: Int, installs: Int) {
    (
      min(max(experiment.trials, least.trials), most.trials),
      min(max(experiment.installs, least.installs), most.installs)
    )
  }

  /// Installs of a look at an experiment's answer, each under each option.
  static func lives(_ experiment: Experiment) -> Double {
    let size = Self.size(of: experiment)
    return Double(size.trials * size.installs * experiment.arms.count)
  }

  /// - Parameter meter: counts every trial; `nil` where nobody watches.
  /// - Throws: `ExperimentFault`, `OverlongLife`, `NumericsError`.
  public init(
    _ experiment: Experiment, seed: UInt64, threads: Int, meter: CalibrationMeter? = nil
  ) async throws {
    let size = Self.size(of: experiment)
    let sized = try experiment.underFirstScenario().replacing(trials: size.trials, installs: size.installs)
    self.experiment = sized
    let description = RunDescription(of: sized, seed: seed, engine: "")
    let outline = RunOutline(
      run: "", name: nil, description: description, objective: sized.objective, context: AnswerContext(sized))
    let collected = TrialCollector()
    try await Simulator(experiment: sized, seed: seed).run(
      trials: Array(0..<sized.trials), threads: threads
    ) {
      collected.add($0)
      meter?.add(points: 0, lives: Double(sized.installs * sized.arms.count))
    }
    var builder = RunSummaryBuilder(outline, scope: .short)
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

  /// What the trials say of the two best options of a finished test; `nil` where fewer of its options may be chosen.
  public func testedPair(of test: LearntTest) -> TestedPair? {
    summary.testedPair(of: test, in: summary.scenarios[0])
  }

  /// What the trials say of every option.
  public var options: [OptionAnswer] {
    let scenario = summary.scenarios[0]
    return scenario.arms.enumerated().map { position, arm in
      OptionAnswer(
        objective: arm.objective,
        chance: scenario.decision?.arms.first { $0.position == position }?.best)
    }
  }

  /// What the trials say of two options.
  ///
  /// - Throws: `NumericsError`.
  public func answer(_ best: Int, less other: Int) throws -> PairAnswer {
    var builder = RunSummaryBuilder(self.builder.outline, scope: .short, baseline: other)
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
