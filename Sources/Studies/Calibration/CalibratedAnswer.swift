public import ExperimentDesign
import Inference
import Simulation

/// The trials of an experiment, simulated to see what it answers.
///
/// They are those of a run of it, so that the answer is that of the run.
public struct AnswerTrials: Sendable {
  private let experiment: Experiment
  private let outline: RunOutline
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
  ///   - meter: counts every trial; `nil` where nobody watches.
  /// - Throws: `OverlongLife`, `NumericsError`.
  public init(
    _ experiment: Experiment, _ outline: RunOutline, threads: Int, meter: CalibrationMeter? = nil
  ) async throws {
    let collected = TrialCollector()
    try await Simulator(experiment: experiment, seed: outline.seed).run(
      trials: Array(0..<experiment.trials), threads: threads
    ) {
      collected.add($0)
      meter?.add(points: 0, lives: Double(experiment.installs * experiment.arms.count))
    }
    self.experiment = experiment
    self.outline = outline
    var builder = RunSummaryBuilder(outline)
    for trial in collected.all { builder.add(trial) }
    self.builder = builder
    summary = try builder.summary()
  }

  /// All that a run of these trials answers, with what becomes of it under alternative models.
  public func answer(threads: Int) async throws -> RunAnswer {
    var whole = builder
    whole.explainsLead = true
    return RunAnswer(
      try await AlternativeStudy(of: experiment, seed: outline.seed, threads: threads)
        .judged(whole.summary(), of: whole, shouldStop: { false }))
  }

  /// The age in days at which the objective is read.
  var readingAge: Int { outline.readingAge }

  /// Position of the option with the best mean; `nil` where none may be chosen.
  var best: Int? { summary.scenarios[0].verdict?.best }

  /// The two options that the answer is about: the best and the next.
  var pair: (best: Int, other: Int)? {
    guard let best, let other = summary.scenarios[0].verdict?.runnerUp else { return nil }
    return (best, other)
  }

  /// What the trials say of the two best options of a finished test; `nil` where fewer of its options may be chosen.
  func testedPair(of test: LearntTest) throws -> CalibrationReport.Test.After? {
    let scenario = summary.scenarios[0]
    let tested = summary.ranking(of: scenario).filter {
      test.options.contains(LearntTest.name(outline.arms[$0].name))
    }
    guard tested.count > 1 else { return nil }
    let pair = try builder.decision(among: Array(tested.prefix(2)), scenario: 0)
    return pair?[tested[0]]?.best.map { chance in
      CalibrationReport.Test.After(
        better: outline.arms[tested[0]].name, other: outline.arms[tested[1]].name, chance: chance.value,
        mcse: chance.mcse)
    }
  }

  /// What the trials say of an option.
  func level(of arm: Int) -> CalibrationReport.Level {
    let scenario = summary.scenarios[0]
    return CalibrationReport.Level(scenario.arms[arm].objective, chance: scenario.decision?[arm]?.best)
  }

  /// The objective of one option less that of another, with the chance that the one is best; `nil` where it has no value.
  func lead(of best: Int, over other: Int) throws -> CalibrationReport.Level? {
    let series = builder.objectiveSeries(scenario: 0, arm: best).difference(
      from: builder.objectiveSeries(scenario: 0, arm: other))
    return try Estimate(series, parametersVary: outline.parametersVary).map {
      CalibrationReport.Level($0, chance: summary.scenarios[0].decision?[best]?.best)
    }
  }
}

extension CalibrationReport.Level {
  fileprivate init(_ estimate: Estimate?, chance: MonteCarloNumber?) {
    let range = estimate?.uncertaintyInterval90
    self.init(
      mean: estimate?.overTrials.mean, mcse: estimate?.overTrials.mcse, low: range?.lower, high: range?.upper,
      chanceBest: chance?.value)
  }
}
