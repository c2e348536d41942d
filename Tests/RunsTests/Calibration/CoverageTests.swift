import ExperimentDesign
import ExperimentFiles
import Foundation
import Runs
import SeededNumbers
import Simulation
import Studies
import Testing
import TextFormats

@Suite("Intervals of fitted numbers over many data sets")
struct CoverageTests {
  /// Path, mean and deviation of the logit or the logarithm.
  private static let believed: [Belief] = [
    ("allow.rate", "logit", -0.7, 0.5), ("allow.cold_odds_ratio", "log", -0.35, 0.35),
    ("onboarding.first", "logit", 0.3, 0.4), ("device.requests_off", "logit", -1.3, 0.3),
  ]

  private static func text(_ population: String) -> String {
    """
    experiment: coverage
    seed: 5
    horizon_days: 7
    population:
      sessions: {rate: {shape: 0.9, rate: 0.45}, leave: {a: 0.62, b: 0.9}}
    \(population)
    usage_strings: {plain: {text: "Your data pays for our journalism."}}
    arms:
      launch: {ask: launch, usage_string: plain}
      onboarding: {ask: onboarding, usage_string: plain}
    """
  }

  /// What is believed before, as a file.
  private static let before = text(
    """
      device: {restricted: 0.03, requests_off: 0.2}
      onboarding: {first: 0.6, later: 0.4, seconds: {median: 40, sigma: 0.6}}
      allow: {rate: 0.33, cold_odds_ratio: 0.7}
      answer: {unanswered: 0.02}
      \(joint(believed))
    """)

  /// Counts of 2,000 installs an option where the truth is known; other people under each option.
  private func counts(_ truth: [Double], seed: UInt64) throws -> String {
    let text = Self.text(
      """
        device: {restricted: 0.03, requests_off: \(truth[3])}
        onboarding: {first: \(truth[2]), later: 0.4, seconds: {median: 40, sigma: 0.6}}
        allow: {rate: \(truth[0]), cold_odds_ratio: \(truth[1])}
        answer: {unanswered: 0.02}
      """)
    let known = try loadExperiment(text: Array(text.utf8), path: "truth.yaml").experiment
      .changed {
        $0.trials = 1
        $0.installs = 2_000
      }
    var rows = ""
    for (arm, option) in known.arms.enumerated() {
      let simulator = Simulator(experiment: known, seed: 1_000 + 2 * seed + UInt64(arm))
      let tally = simulator.trial(0).wholes[0][arm]
      func by(_ day: Int, _ answers: [Int64]) -> Int64 { answers[0...day].reduce(0, +) }
      let answers = [1, 7].map { by($0, tally.allowedByDay) } + [1, 7].map { by($0, tally.deniedByDay) }
      rows += "\(option.name),2000,\(tally[.prompted]),\(answers.map(String.init).joined(separator: ","))\n"
    }
    return "arm,installs,prompted,allowed_by_1,allowed_by_7,denied_by_1,denied_by_7\n" + rows
  }

  @Test(
    "90% intervals of 40 data sets with known truth hold it in 80 to 97 of 100, and the model fits nearly all"
  )
  func coverage() throws {
    let before = try loadExperiment(text: Array(Self.before.utf8), path: "before.yaml").experiment
    var random = SplitMix(seed: 9)
    var (held, asked, good) = (0, 0, 0)
    for set in 0..<40 {
      let scaled = Self.believed.map { $0.mean + $0.sd * random.normal() }
      let truth = zip(scaled, Self.believed).map { $1.scale == "log" ? exp($0) : 1 / (1 + exp(-$0)) }
      let data = try calibrationData(try counts(truth, seed: UInt64(set)), before.arms.map(\.name))
      var request = Calibration.Request(seed: 77, threads: 2)
      request.installs = 10_000
      let found = try Calibration(before, to: data, request)
      if found.agreement.isGood { good += 1 }
      for (number, fitted) in found.numbers.enumerated() {
        let position = try #require(Self.believed.firstIndex { $0.path == fitted.path })
        let gap = abs(found.fit.posterior.mean[number] - scaled[position])
        asked += 1
        if gap < 1.6449 * found.fit.posterior.deviations[number] { held += 1 }
      }
    }
    let share = Double(held) / Double(asked)
    #expect(asked == 160 && share >= 0.8 && share <= 0.97, "\(held) of \(asked)")
    #expect(good >= 37, "\(good) of 40")
  }
}

extension SplitMix {
  /// Standard normal, by Box and Muller.
  fileprivate mutating func normal() -> Double {
    let (one, other) = (openUniform(), openUniform())
    return (-2 * log(one)).squareRoot() * cos(2 * .pi * other)
  }
}
