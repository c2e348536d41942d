import ExperimentDesign
import ExperimentSamples
import Inference
import Simulation
import Testing

/// Peeking at a test without a difference, on the simulator's own people.
@Suite("Looking again and again at an A/A test")
struct PeekingTests {
  #if DEBUG
    static let tests = 150
  #else
    static let tests = 4_000
  #endif

  /// Each trial is one batch of installs between two looks, of different people under two arms that are the same.
  private func falsePositives(looks: Int, bounds: [Double]) -> Double {
    let experiment = makeExperiment(
      [makeSegment { $0[.allowRate] = 0.3 }], [makeArm("a", .launch)],
      installs: 200,
      horizonDays: 1)
    let simulators = [1_969, 1_970].map { Simulator(experiment: experiment, seed: $0) }
    var found = 0
    for test in 0..<Self.tests {
      var x = [0.0, 0.0]
      var n = [0.0, 0.0]
      var crosses = false
      for look in 0..<looks {
        for (arm, simulator) in simulators.enumerated() {
          let tally = simulator.trial(test * looks + look).wholes[0][0]
          x[arm] += Double(tally[.answeredAllow])
          n[arm] += Double(tally[.installs])
        }
        let pooled = (x[0] + x[1]) / (n[0] + n[1])
        let deviation = (pooled * (1 - pooled) * (1 / n[0] + 1 / n[1])).squareRoot()
        if abs(x[1] / n[1] - x[0] / n[0]) / deviation > bounds[look] { crosses = true }
      }
      found += crosses ? 1 : 0
    }
    return Double(found) / Double(Self.tests)
  }

  /// Armitage, McPherson & Rowe 1969, table 2, for a nominal level of 5%.
  @Test(
    "uncorrected, finds what Armitage, McPherson and Rowe published", arguments: [(5, 0.1417), (10, 0.1934)])
  func uncorrected(looks: Int, published: Double) {
    let rate = falsePositives(looks: looks, bounds: Array(repeating: 1.959964, count: looks))
    let error = (published * (1 - published) / Double(Self.tests)).squareRoot()
    // 0.004 more for counts in place of normal scores, 200 an arm at the first look.
    #expect(abs(rate - published) < 4 * error + 0.004, "\(rate)")
  }

  @Test("corrected, keeps the level")
  func corrected() throws {
    let boundaries = try GroupSequentialBoundaries(
      level: 0.05, fractions: [0.2, 0.4, 0.6, 0.8, 1])
    let rate = falsePositives(looks: 5, bounds: boundaries.looks.map { $0.bound ?? .infinity })
    let error = (0.05 * 0.95 / Double(Self.tests)).squareRoot()
    #expect(abs(rate - 0.05) < 4 * error + 0.004, "\(rate)")
  }
}
