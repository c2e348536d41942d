public import ExperimentDesign
import Inference

/// The trials of an experiment, simulated to see what it answers.
///
/// They are those of a run of it, so that the answer is that of the run.
public struct AnswerTrials: Sendable {
  private let experiment: Experiment
  private let builder: RunSummaryBuilder
  /// What the trials say of the options.
  private let summary: RunSummary

  /// The fewest of which Monte Carlo errors and ranges are known, whatever a file asks for.
  private static let least = (trials: 400, installs: 2_000)

  /// The first scenario of an experiment, with trials enough to say their errors.
  public static func sized(_ experiment: Experiment) -> Experiment {
    experiment.underFirstScenario.changed {
      $0.trials = max($0.trials, least.trials)
      $0.installs = max($0.installs, least.installs)
    }
  }

  /// - Parameters:
  ///   - experiment: as ``sized(_:)`` makes it.
  ///   - outline: what a run of it is.
  /// - Throws: `OverlongLife`, `NumericsError`.
  public init(
    _ experiment: Experiment, _ outline: RunOutline, _ request: Calibration.Request
  ) async throws {
    let trials = try await experiment.simulated(
      0..<experiment.trials, seed: outline.seed, threads: request.threads,
      onTrial: { request.onSimulated(0, Double(experiment.installs * experiment.arms.count)) })
    self.experiment = experiment
    var builder = RunSummaryBuilder(outline)
    for trial in trials { builder.add(trial) }
    self.builder = builder
    summary = try builder.summary()
  }

  /// All that a run of these trials answers, with what becomes of it under alternative models.
  public func answer(threads: Int) async throws -> RunAnswer {
    var whole = builder
    whole.explainsLead = true
    return RunAnswer(
      try await AlternativeStudy(of: experiment, seed: summary.outline.seed, threads: threads)
        .judged(whole.summary(), of: whole, shouldStop: { false }))
  }

  /// What they say of the first scenario.
  var scenario: ScenarioSummary { summary.scenarios[0] }

  /// The age in days at which the objective is read.
  var readingAge: Int { summary.outline.readingAge }

  /// What the trials say of the two best options of a finished test; `nil` where fewer of its options may be chosen.
  func testedPair(of test: LearntTest) throws -> CalibrationReport.Test.After? {
    let arms = summary.outline.arms
    let tested = summary.ranking(of: scenario).filter {
      test.options.contains(LearntTest.name(arms[$0].name))
    }
    guard tested.count > 1 else { return nil }
    return try builder.decision(among: Array(tested.prefix(2)), scenario: 0)?[tested[0]]?.best.map {
      .init(better: arms[tested[0]].name, other: arms[tested[1]].name, chance: $0.value)
    }
  }

  /// What the trials say of an option.
  func level(of arm: Int) -> CalibrationReport.Level {
    .init(scenario.arms[arm].objective, chanceBest: chance(arm))
  }

  /// The objective of one option less that of another, with the chance that the one is best; `nil` where it has no value.
  func lead(of best: Int, over other: Int) throws -> CalibrationReport.Level? {
    let series = builder.objectiveSeries(scenario: 0, arm: best).difference(
      from: builder.objectiveSeries(scenario: 0, arm: other))
    return try Estimate(series, parametersVary: summary.outline.parametersVary).map {
      .init($0, chanceBest: chance(best))
    }
  }

  private func chance(_ arm: Int) -> Double? { scenario.decision?[arm]?.best?.value }
}
