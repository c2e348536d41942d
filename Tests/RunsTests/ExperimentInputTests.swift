import ExperimentDesign
import Foundation
import Runs
import Testing

@Suite("Inputs of an experiment")
struct ExperimentInputTests {
  private func input(_ path: String, of text: String) throws -> ExperimentInput {
    let experiment = try plan(text).experiment
    return try #require(ExperimentInput.all(of: experiment, seed: 5).first { $0.path == path })
  }

  @Test("an uncertain one has its median and 90% range, and the key that sets it")
  func uncertain() throws {
    let input = try input(
      "allow.cold_odds_ratio",
      of: sample.replacing("cold_odds_ratio: 0.5", with: "cold_odds_ratio: {lognormal: [0.7, 0.3]}"))
    let range = try #require(input.range)
    #expect(input.setting == "population.allow.cold_odds_ratio" && input.text == "{lognormal: [0.7, 0.3]}")
    #expect(abs((input.middle ?? 0) - 0.7) < 1e-9)
    #expect(abs(range.lowerBound - 0.7 * exp(-0.3 * 1.6448536)) < 1e-6)
    #expect(abs(range.upperBound - 0.7 * exp(0.3 * 1.6448536)) < 1e-6)
  }

  @Test("a known one has no range, and one of a text is set where it is written")
  func known() throws {
    let known = try input("allow.cold_odds_ratio", of: sample)
    #expect(known.middle == 0.5 && known.range == nil && known.evidence.grade == .assumed)
    #expect(
      try input("usage_strings.plain.odds_ratio", of: sample).setting == "usage_strings.plain.odds_ratio")
  }

  @Test("one that is drawn together with others has its own median and range")
  func joint() throws {
    let text = sample.replacing(
      "allow: {rate: {beta: [6, 14]}, cold_odds_ratio: 0.5}",
      with: "allow: {rate: 0.3}\n  joint:\n"
        + "    - {paths: [allow.cold_odds_ratio, allow.spread], scale: [log, log], mean: [-0.3, -1], "
        + "covariance: [[0.04, 0.01], [0.01, 0.09]]}")
    let input = try input("allow.cold_odds_ratio", of: text)
    let range = try #require(input.range)
    #expect(abs((input.middle ?? 0) - exp(-0.3)) < 1e-9)
    #expect(abs(range.upperBound - exp(-0.3 + 0.2 * 1.6448536)) < 1e-6)
  }
}
