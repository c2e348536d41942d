import GSLNumerics
import Inference
import Testing

@Suite("A mean with a control")
struct ControlledMeanTests {
  @Test("what the control explains is known as well as the control's own mean")
  func explained() throws {
    let control: [Double?] = try DecisionTests.normals(400, seed: 1)
    let values = control.prefix(50).map { $0.map { 2 * $0 + 1 } }
    let found = try #require(try ControlledMean(values, control: control))
    let all = control.compactMap { $0 }
    #expect(abs(found.mean - (2 * (try sampleMean(all)) + 1)) < 1e-12)
    // The slope times the control's error over all its trials.
    #expect(abs(found.mcse - 2 * (try sampleVariance(all).squareRoot()) / 20) < 1e-9)
    #expect(found.degreesOfFreedom == 48)
  }

  @Test("a control that says nothing leaves the mean and its error about as they were")
  func idle() throws {
    let control: [Double?] = try DecisionTests.normals(4_000, seed: 2)
    let values = try DecisionTests.normals(100, seed: 3)
    let found = try #require(try ControlledMean(values, control: control))
    let plain = try sampleVariance(values).squareRoot() / 10
    #expect(abs(found.mean - (try sampleMean(values))) < plain)
    #expect(abs(found.mcse / plain - 1) < 0.05)
  }

  @Test("a control that never differs is none, trials without a value are left out, and three are too few")
  func few() throws {
    let found = try #require(
      try ControlledMean([1, 2, nil, 3, 4, 9], control: [5, 5, 5, 5, 5, nil, 5]))
    #expect(found.mean == 2.5 && found.degreesOfFreedom == 2)
    #expect(try ControlledMean([1, 2, 3], control: [1, 2, 3, 4]) == nil)
  }

  @Test("of trials drawn in blocks the error is what the mean varies by from run to run")
  func blocks() throws {
    let block = 10
    var means: [Double] = []
    var errors: [Double] = []
    var alike: [Double] = []
    for seed in 0..<200 {
      // 16 blocks in all, of which 8 have the quantity: both are nearly sums of one input, which is spread evenly.
      let inputs = try (0..<2).map { input in
        try StratifiedNormals.draws(blocks: 16, of: block, seed: UInt64(1_000 * input + seed + 1))
      }
      let noise = try DecisionTests.normals(16 * block, seed: 5_000 + UInt64(seed))
      let control = (0..<16 * block).map { trial -> Double in
        inputs[0][trial] + 0.5 * inputs[1][trial] + 0.2 * inputs[0][trial] * inputs[1][trial] + 0.1
          * noise[trial]
      }
      let values = (0..<8 * block).map { trial -> Double in 3 + control[trial] + 0.3 * inputs[1][trial] }
      let found = try #require(try ControlledMean(values, control: control, trialsOfABlock: block))
      #expect(found.degreesOfFreedom == 7)
      means.append(found.mean)
      errors.append(found.mcse)
      let apart = try #require(try ControlledMean(values, control: control))
      #expect(apart.mean == found.mean && apart.mcse > 2 * found.mcse)
      // A quantity that is the control in all trials that have it is known as well as the control.
      let same = try #require(
        try ControlledMean(control.prefix(8 * block).map { $0 }, control: control, trialsOfABlock: block))
      let own = try #require(try MonteCarloMean(control.map { $0 }, trialsOfABlock: block))
      #expect(abs(same.mean - own.mean) < 1e-12)
      alike.append(same.mcse / (try #require(own.mcse)))
    }
    #expect(abs(try sampleMean(alike) - 1) < 0.05)
    let ratio = try sampleVariance(means).squareRoot() / sampleMean(errors)
    // A deviation over 200 runs is good to 5%, and 200 estimates of 7 degrees of freedom to 2% and 3.5% low.
    #expect(abs(ratio - 1) < 0.2, "\(ratio)")
  }
}
