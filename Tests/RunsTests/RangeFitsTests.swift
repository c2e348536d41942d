import ExperimentDesign
import ExperimentFiles
import ExperimentSamples
import Foundation
import GSLNumerics
import Runs
import Testing

@Suite("A range of a file becomes a distribution with 5% on either side")
struct RangeFitsTests {
  private func text(rate: String = "0.3", more: String = "") -> [UInt8] {
    Array(
      """
      population:
        sessions: {rate: 2, leave: 0.2}
        allow: {rate: \(rate)}
        alerts: {push: {at: launch, share: 0.5}}
      \(more)
      usage_strings:
        plain: {text: "Shows ads about what you read, for example local concerts."}
      arms:
        launch: {ask: launch, usage_string: plain}
      """.utf8)
  }

  private func experiment(rate: String = "0.3", more: String = "") throws -> Experiment {
    try loadExperiment(text: text(rate: rate, more: more), path: "x.yaml").experiment
  }

  @Test(
    "of a share: a beta distribution, to 1e-9",
    arguments: [
      ("20%", 0.2, "40%", 0.4), ("0.1%", 0.001, "2%", 0.02), ("5%", 0.05, "95%", 0.95),
      ("31%", 0.31, "31.5%", 0.315),
    ])
  func share(low: String, from: Double, high: String, to: Double) throws {
    let rate = try experiment(rate: "{range: [\(low), \(high)]}").scenarios[0].segments[0][.allowRate]
    guard case .beta(let a, let b) = rate.distribution else { throw Unexpected(rate.distribution) }
    let found = try BetaDistribution(a: a, b: b)
    #expect(abs(found.tails(from).lower - 0.05) < 1e-9)
    #expect(abs(found.tails(to).upper - 0.05) < 1e-9)
    #expect(rate.path == "allow.rate")
  }

  @Test("of a number above 0: log-normal, its median the geometric mean of the ends")
  func positive() throws {
    let segment = try experiment(
      more:
        "  settle_seconds: {range: [0.25, 4]}\n  onboarding: {first: 0.5, later: 0.5, seconds: {median: {range: [30, 60]}, sigma: 0.5}}"
    ).scenarios[0].segments[0]
    for (distribution, low, high) in [
      (segment[.settleSeconds].distribution, 0.25, 4.0),
      (segment.onboarding?[.onboardingMedian].distribution, 30, 60),
    ] {
      guard case .lognormal(let median, let sigma)? = distribution else { throw Unexpected(distribution) }
      #expect(abs(median / (low * high).squareRoot() - 1) < 1e-15)
      for (end, share) in [(low, 0.05), (high, 0.95)] {
        #expect(abs(0.5 * erfc(-log(end / median) / sigma / 2.0.squareRoot()) - share) < 1e-12)
      }
    }
  }

  @Test("of a number of either sign: normal")
  func real() throws {
    let value = try experiment(rate: "0.3, value: {range: [-0.1, 0.4]}").scenarios[0].segments[0][.allowValue]
    guard case .normal(let mean, let sd) = value.distribution else { throw Unexpected(value.distribution) }
    #expect(abs(mean - 0.15) < 1e-15)
    #expect(abs(0.5 * erfc((0.4 - mean) / sd / 2.0.squareRoot()) - 0.05) < 1e-12)
  }

  @Test("wherever a number is written: in layers, arms, strings and sweeps, each at its path")
  func paths() throws {
    let yaml = """
      population:
        sessions: {rate: 2, leave: 0.2}
        allow: {rate: {range: [20%, 40%]}}
        alerts: {push: {at: launch, share: {range: [40%, 60%]}}}
        segments: {eu: {share: 0.5, allow: {rate: {range: [10%, 20%]}}}, rest: {share: 0.5}}
      adjust: {alerts: {push: {share: {range: [50%, 70%]}}}}
      scenarios: {base: {}, wary: {allow: {rate: {range: [5%, 10%]}}}}
      usage_strings:
        plain: {text: "Shows ads about what you read, for example local concerts.", odds_ratio: {range: [0.8, 1.5]}}
      arms:
        launch: {ask: launch, usage_string: plain}
        push: {ask: launch, usage_string: plain, alerts: {push: {share: {sweep: [{range: [1%, 2%]}, 0.3]}}}}
      """
    let experiment = try loadExperiment(text: Array(yaml.utf8), path: "x.yaml").experiment
    func range(_ parameter: Parameter) throws -> [Int] {
      guard case .beta(let a, let b) = parameter.distribution else { return [] }
      let beta = try BetaDistribution(a: a, b: b)
      let ends = [try beta.quantile(0.05), try beta.quantile(0.95)]
      return ends.map { Int(($0 * 1000).rounded()) }
    }
    let base = experiment.scenarios[0].segments
    let wary = experiment.scenarios[1].segments
    #expect(try base.map { try range($0[.allowRate]) } == [[100, 200], [200, 400]])
    #expect(try wary.map { try range($0[.allowRate]) } == [[100, 200], [50, 100]])
    #expect(try range(base[0].surroundings.alerts[0][.alertShare]) == [500, 700])
    #expect(try range(experiment.arms[1].surroundings[0][0].alerts[0][.alertShare]) == [10, 20])
    #expect(experiment.arms[2].surroundings[0][0].alerts[0][.alertShare].constant == 0.3)
    let effect = experiment.arms[0].usageString[.usageOddsRatio]
    guard case .lognormal = effect.distribution else { throw Unexpected(effect) }
  }

  @Test("a number that a later layer writes as known stays known")
  func overwritten() throws {
    let adjusted = try experiment(rate: "{range: [20%, 40%]}", more: "adjust: {allow: {rate: 0.25}}")
    #expect(adjusted.scenarios[0].segments[0][.allowRate].constant == 0.25)
    let uniform = try experiment(
      rate: "{range: [20%, 40%]}", more: "adjust: {allow: {rate: {uniform: [0.1, 0.2]}}}")
    #expect(
      uniform.scenarios[0].segments[0][.allowRate].distribution == .uniform(low: 0.1, high: 0.2))
  }

  @Test(
    "what is no range is reported where it stands",
    arguments: [
      "{range: [0, 40%]}", "{range: [30%, 120%]}", "{range: [40%, 20%]}", "{range: [30%, 30%]}",
      "{range: 30%}", "{range: [30%]}", "{range: [few, 30%]}", "{range: [30%, 30.0000001%]}",
    ])
  func mistakes(written: String) {
    let found = told(text(rate: written)).problems
    #expect(found.count == 1 && found[0].hasPrefix("x.yaml:3:17: "), "\(found)")
  }

  @Test("a range of seconds has both ends above 0, and within what the key takes")
  func seconds() {
    for ends in ["0, 2", "1, 2e6"] {
      let found = told(text(more: "  settle_seconds: {range: [\(ends)]}")).problems
      #expect(found.count == 1 && found[0].hasPrefix("x.yaml:5:19: 'settle_seconds': expected"), "\(found)")
    }
  }

  @Test("an event or a string may be called range")
  func names() throws {
    let named = try experiment(more: "  events: {range: {per_session: {range: [1, 2]}}}")
    #expect(named.eventKinds == ["range"])
    let often = named.scenarios[0].segments[0].events[0][.perSession]
    guard case .lognormal = often.distribution else { throw Unexpected(often) }
  }
}
