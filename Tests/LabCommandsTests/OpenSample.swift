import Foundation
import Testing

/// The sample, with a cold question of a cost that is not known: either option may be best.
let openExperiment = sampleExperiment.replacing(
  "cold_odds_ratio: 0.5", with: "cold_odds_ratio: {lognormal: [0.8, 0.3]}")

extension Lab {
  /// A lab with a run of an experiment in its store.
  ///
  /// - Parameter settings: what `simulate` is told beside the file, as a shell has it.
  static func simulating(_ settings: String, of experiment: String = openExperiment) throws -> Lab {
    let lab = try Lab()
    try lab.write(experiment, to: "sample.yaml")
    let outcome = try lab.shell("\"$LAB\" simulate sample.yaml --quiet \(settings)")
    #expect(outcome.status == 0, "\(outcome.errors)")
    return lab
  }

  /// The JSON that a command prints.
  ///
  /// - Parameter statuses: those that it may end with.
  func members(_ arguments: String, statuses: Set<Int32> = [0]) throws -> [String: Any] {
    let outcome = try shell("\"$LAB\" \(arguments) --format json")
    #expect(statuses.contains(outcome.status), "\(arguments): \(outcome.errors)")
    return try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
  }
}
