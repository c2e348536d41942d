import ExperimentDesign
import ExperimentFiles
import Foundation
import Inference
import Runs
import Studies
import Testing
import TextFormats

@Suite("An experiment's numbers learnt from counts")
struct WholeFitTests {
  private static let believed: [Belief] = [
    ("allow.rate", "logit", log(0.33 / 0.67), 0.54), ("allow.spread", "log", log(1.1), 0.40),
    ("allow.value", "identity", 0.15, 0.2), ("allow.cold_odds_ratio", "log", log(0.7), 0.35),
    ("willingness.with_activity", "identity", 0.25, 0.13),
    ("willingness.with_staying", "identity", 0.25, 0.13),
    ("onboarding.first", "logit", log(0.57 / 0.43), 0.43), ("onboarding.later", "logit", log(0.4 / 0.6), 0.4),
    ("answer.unanswered", "logit", log(0.02 / 0.98), 0.6),
    ("device.requests_off", "logit", log(0.22 / 0.78), 0.15),
  ]

  private static let text = """
    experiment: whole fit
    seed: 5
    baseline: launch
    population:
      device: {restricted: 0.03, requests_off: 0.2}
      sessions: {rate: {shape: 0.9, rate: 0.45}, leave: {a: 0.62, b: 0.9}}
      activity_spread: 0.9
      willingness: {with_activity: 0.25, with_staying: 0.25}
      onboarding: {first: 0.6, later: 0.4, seconds: {median: 40, sigma: 0.6}}
      events: {article: {per_session: 2, seconds: 60, value: 1}}
      allow: {rate: 0.33, spread: 1.0, value: 0.15, cold_odds_ratio: 0.7}
      answer: {unanswered: 0.02}
      annoyance: {alert: 0.01, cold: 0.02}
      \(joint(believed))
    usage_strings: {plain: {text: "Shows you ads for topics you like, such as concerts."}}
    arms:
      launch: {ask: launch, usage_string: plain}
      onboarding: {ask: onboarding, usage_string: plain}
      third: {ask: {after: article, count: 3}, usage_string: plain}
      tenth: {ask: {after: article, count: 10}, usage_string: plain}
    """

  private static let header =
    "arm,installs,prompted,allowed_by_1,allowed_by_7,allowed_by_30,denied_by_1,denied_by_7,denied_by_30\n"
  /// Made by another program under known numbers, 10,000 installs an option.
  private static let counts =
    header + """
      launch,10000,7698,2033,2040,2041,5568,5585,5588
      onboarding,10000,5966,1754,1946,1999,3495,3831,3923
      third,10000,3546,920,1318,1451,1294,1875,2075

      """

  private func calibration(
    _ counts: String = counts, installs: Int? = 100_000
  ) throws -> Calibration {
    let file = try loadExperiment(text: Array(Self.text.utf8), path: "whole.yaml")
    let data = try calibrationData(counts, file.experiment.arms.map(\.name))
    var request = Calibration.Request(seed: 5, threads: 2)
    request.installs = installs
    return try Calibration(file.experiment, to: data, request)
  }

  /// Estimates, deviations on the scale of the fit and their shares of what was believed: worked out by another
  /// program with another simulation of the same page.
  ///
  /// Then these shares by this program with 4,000,000 simulated installs, where the noise of slopes is nothing.
  private static let reference: [String: (estimate: Double, sd: Double, ratio: Double, precise: Double)] = [
    "allow.rate": (0.3303, 0.0318, 0.059, 0.057), "allow.spread": (1.0614, 0.3678, 0.920, 0.923),
    "allow.value": (0.1534, 0.0546, 0.273, 0.270), "allow.cold_odds_ratio": (0.6950, 0.0595, 0.170, 0.168),
    "willingness.with_activity": (0.2360, 0.0923, 0.710, 0.693),
    "willingness.with_staying": (0.2474, 0.0934, 0.718, 0.709),
    "onboarding.first": (0.5976, 0.0576, 0.134, 0.108), "onboarding.later": (0.4140, 0.2467, 0.617, 0.522),
    "answer.unanswered": (0.0194, 0.0947, 0.158, 0.131),
    "device.requests_off": (0.2015, 0.0258, 0.172, 0.162),
  ]

  private func scaled(_ value: Double, _ scale: JointDistribution.Scale) -> Double {
    switch scale {
    case .identity: value
    case .log: log(value)
    case .logit: log(value / (1 - value))
    }
  }

  @Test("ten numbers from three options, as by default, against another program's")
  func reference() throws {
    let found = try calibration(installs: nil)
    #expect(found.installs == 40_000)
    #expect(found.numbers.count == 10)
    for (index, number) in found.numbers.enumerated() {
      let wanted = try #require(Self.reference[number.path])
      let gap = found.fit.posterior.mean[index] - scaled(wanted.estimate, number.scale)
      // The reference simulated 40,000 installs for 10,000 counted ones, so it is half a deviation uncertain itself.
      #expect(abs(gap) < wanted.sd, "\(number.path): \(gap / wanted.sd) deviations")
      let ratio = found.fit.posterior.deviations[index] / found.fit.prior.deviations[index]
      // That program's slopes are simulated too, with noise of 15% of each deviation.
      #expect(abs(ratio / wanted.ratio - 1) < 0.15, "\(number.path): \(ratio)")
      // A little more than without noise of the simulated shares, which takes part in every deviation.
      #expect(abs(ratio / wanted.precise - 1) < 0.2, "\(number.path): \(ratio) for \(wanted.precise)")
    }
    #expect(found.agreement.isGood && found.fit.deviance < 30)
    #expect(found.rows.first { $0.parameter == "allow.spread" }?.status == .asAssumed)
    // Who stays is willing, or becomes so: the counts tell the two together.
    let cold = found.fit.knownTogether.map { $0.numbers.map { found.numbers[$0].path }.sorted() }
    #expect(cold.contains(["onboarding.first", "onboarding.later"]))
  }

  @Test("one option alone does not part who would allow from what asking cold costs")
  func launchAlone() throws {
    let launch = Self.counts.split(separator: "\n").prefix(2).joined(separator: "\n") + "\n"
    let found = try calibration(launch, installs: 60_000)
    func ratio(_ path: String) -> Double {
      let index = found.numbers.firstIndex { $0.path == path } ?? 0
      return found.fit.posterior.deviations[index] / found.fit.prior.deviations[index]
    }
    #expect(abs(ratio("allow.rate") - 0.48) < 0.1 && abs(ratio("allow.cold_odds_ratio") - 0.88) < 0.06)
    #expect(ratio("allow.value") > 0.97 && ratio("onboarding.first") > 0.97)
  }

  @Test("the order of rows and the number of threads change no bit")
  func order() throws {
    let lines = Self.counts.split(separator: "\n").map(String.init)
    let turned = ([lines[0]] + lines.dropFirst().reversed()).joined(separator: "\n") + "\n"
    let one = try calibration(installs: 5_000)
    let other = try calibration(turned, installs: 5_000)
    #expect(one.fit.posterior.mean == other.fit.posterior.mean)
    #expect(one.agreement == other.agreement && one.check == other.check)
  }
}
