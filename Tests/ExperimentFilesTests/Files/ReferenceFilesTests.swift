import ExperimentDesign
import ExperimentFiles
import Foundation
import PromptFlow
import Testing

@Suite struct ReferenceFilesTests {
  static let names = [
    "attribution-gates", "competing-alerts", "consent-layer", "os-versions", "pre-prompts",
    "selection-and-timing",
  ]

  func reference(_ name: String) throws -> ExperimentFile {
    let file = repository.appending(path: "Tests/SimulationTests/Reference/\(name).yaml")
    return try readFitted(path: file.path(percentEncoded: false))
  }

  @Test("Every reference experiment loads", arguments: names)
  func loads(name: String) throws {
    let file = try reference(name)
    #expect(file.experiment.name == name)
    #expect(file.experiment.arms.count >= 5)
    #expect(file.experiment.arms.allSatisfy { !$0.usageString.text.isEmpty })
  }

  @Test("The options of the reference results are the options of the files", arguments: names)
  func armNames(name: String) throws {
    struct Expected: Decodable {
      struct Scenario: Decodable {
        var arms: [String: Empty]
      }
      struct Empty: Decodable {}
      var scenarios: [String: Scenario]
    }
    let data = try Data(
      contentsOf: repository.appending(path: "Tests/SimulationTests/Reference/\(name).expected.json"))
    let expected = try JSONDecoder().decode(Expected.self, from: data)
    let experiment = try reference(name).experiment
    #expect(Set(experiment.scenarios.map(\.name)) == Set(expected.scenarios.keys))
    for scenario in expected.scenarios.values {
      #expect(Set(experiment.arms.map(\.name)) == Set(scenario.arms.keys))
    }
  }
}
