public import ExperimentDesign
import ExperimentFiles
import Simulation

/// A number that an experiment takes from outside, as somebody who moves it wants to see it.
public struct ExperimentInput: Hashable, Sendable {
  /// Where it is written, as runs list it: `allow.rate`.
  public var path: String
  /// The key that sets it: `population.allow.rate`.
  public var setting: String
  /// What is known of it, as a file spells it: `{beta: [28, 22]}`, `0.3`.
  public var text: String
  /// The number itself, or the median of what is not known of it; `nil` where that hardly varies.
  public var middle: Double?
  /// Its 90% range; `nil` of a number that is known.
  public var range: ClosedRange<Double>?
  /// Where the number comes from.
  public var evidence: Evidence

  /// Every input of an experiment, each once, in the order of its description.
  public static func all(of experiment: Experiment, seed: UInt64) -> [ExperimentInput] {
    var written: [String: Parameter] = [:]
    experiment.forEachParameter { written[$0.path] = $0 }
    return RunDescription(of: experiment, seed: seed, engine: SimulationPlan.engineVersion).parameters.map {
      described in
      let values = written[described.path].map { $0.plausibleValues(experiment.joints) }
        .flatMap { $0.low < $0.high ? $0 : nil }
      return ExperimentInput(
        path: described.path, setting: settingPath(ofNumber: described.path), text: described.distribution,
        middle: described.value ?? values?.median, range: values.map { $0.low...$0.high },
        evidence: described.evidence)
    }
  }
}
