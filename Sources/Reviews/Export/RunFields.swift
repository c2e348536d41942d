import ExperimentDesign
import Inference
import Rendering
import Studies
import TextFormats

/// One arm of a run under one of its scenarios: several tables have a row or more of each.
///
/// A class, since an outline has many parts and each column of each row gets it: only a reference is copied then.
final class ArmOfScenario: Sendable {
  let outline: RunOutline
  /// The position of the scenario.
  let scenario: Int
  /// The position of the arm.
  let position: Int
  /// Whether it models each of `Metric.allCases`.
  let models: [Bool]

  init(outline: RunOutline, scenario: Int, position: Int) {
    self.outline = outline
    self.scenario = scenario
    self.position = position
    let metrics = Set(outline.arms[position].metrics[scenario])
    models = Metric.allCases.map(metrics.contains)
  }

  var arm: RunDescription.Arm { outline.arms[position] }
  var scenarioName: String { outline.scenarios[scenario].name }
  var isBaseline: Bool { position == outline.baseline }

  /// What a run found of it.
  func found(in summary: RunSummary) -> ArmSummary { summary.scenarios[scenario].arms[position] }

  /// Every arm under every scenario.
  static func all(of outline: RunOutline) -> [ArmOfScenario] {
    outline.scenarios.indices.flatMap { scenario in
      outline.arms.indices.map { ArmOfScenario(outline: outline, scenario: scenario, position: $0) }
    }
  }
}

extension RecordField where Row == RunOutline {
  /// Which run a row is of.
  static var run: [Self] {
    [.init("run") { .text($0.run) }, .init("experiment") { .text($0.experiment) }]
  }
}

extension RecordField where Row == ArmOfScenario {
  /// The name of the scenario.
  static var scenario: Self { .init("scenario") { .text($0.scenarioName) } }
  /// The name of the arm.
  static var arm: Self { .init("arm") { .text($0.arm.name) } }
  /// Whether the arm may be shipped.
  static var allowedByApple: Self { .init("allowed_by_apple") { .flag($0.arm.isAllowedByApple) } }

  /// Run, experiment, scenario, arm and whether it may be shipped.
  static var arms: [Self] {
    RecordField<RunOutline>.run.of { $0.outline } + [scenario, arm, allowedByApple]
  }
}

extension RecordField where Row == Estimate? {
  /// An estimate as tidy tables have it: its mean and each of the three uncertainties apart.
  static var whole: [Self] {
    [
      .init("mean") { .optional($0?.overTrials.mean) }, .init("mcse") { .optional($0?.overTrials.mcse) },
      .init("sd") { .optional($0?.overTrials.standardDeviation) },
      .init("low") { .optional($0?.distinctUncertaintyInterval90?.lower) },
      .init("high") { .optional($0?.distinctUncertaintyInterval90?.upper) },
      .init("test_low") { .optional($0?.predictionInterval90?.lower) },
      .init("test_high") { .optional($0?.predictionInterval90?.upper) },
      .init("trials") { .count($0?.overTrials.count ?? 0) },
    ]
  }

  /// A difference to the baseline beside a level; empty for the baseline.
  static var difference: [Self] {
    [
      .init("difference_to_baseline") { .optional($0?.overTrials.mean) },
      .init("difference_mcse") { .optional($0?.overTrials.mcse) },
      .init("difference_low") { .optional($0?.distinctUncertaintyInterval90?.lower) },
      .init("difference_high") { .optional($0?.distinctUncertaintyInterval90?.upper) },
    ]
  }
}
