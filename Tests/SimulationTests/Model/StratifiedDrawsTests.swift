import ExperimentDesign
import ExperimentSamples
import Inference
import PromptFlow
import RandomStreams
import Testing

@testable import Simulation

@Suite("Stratified inputs")
struct StratifiedDrawsTests {
  /// Three uncertain inputs, all of them legal wherever they fall.
  private var experiment: Experiment { sample([makeArm("launch", .launch)]) }

  private func sample(_ arms: [Arm]) -> Experiment {
    let segment = makeSegment {
      $0[.allowRate] = uncertain(.beta(a: 6, b: 14), at: "a", in: .openProbability)
      $0[.allowValue] = uncertain(.normal(mean: 0.2, sd: 0.1), at: "b")
      $0[.browseSeconds] = uncertain(.lognormal(median: 10, sigma: 0.5), at: "c", in: .nonNegative)
    }
    return makeExperiment([segment], arms, installs: 200, horizonDays: 1).changed {
      $0.sampling = .stratified
    }
  }

  @Test("a block of 50 trials has one draw of each input in every fiftieth of its distribution")
  func oneInEach() throws {
    let simulator = Simulator(experiment: experiment, seed: 5)
    for block in 0..<4 {
      let draws = (0..<50).map { simulator.trial(block * 50 + $0).draws }
      let ends = (1..<50).map { 0.2 + 0.1 * Quantile.normal(Double($0) / 50) }
      let strata = draws.map { draw in ends.count { $0 < draw[1] } }
      #expect(strata.sorted() == Array(0..<50))
    }
  }

  @Test("another arm, or another input, moves no draw")
  func apart() {
    let more = sample([makeArm("launch", .launch), makeArm("later", .session(2))])
    let fewer = experiment.changed { $0.changeSegments { $0[.browseSeconds] = 10 } }
    for number in [3, 77] {
      let draws = Simulator(experiment: experiment, seed: 5).trial(number).draws
      #expect(Simulator(experiment: more, seed: 5).trial(number).draws == draws)
      #expect(Simulator(experiment: fewer, seed: 5).trial(number).draws == Array(draws.prefix(2)))
    }
  }

  /// 40 seeds of 400 trials each: the deviation of the mean over seeds has an error of a ninth of it.
  @Test("over seeds a mean varies by its printed error, several times less than under independent sampling")
  func errors() async throws {
    var deviations: [InputSampling: Double] = [:]
    for sampling in InputSampling.allCases {
      let experiment = experiment.changed { $0.sampling = sampling }
      var means: [Double] = []
      var squares = 0.0
      for seed in 0..<40 {
        let results = try await Simulator(experiment: experiment, seed: UInt64(seed)).collect(400)
        let values = results.values(.optInPerInstall, arm: 0)
        let found = try #require(
          try MonteCarloMean(values, trialsOfABlock: sampling.trialsOfABlock))
        means.append(found.mean)
        squares += (found.mcse ?? 0) * (found.mcse ?? 0) / 40
      }
      let deviation = Moments(means).deviation
      deviations[sampling] = deviation
      // Three and a third errors of a ninth each.
      #expect(abs(deviation / squares.squareRoot() - 1) < 0.38, "\(sampling)")
    }
    let independent = try #require(deviations[.independent])
    let stratified = try #require(deviations[.stratified])
    #expect(independent > 2 * stratified)
  }

  /// Draws promised for ever: a change here changes every stored result.
  @Test("draws keep their bits")
  func pinned() {
    let simulator = Simulator(experiment: experiment, seed: 20_261_121)
    #expect(simulator.trial(77).draws == [0.23003576391657596, 0.2716472780849287, 10.468491052312158])
  }
}
