import ExperimentDesign
import ExperimentFiles
import Foundation
import PromptFlow
import Runs
import Testing
import TextFormats

@testable import LabCommands

@Suite("Exported tables")
struct ExportTests {
  /// A lab with one run of the sample, of enough trials for intervals.
  private let lab: Lab

  init() async throws { lab = try await Lab.simulated("--trials 24 --name sample", of: sampleExperiment) }

  private func table(_ name: String) async throws -> [[String: String]] {
    let lines = try parsed(try await lab.written("export sample --table \(name)"))
    let header = try #require(lines.first)
    return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(header, $0)) }
  }

  /// What the JSON has of an option, over all trials.
  private func estimate(_ path: String...) async throws -> [String: Any] {
    try (["scenarios", "base"] + path).reduce(try await lab.object("show sample")) {
      try #require($0[$1] as? [String: Any], "\(path)")
    }
  }

  @Test("the table for a review is one, whichever command writes it")
  func review() async throws {
    #expect(
      try await lab.written("export sample --table review") == lab.written("show sample --format csv"))
  }

  @Test("the 90% range of a difference can be computed again from the trials and their noise")
  func noise() async throws {
    let trials = try await table("trials")
    #expect(trials.allSatisfy { ($0["difference_noise"] == "") == ($0["is_baseline"] == "true") })
    let launch = trials.filter { $0["arm"] == "launch" }.compactMap { Double($0["objective"] ?? "") }
    let later = trials.filter { $0["arm"] == "later" }
    let differences = zip(later, launch).map { (Double($0["objective"] ?? "") ?? .nan) - $1 }
    let noise = later.compactMap { Double($0["difference_noise"] ?? "") }
    try #require(differences.count == 24 && noise.count == 24)
    let mean = differences.reduce(0, +) / 24
    let variance = differences.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 23
    let share = max(0, 1 - noise.reduce(0, +) / 24 / variance)
    #expect(share > 0 && share < 1)
    let shrunk = differences.map { mean + share.squareRoot() * ($0 - mean) }.sorted()
    // Type 6: the quantile at p is at rank (24 + 1) p, from 1 on.
    func quantile(_ p: Double) -> Double {
      let rank = 25 * p - 1
      return shrunk[Int(rank)] + (rank - Double(Int(rank))) * (shrunk[Int(rank) + 1] - shrunk[Int(rank)])
    }
    let found = try await estimate(
      "arms", "later", "metrics", "opt_in_per_install", "difference_to_baseline")
    let range = try #require(found["uncertainty_interval_90"] as? [Double])
    #expect(abs(range[0] - quantile(0.05)) < 1e-12 && abs(range[1] - quantile(0.95)) < 1e-12)
  }

  @Test("the means of the answer are those of the trials", arguments: ["launch", "later", "closable"])
  func redrawn(arm: String) async throws {
    let trials = try await table("trials").filter { $0["arm"] == arm }
    #expect(trials.count == 24)
    var checked = 0
    for (metric, found) in try await estimate("arms", arm, "metrics") {
      guard let mean = (found as? [String: Any])?["mean"] as? Double else { continue }
      let values = trials.compactMap { Double($0[metric] ?? "") }
      // Sums of a few dozen numbers of order one to ten, in another order.
      #expect(abs(values.reduce(0, +) / Double(values.count) - mean) < 1e-12 * max(1, abs(mean)), "\(metric)")
      checked += 1
    }
    #expect(checked > 10)
  }

  @Test("the last day of the curves and the final states hold together with the trials' counts")
  func daily() async throws {
    let trials = try await table("trials")
    let days = try await table("daily")
    for row in trials {
      let states = [
        "final_authorized", "final_denied_by_answer", "final_denied_by_device", "final_restricted",
        "final_undetermined", "final_no_att",
      ]
      #expect(states.reduce(0) { $0 + (Int(row[$1] ?? "") ?? -1) } == Int(row["installs"] ?? ""))
    }
    for arm in ["launch", "later", "closable"] {
      let own = trials.filter { $0["arm"] == arm }
      let answered = own.reduce(0.0) {
        $0 + (Double($1["answered_allow"] ?? "") ?? .nan) + (Double($1["answered_deny"] ?? "") ?? .nan)
      }
      let installs = own.reduce(0.0) { $0 + (Double($1["installs"] ?? "") ?? .nan) }
      let last = days.filter { $0["arm"] == arm && $0["day"] == "10" }
      #expect(last.count == 2)
      // Scores of allowing and of denying add up to the answers, whatever was tossed.
      let shares = last.reduce(0.0) { $0 + (Double($1["mean"] ?? "") ?? .nan) }
      #expect(abs(shares - answered / installs) < 1e-9)
    }
  }

  // That a simulated option does what this strategy does in an app is held by the tests of the simulation.
  @Test(
    "the option that was simulated is the one that is exported",
    arguments: ["news-timing", "pre-prompt-or-not"])
  func exported(name: String) async throws {
    let lab = try Lab()
    let file = Lab.experiment(name)
    _ = try await lab.written("simulate '\(file)' --trials 2 --installs 50 --quiet")
    for arm in try loadExperiment(path: file).experiment.arms {
      let text = try await lab.written("export --table strategy --arm '\(arm.name)'")
      let document = try JSONDecoder().decode(PromptStrategyDocument.self, from: Data(text.utf8))
      #expect(document.strategy == arm.strategy && document.arm == arm.name && document.experiment == name)
    }
  }
}

/// The cells of a CSV text.
func parsed(_ text: String) throws -> [[String]] {
  let scanner = try RecordScanner(bytes(Array(text.utf8)))
  var records: [[String]] = []
  while try scanner.next() { records.append((0..<scanner.count).map(scanner.text)) }
  return records
}
