import ExperimentDesign
import ExperimentSamples
import Foundation
import PromptFlow
import Testing

@testable import Simulation

@Suite("What is drawn once per trial")
struct ParameterDrawsTests {
  /// Draws of trials by path; a trial of one install costs next to nothing.
  private func draws(
    of segments: [Segment], trials: Int = TestSize.trials, joints: [JointDistribution] = [],
    sampling: InputSampling = .independent
  ) -> (paths: [String], trials: [[Double]]) {
    let experiment = makeExperiment(
      segments, [makeArm("launch", .launch)], installs: 1, horizonDays: 1, joints: joints
    ).changed { $0.sampling = sampling }
    let simulator = Simulator(experiment: experiment, seed: 41)
    return (simulator.uncertain.map(\.path), (0..<trials).map { simulator.trial($0).draws })
  }

  private func column(_ index: Int, _ trials: [[Double]]) -> Moments { Moments(trials.map { $0[index] }) }

  private func expect(
    _ found: Moments, mean: Double, _ what: String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let z = standardised(found.mean - mean, error: found.error)
    #expect(
      abs(z) < TestSize.largestZ, "\(what) mean \(found.mean), expected \(mean), z = \(z)",
      sourceLocation: sourceLocation)
  }

  @Test("each shape of distribution has its mean and spread", arguments: InputSampling.allCases)
  func shapes(sampling: InputSampling) {
    let segment = makeSegment {
      $0[.allowRate] = uncertain(.beta(a: 3, b: 5), at: "a", in: .openProbability)
      $0[.browseSeconds] = uncertain(.lognormal(median: 10, sigma: 0.3), at: "b", in: .nonNegative)
      $0[.allowValue] = uncertain(.normal(mean: -0.5, sd: 2), at: "c")
      $0[.lingerSeconds] = uncertain(.triangular(low: 1, mode: 2, high: 6), at: "d", in: .nonNegative)
      $0[.settleSeconds] = uncertain(.uniform(low: 2, high: 5), at: "e", in: .nonNegative)
    }
    let (paths, trials) = draws(of: [segment], sampling: sampling)
    #expect(paths == ["a", "b", "c", "d", "e"])
    let expected: [(mean: Double, deviation: Double)] = [
      (3.0 / 8, (15.0 / (64 * 9)).squareRoot()),
      (10 * exp(0.045), 10 * exp(0.045) * (exp(0.09) - 1).squareRoot()),
      (-0.5, 2),
      (3, (Double(1 + 4 + 36 - 2 - 6 - 12) / 18).squareRoot()),
      (3.5, 3 / 12.0.squareRoot()),
    ]
    for (index, distribution) in expected.enumerated() {
      let found = column(index, trials)
      expect(found, mean: distribution.mean, paths[index])
      let error = ((found.kurtosis - 1) / 4 / found.count).squareRoot()
      #expect(
        abs(found.deviation / distribution.deviation - 1) < TestSize.largestZ * error, "\(paths[index])")
    }
  }

  @Test(
    "a draw outside the legal range is drawn again, not moved to its end", arguments: InputSampling.allCases)
  func truncation(sampling: InputSampling) {
    let segment = makeSegment {
      $0[.unanswered] = uncertain(.normal(mean: 0.9, sd: 0.3), at: "u", in: .probability)
    }
    let values = draws(of: [segment], sampling: sampling).trials.map { $0[0] }
    #expect(values.allSatisfy { $0 > 0 && $0 < 1 })
    // The mean of a normal cut to [0, 1]: μ + σ(φ(α) − φ(β))/(Φ(β) − Φ(α)).
    func density(_ x: Double) -> Double { exp(-x * x / 2) / (2 * Double.pi).squareRoot() }
    func below(_ x: Double) -> Double { 0.5 * erfc(-x / 2.0.squareRoot()) }
    let (low, high) = (-0.9 / 0.3, 0.1 / 0.3)
    expect(
      Moments(values), mean: 0.9 + 0.3 * (density(low) - density(high)) / (below(high) - below(low)))
  }

  @Test(
    "where no draw is legal the legal value next to the distribution stands in",
    arguments: InputSampling.allCases)
  func nothingLegal(sampling: InputSampling) {
    let segment = makeSegment {
      $0[.unanswered] = uncertain(.uniform(low: 3, high: 4), at: "u", in: .probability)
      $0[.allowRate] = uncertain(.uniform(low: -4, high: -3), at: "r", in: .openProbability)
    }
    let values = draws(of: [segment], trials: 1, sampling: sampling).trials[0]
    #expect(values == [Double.leastNonzeroMagnitude, 1])
  }

  @Test("device shares that sum to more than 1 are drawn again together", arguments: InputSampling.allCases)
  func deviceShares(sampling: InputSampling) {
    let segment = makeSegment {
      $0[.restricted] = uncertain(.uniform(low: 0, high: 1), at: "a", in: .probability)
      $0[.requestsOff] = uncertain(.uniform(low: 0, high: 1), at: "b", in: .probability)
    }
    let trials = draws(of: [segment], sampling: sampling).trials
    #expect(trials.allSatisfy { $0[0] + $0[1] <= 1 })
    // Uniform on the triangle below the diagonal: both means are ⅓.
    expect(column(0, trials), mean: 1.0 / 3)
    expect(column(1, trials), mean: 1.0 / 3)
  }

  @Test("correlations whose squares sum to more than 1 are drawn again together")
  func correlations() {
    let segment = makeSegment {
      $0[.activitySpread] = known(1)
      $0.visits.leaving = .beta(a: known(1), b: known(2))
      $0[.withActivity] = uncertain(.uniform(low: -1, high: 1), at: "a", in: .correlation)
      $0[.withStaying] = uncertain(.uniform(low: -1, high: 1), at: "s", in: .correlation)
    }
    let trials = draws(of: [segment], trials: TestSize.trials / 10).trials
    let squares = trials.map { $0[0] * $0[0] + $0[1] * $0[1] }
    #expect(squares.allSatisfy { $0 <= 1 })
    expect(Moments(squares), mean: 0.5)  // uniform on the disc
  }

  @Test("one place has one draw, wherever it stands; two places have two")
  func shared() {
    let rate = uncertain(.beta(a: 2, b: 2), at: "allow.rate", in: .openProbability)
    let segments = ["one", "two"].map { name in
      makeSegment {
        $0.name = name
        $0.share = 0.5
        $0[.allowRate] = rate
        $0[.unanswered] = uncertain(.uniform(low: 0, high: 1), at: name, in: .probability)
      }
    }
    let (paths, trials) = draws(of: segments, trials: 20)
    #expect(paths == ["allow.rate", "one", "two"])
    #expect(trials.allSatisfy { $0[1] != $0[2] })
  }

  @Test(
    "joint draws have the mean and covariance they were given, on their own scales",
    arguments: InputSampling.allCases)
  func joint(sampling: InputSampling) throws {
    // Covariance [[0.04, −0.012], [−0.012, 0.0225]]; its Cholesky factor by hand.
    let factor = [[0.2], [-0.06, (0.0225 - 0.0036).squareRoot()]]
    let distribution = JointDistribution(
      path: "joint", paths: ["allow.rate", "browse"], scales: [.logit, .log],
      ranges: [.openProbability, .nonNegative], mean: [-0.8, 2], factor: factor)
    let segment = makeSegment {
      $0[.allowRate] = uncertain(.joint("joint", member: 0), at: "a", in: .openProbability)
      $0[.browseSeconds] = uncertain(.joint("joint", member: 1), at: "b", in: .nonNegative)
    }
    let raw = draws(of: [segment], joints: [distribution], sampling: sampling).trials.map {
      [log($0[0] / (1 - $0[0])), log($0[1])]
    }
    expect(column(0, raw), mean: -0.8)
    expect(column(1, raw), mean: 2)
    expect(Moments(raw.map { ($0[0] + 0.8) * ($0[0] + 0.8) }), mean: 0.04)
    expect(Moments(raw.map { ($0[0] + 0.8) * ($0[1] - 2) }), mean: -0.012)
    expect(Moments(raw.map { ($0[1] - 2) * ($0[1] - 2) }), mean: 0.0225)
  }

  @Test("a joint vector with an illegal member is drawn again as a whole", arguments: InputSampling.allCases)
  func jointTruncation(sampling: InputSampling) throws {
    let distribution = JointDistribution(
      path: "joint", paths: ["x", "y"], scales: [.identity, .identity],
      ranges: [.real, .nonNegative], mean: [0, 0], factor: [[1], [1, 0]])
    let segment = makeSegment {
      $0[.allowValue] = uncertain(.joint("joint", member: 0), at: "x")
      $0[.lingerSeconds] = uncertain(.joint("joint", member: 1), at: "y", in: .nonNegative)
    }
    for trial in draws(of: [segment], trials: 200, joints: [distribution], sampling: sampling).trials {
      #expect(trial[0] == trial[1] && trial[1] >= 0)
    }
  }

  @Test("the spread over trials is that of the parameter, plus what n installs cannot tell")
  func spreadOverTrials() async throws {
    let segment = makeSegment {
      $0[.allowRate] = uncertain(.beta(a: 6, b: 9), at: "r", in: .openProbability)
    }
    let experiment = makeExperiment(
      [segment], [makeArm("launch", .launch)], installs: 200, horizonDays: 0.01)
    let trials = TestSize.trials / 10
    let found = Moments(
      try await Simulator(experiment: experiment, seed: 42).collect(trials).values(
        .optInPerPrompted, arm: 0))
    // Beta(6, 9): mean 0.4, variance 0.4·0.6/16; then binomial with E[p(1 − p)]/200.
    let variance = 0.24 / 16
    let expected = (variance + (0.24 - variance) / 200).squareRoot()
    expect(found, mean: 0.4)
    let error = ((found.kurtosis - 1) / 4 / found.count).squareRoot()
    #expect(abs(found.deviation / expected - 1) < TestSize.largestZ * error)
  }
}
