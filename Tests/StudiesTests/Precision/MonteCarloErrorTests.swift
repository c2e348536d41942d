import ExperimentDesign
import ExperimentSamples
import Inference
import PromptFlow
import Studies
import Testing

/// Errors that answers give of themselves, beside how far answers of other seeds are off.
///
/// With the optimiser alone: a hundred runs take a quarter of an hour without it, and fewer say too little.
#if !DEBUG
  @Suite("Monte Carlo errors over many seeds")
  struct MonteCarloErrorTests {
    private static let seeds = 100

    @Test("of a rate, a lead, a chance and a loss are those of 100 seeds within 15 of 100")
    func errors() throws {
      let people = openPeople(cold: 0.9, sigma: 0.4)
      let arms = [makeArm("now", .launch), makeArm("later", .event(EventKind(rawValue: 0), count: 1))]
      let experiment = makeExperiment([people], arms, installs: 250).changed { $0.sampling = .stratified }
      let outline = RunOutline(of: experiment)
      var found: [String: [(value: Double, error: Double)]] = [:]
      for seed in 1...Self.seeds {
        let summary = try simulated(experiment, outline, seed: UInt64(seed), trials: 500)
        let scenario = summary.scenarios[0]
        let rate = try #require(scenario.arms[0].objective?.overTrials)
        found["rate", default: []].append((rate.mean, try #require(rate.mcse)))
        let difference = try #require(scenario.arms[1].differenceToBaseline?.overTrials)
        found["lead", default: []].append((difference.mean, try #require(difference.mcse)))
        let arm = try #require(scenario.decision?.arms[0])
        for (name, number) in [("chance", arm.best), ("loss", arm.regret)] {
          let number = try #require(number)
          found[name, default: []].append((number.value, number.mcse))
        }
      }
      for (name, pairs) in found.sorted(by: { $0.key < $1.key }) {
        let count = Double(pairs.count)
        let mean = pairs.reduce(0) { $0 + $1.value } / count
        let spread = pairs.reduce(0) { $0 + ($1.value - mean) * ($1.value - mean) } / (count - 1)
        let said = pairs.reduce(0) { $0 + $1.error * $1.error } / count
        let ratio = (said / spread).squareRoot()
        // Two errors of a standard deviation of so many values.
        #expect(abs(ratio - 1) < 0.15, "\(name): \(ratio)")
      }
    }
  }
#endif
