public import ExperimentDesign
import Inference

extension Experiment {
  /// The first scenario, with trials and installs enough for Monte Carlo errors and ranges, whatever the file asks for.
  public var sizedToAnswer: Experiment {
    underFirstScenario.changed {
      $0.trials = max($0.trials, 400)
      $0.installs = max($0.installs, 2_000)
    }
  }
}

extension RunSummaryBuilder {
  /// The trials of a run, simulated to see what it answers.
  ///
  /// - Throws: `NumericsError`.
  public init(
    simulating experiment: Experiment, _ outline: RunOutline, _ request: Calibration.Request
  ) async throws {
    self.init(outline)
    let trials = try await experiment.simulated(
      0..<experiment.trials, seed: outline.seed, threads: request.threads,
      onTrial: { request.onSimulated(0, Double(experiment.installs * experiment.arms.count)) })
    for trial in trials { add(trial) }
  }

  /// All that the run answers, with what becomes of it under alternative models.
  public func answer(of experiment: Experiment, threads: Int) async throws -> RunAnswer {
    var whole = self
    whole.explainsLead = true
    return RunAnswer(
      try await AlternativeStudy(of: experiment, seed: outline.seed, threads: threads)
        .judged(whole.summary(), of: whole, shouldStop: { false }))
  }
}

extension CalibrationReport.Level {
  /// What the trials of a run say of an option.
  init(of arm: Int, _ scenario: ScenarioSummary) {
    self.init(scenario.arms[arm].objective, chanceBest: scenario.decision?[arm]?.best?.value)
  }

  /// How far it leads another; `nil` where either has no value.
  init?(of arm: Int, over other: Int, _ scenario: ScenarioSummary, in trials: RunSummaryBuilder) throws {
    let series = [arm, other].map { trials.objectiveSeries(scenario: 0, arm: $0) }
    guard
      let lead = try Estimate(
        series[0].difference(from: series[1]), parametersVary: trials.outline.parametersVary)
    else { return nil }
    self.init(lead, chanceBest: scenario.decision?[arm]?.best?.value)
  }
}
