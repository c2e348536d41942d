import ExperimentDesign
import Foundation
import GSLNumerics
import Testing

@testable import Inference

/// Two arms that share people, whose difference is normal over the inputs, so that every quantity of the decision
/// has a closed form, under noise of any size.
@Suite("Decisions of known worth under noise")
struct KnownWorthTests {
  /// The mean and the standard deviation of the lead of the second arm.
  private let lead = (mean: 0.01, deviation: 0.02)

  /// - Parameters:
  ///   - ratio: the noise's variance over the inputs'.
  ///   - isHeavy: whether trials differ in how noisy they are: standard deviations e^N(0, 0.7²), which makes the
  ///     kurtosis of the noise 3e^(4·0.49) = 21.
  private func decision(ratio: Double, isHeavy: Bool, trials: Int, seed: UInt64) throws -> Decision {
    let inputs = try DecisionTests.normals(trials, seed: 10 * seed)
    let noise = try DecisionTests.normals(trials, seed: 10 * seed + 1)
    let draws = try DecisionTests.normals(trials, seed: 10 * seed + 2)
    let scales = try DecisionTests.normals(trials, seed: 10 * seed + 3).map {
      isHeavy ? exp(0.7 * $0 - 0.49) : 1
    }
    let deviation = lead.deviation * ratio.squareRoot()
    let values = (0..<trials).map { trial -> Double in
      0.2 + lead.mean + lead.deviation * inputs[trial] + deviation * scales[trial] * noise[trial]
    }
    let table = try DecisionTests.table([
      TrialSeries(values.map { _ in 0.2 }, noise: values.map { _ in 0 }),
      TrialSeries(values, noise: zip(scales, draws).map { deviation * $0 * $1 }),
    ])
    return try #require(try Decision(table, margin: 0.005, parametersVary: true))
  }

  /// E[max(0, −δ)] and P(δ > 0) of the lead.
  private func truth() throws -> (worth: Double, best: Double) {
    let z = try DecisionTests.normal(lead.mean / lead.deviation)
    return (lead.deviation * z.density - lead.mean * (1 - z.below), z.below)
  }

  @Test(
    "what knowing all is worth is the expected loss of the best option, with its error",
    arguments: [0, 0.3])
  func identity(ratio: Double) throws {
    let found = try decision(ratio: ratio, isHeavy: false, trials: 200, seed: 1)
    let worth = try #require(found.valueOfPerfectInformation)
    let losses = found.arms.compactMap(\.regret)
    #expect(losses.count == 2 && losses.contains(worth))
    #expect(losses.allSatisfy { $0.value >= worth.value })
  }

  @Test("where the noise hides all, nothing is said")
  func hidden() throws {
    let found = try decision(ratio: 1_000, isHeavy: true, trials: 400, seed: 5)
    #expect(found.valueOfPerfectInformation == nil && found.installsNeeded != nil)
  }

  #if !DEBUG
    @Test(
      "the errors hold the closed form up to half as much noise as the inputs' variance",
      arguments: [0, 0.02, 0.1, 0.5])
    func grid(ratio: Double) throws {
      let truth = try truth()
      let seeds = 40
      var within = (worth: 0, best: 0)
      var sizes = 0.0
      for seed in 1...UInt64(seeds) {
        let found = try decision(ratio: ratio, isHeavy: false, trials: 1_000, seed: seed)
        let worth = try #require(found.valueOfPerfectInformation)
        let best = try #require(found[1]?.best)
        if abs(worth.value - truth.worth) <= 2 * worth.mcse { within.worth += 1 }
        if abs(best.value - truth.best) <= 2 * best.mcse { within.best += 1 }
        sizes += worth.mcse / Double(seeds)
      }
      // 38 of 40 are expected where two errors hold 95%; 32 or fewer would be seen in 1 of 1,000.
      #expect(within.worth >= 33, "\(within.worth) of \(seeds)")
      #expect(within.best >= 33, "\(within.best) of \(seeds)")
      #expect(sizes < 0.25 * truth.worth, "\(sizes) of \(truth.worth)")
    }
  #endif
}
