import ExperimentDesign
import ExperimentFiles
import Foundation

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
    experiment = try loadExperiment(path: file).experiment
    let results = try Data(contentsOf: folder.appending(path: name + ".expected.json"))
    expected = try JSONDecoder().decode(Expected.self, from: results)
  }
}
