import ExperimentDesign
import ExperimentFiles
import Foundation
import Inference

/// One of the cases in `Reference/`: the experiment, and what another implementation found.
struct ReferenceCase {
  struct Expected: Decodable {
    struct Value: Decodable {
      var mean: Double?
      var mcse: Double?
      var trials: Double
    }
    struct Arm: Decodable {
      var metrics: [String: Value]
      var finalStates: [String: Double]
      var counts: [String: Double]

      enum CodingKeys: String, CodingKey {
        case metrics, counts
        case finalStates = "final_states"
      }
    }
    struct Scenario: Decodable { var arms: [String: Arm] }

    var trials: Int
    var scenarios: [String: Scenario]
  }

  static let names = [
    "attribution-gates", "competing-alerts", "consent-layer", "os-versions", "pre-prompts",
    "selection-and-timing",
  ]

  let experiment: Experiment
  let expected: Expected

  init(_ name: String) throws {
    let folder = Bundle.module.bundleURL.appending(path: "Reference")
    let file = folder.appending(path: name + ".yaml").path(percentEncoded: false)
    experiment = try loadExperiment(path: file, fitRetention: Self.fit).experiment
    let results = try Data(contentsOf: folder.appending(path: name + ".expected.json"))
    expected = try JSONDecoder().decode(Expected.self, from: results)
  }

  private static func fit(
    _ targets: RetentionTargets, horizonDays: Double
  ) throws -> ExperimentFiles.RetentionFit {
    let fit = try fitRetention(
      d1: targets.d1, d7: targets.d7, d30: targets.d30,
      sessionsPerActiveDay: targets.sessionsPerActiveDay)
    return ExperimentFiles.RetentionFit(
      shape: fit.pattern.shape, rate: fit.pattern.rate, a: fit.pattern.a, b: fit.pattern.b,
      worstRatio: fit.worstRatio, fitted: targets)
  }
}
